CREATE TABLE "forum_edits" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"title" text,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"plain" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "forum_notices" DROP CONSTRAINT "notice_kind_known";--> statement-breakpoint
ALTER TABLE "forum_posts" ADD COLUMN "unreviewed_change" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD COLUMN "written_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "forum_edits" ADD CONSTRAINT "forum_edits_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forum_edits_waiting" ON "forum_edits" USING btree ("created_at","post_id");--> statement-breakpoint
ALTER TABLE "forum_notices" ADD CONSTRAINT "notice_kind_known" CHECK ("forum_notices"."kind" in ('reply', 'mention', 'solved', 'approved', 'change_rejected', 'hidden', 'restored'));