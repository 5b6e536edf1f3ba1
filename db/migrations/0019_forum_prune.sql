ALTER TABLE "media" ADD COLUMN "unused_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "forum_posts_keys" ON "forum_posts" USING btree ("created_at") WHERE "forum_posts"."submission_key" is not null;--> statement-breakpoint
CREATE INDEX "media_unused" ON "media" USING btree ("unused_since") WHERE "media"."unused_since" is not null;