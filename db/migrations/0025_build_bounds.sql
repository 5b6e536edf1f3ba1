ALTER TABLE "site_builds" ADD COLUMN "deploy_id" text;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "repeated_at" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "is_locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "live_revision" bigint;--> statement-breakpoint
ALTER TABLE "site_content" ADD COLUMN "live_built_at" timestamp with time zone;--> statement-breakpoint
-- What visitors have seen so far, as far as the builds tell.
UPDATE "site_content" SET "live_revision" = (SELECT max("revision") FROM "site_builds" WHERE "state" = 'live');
