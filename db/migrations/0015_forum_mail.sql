ALTER TABLE "outbox" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
CREATE INDEX "forum_notices_due_to" ON "forum_notices" USING btree ("user_id","mail_due_at") WHERE "forum_notices"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "forum_notices_oldest" ON "forum_notices" USING btree ("created_at");