ALTER TABLE "analytics_import_rows" ADD COLUMN "table_name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_imports" ADD COLUMN "total_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_imports" ADD COLUMN "is_period" boolean DEFAULT false NOT NULL;