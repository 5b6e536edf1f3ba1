CREATE TABLE "forum_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"event_id" uuid,
	"is_closed" boolean DEFAULT false NOT NULL,
	"topic_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_categories_slug_unique" UNIQUE("slug"),
	CONSTRAINT "forum_categories_eventId_unique" UNIQUE("event_id"),
	CONSTRAINT "category_name_length" CHECK (char_length("forum_categories"."name") between 1 and 60),
	CONSTRAINT "category_description_length" CHECK (char_length("forum_categories"."description") <= 300),
	CONSTRAINT "category_slug_form" CHECK ("forum_categories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("forum_categories"."slug") <= 60),
	CONSTRAINT "category_counts" CHECK ("forum_categories"."topic_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "forum_flags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"outcome" text,
	"handled_at" timestamp with time zone,
	"handled_by_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_flags_once" UNIQUE("post_id","user_id"),
	CONSTRAINT "flag_reason_known" CHECK ("forum_flags"."reason" in ('spam', 'rude', 'off_topic', 'dangerous', 'other')),
	CONSTRAINT "flag_note_length" CHECK (char_length("forum_flags"."note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "forum_follows" (
	"topic_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_follows_topic_id_user_id_pk" PRIMARY KEY("topic_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "forum_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"topic_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"read_at" timestamp with time zone,
	"mail_due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_notices_once" UNIQUE("user_id","kind","post_id"),
	CONSTRAINT "notice_kind_known" CHECK ("forum_notices"."kind" in ('reply', 'mention', 'solved', 'approved', 'hidden', 'restored'))
);
--> statement-breakpoint
CREATE TABLE "forum_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"topic_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"author_id" uuid NOT NULL,
	"title" text,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"plain" text NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', coalesce("title", '')), 'A') || setweight(to_tsvector('english', "plain"), 'B')) STORED,
	"state" text DEFAULT 'shown' NOT NULL,
	"state_reason" text,
	"reply_to_id" uuid,
	"thank_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"edited_at" timestamp with time zone,
	"edited_by_id" uuid,
	"submission_key" text,
	"submission_digest" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_posts_submissionKey_unique" UNIQUE("submission_key"),
	CONSTRAINT "forum_posts_number" UNIQUE("topic_id","number"),
	CONSTRAINT "post_source_length" CHECK (char_length("forum_posts"."source") between 1 and 20000),
	CONSTRAINT "post_state_known" CHECK ("forum_posts"."state" in ('shown', 'review', 'hidden', 'deleted')),
	CONSTRAINT "post_opening_title" CHECK (("forum_posts"."number" = 1) = ("forum_posts"."title" is not null) or "forum_posts"."id" <> "forum_posts"."topic_id"),
	CONSTRAINT "post_counts" CHECK ("forum_posts"."thank_count" >= 0 and "forum_posts"."number" >= 1)
);
--> statement-breakpoint
CREATE TABLE "forum_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"mail" text DEFAULT 'at_once' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_mail_known" CHECK ("forum_preferences"."mail" in ('at_once', 'daily', 'none'))
);
--> statement-breakpoint
CREATE TABLE "forum_revisions" (
	"post_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text,
	"source" text NOT NULL,
	"html" text NOT NULL,
	"editor_id" uuid NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_revisions_post_id_number_pk" PRIMARY KEY("post_id","number")
);
--> statement-breakpoint
CREATE TABLE "forum_thanks" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_thanks_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "forum_topics" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"category_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'shown' NOT NULL,
	"merged_into_id" uuid,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"slow_seconds" integer,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"thank_count" integer DEFAULT 0 NOT NULL,
	"last_number" integer DEFAULT 1 NOT NULL,
	"last_post_at" timestamp with time zone NOT NULL,
	"last_author_id" uuid NOT NULL,
	"solved_post_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "topic_title_length" CHECK (char_length("forum_topics"."title") between 5 and 150),
	CONSTRAINT "topic_state_known" CHECK ("forum_topics"."state" in ('shown', 'review', 'hidden', 'deleted', 'merged')),
	CONSTRAINT "topic_merged_where" CHECK (("forum_topics"."state" = 'merged') = ("forum_topics"."merged_into_id" is not null)),
	CONSTRAINT "topic_slow_bounds" CHECK ("forum_topics"."slow_seconds" between 10 and 86400),
	CONSTRAINT "topic_counts" CHECK ("forum_topics"."reply_count" >= 0 and "forum_topics"."thank_count" >= 0 and "forum_topics"."last_number" >= 1)
);
--> statement-breakpoint
CREATE TABLE "page_purges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tags" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "forum_categories" ADD CONSTRAINT "forum_categories_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_flags" ADD CONSTRAINT "forum_flags_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_flags" ADD CONSTRAINT "forum_flags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_flags" ADD CONSTRAINT "forum_flags_handled_by_id_users_id_fk" FOREIGN KEY ("handled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_follows" ADD CONSTRAINT "forum_follows_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_follows" ADD CONSTRAINT "forum_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_notices" ADD CONSTRAINT "forum_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_notices" ADD CONSTRAINT "forum_notices_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_notices" ADD CONSTRAINT "forum_notices_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_notices" ADD CONSTRAINT "forum_notices_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD CONSTRAINT "forum_posts_edited_by_id_users_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_preferences" ADD CONSTRAINT "forum_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_revisions" ADD CONSTRAINT "forum_revisions_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_revisions" ADD CONSTRAINT "forum_revisions_editor_id_users_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_thanks" ADD CONSTRAINT "forum_thanks_post_id_forum_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."forum_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_thanks" ADD CONSTRAINT "forum_thanks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_category_id_forum_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."forum_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_merged_into_id_forum_topics_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."forum_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_last_author_id_users_id_fk" FOREIGN KEY ("last_author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forum_categories_order" ON "forum_categories" USING btree ("display_order","id");--> statement-breakpoint
CREATE INDEX "forum_flags_open" ON "forum_flags" USING btree ("created_at","id") WHERE "forum_flags"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "forum_flags_handled" ON "forum_flags" USING btree ("handled_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_flags"."handled_at" is not null;--> statement-breakpoint
CREATE INDEX "forum_follows_user" ON "forum_follows" USING btree ("user_id","topic_id");--> statement-breakpoint
CREATE INDEX "forum_notices_user" ON "forum_notices" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "forum_notices_unread" ON "forum_notices" USING btree ("user_id") WHERE "forum_notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "forum_notices_due" ON "forum_notices" USING btree ("mail_due_at","user_id") WHERE "forum_notices"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "forum_posts_shown" ON "forum_posts" USING btree ("topic_id","number") WHERE "forum_posts"."state" = 'shown';--> statement-breakpoint
CREATE INDEX "forum_posts_latest" ON "forum_posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_posts"."state" = 'shown';--> statement-breakpoint
CREATE INDEX "forum_posts_author" ON "forum_posts" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "forum_posts_waiting" ON "forum_posts" USING btree ("created_at","id") WHERE "forum_posts"."state" = 'review';--> statement-breakpoint
CREATE INDEX "forum_posts_words" ON "forum_posts" USING gin ("words");--> statement-breakpoint
CREATE INDEX "forum_thanks_user" ON "forum_thanks" USING btree ("user_id","post_id");--> statement-breakpoint
CREATE INDEX "forum_topics_latest" ON "forum_topics" USING btree ("last_post_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_topics"."state" = 'shown' and not "forum_topics"."is_pinned";--> statement-breakpoint
CREATE INDEX "forum_topics_top" ON "forum_topics" USING btree ("thank_count" DESC NULLS LAST,"last_post_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_topics"."state" = 'shown' and not "forum_topics"."is_pinned";--> statement-breakpoint
CREATE INDEX "forum_topics_unanswered" ON "forum_topics" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_topics"."state" = 'shown' and "forum_topics"."reply_count" = 0;--> statement-breakpoint
CREATE INDEX "forum_topics_category_latest" ON "forum_topics" USING btree ("category_id","last_post_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_topics"."state" = 'shown' and not "forum_topics"."is_pinned";--> statement-breakpoint
CREATE INDEX "forum_topics_category_top" ON "forum_topics" USING btree ("category_id","thank_count" DESC NULLS LAST,"last_post_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_topics"."state" = 'shown' and not "forum_topics"."is_pinned";--> statement-breakpoint
CREATE INDEX "forum_topics_category_unanswered" ON "forum_topics" USING btree ("category_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_topics"."state" = 'shown' and "forum_topics"."reply_count" = 0;--> statement-breakpoint
CREATE INDEX "forum_topics_pinned" ON "forum_topics" USING btree ("category_id","last_post_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "forum_topics"."state" = 'shown' and "forum_topics"."is_pinned";--> statement-breakpoint
CREATE INDEX "forum_topics_author" ON "forum_topics" USING btree ("author_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "forum_topics_merged" ON "forum_topics" USING btree ("merged_into_id") WHERE "forum_topics"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "page_purges_oldest" ON "page_purges" USING btree ("created_at","id");