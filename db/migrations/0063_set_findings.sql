ALTER TABLE "change_sets" ADD COLUMN "findings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "warnings_read_by" text;