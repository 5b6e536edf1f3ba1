CREATE TABLE "content_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" jsonb NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_block_title_length" CHECK (char_length("content_blocks"."title") between 1 and 120),
	CONSTRAINT "content_block_kind_known" CHECK ("content_blocks"."kind" in ('text', 'picture', 'list', 'quote', 'question', 'figures', 'call-to-action', 'event-facts')),
	CONSTRAINT "content_block_body_is_object" CHECK (jsonb_typeof("content_blocks"."body") = 'object')
);
--> statement-breakpoint
CREATE TABLE "content_page_redirects" (
	"old_slug" text PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_old_slug_shape" CHECK ("content_page_redirects"."old_slug" ~ '^[a-z0-9-]{3,100}$')
);
--> statement-breakpoint
CREATE TABLE "content_pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"is_published" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "content_page_slug_shape" CHECK ("content_pages"."slug" ~ '^[a-z0-9-]{3,100}$'),
	CONSTRAINT "content_page_title_length" CHECK (char_length("content_pages"."title") between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "content_slots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" text NOT NULL,
	"event_id" uuid,
	"page_id" uuid,
	"block_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "content_slots_once" UNIQUE NULLS NOT DISTINCT("place","event_id","page_id","block_id"),
	CONSTRAINT "content_slot_of_page" CHECK (("content_slots"."place" = 'page') = ("content_slots"."page_id" is not null)),
	CONSTRAINT "content_slot_of_one" CHECK ("content_slots"."event_id" is null or "content_slots"."page_id" is null),
	CONSTRAINT "content_slot_place_known" CHECK ("content_slots"."place" in ('page', 'questions', 'quotes', 'past-days', 'bring', 'getting-there', 'terms', 'certificate'))
);
--> statement-breakpoint
CREATE TABLE "site_copy" (
	"key" text PRIMARY KEY NOT NULL,
	"text" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_copy_text_length" CHECK (char_length("site_copy"."text") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "content_page_redirects" ADD CONSTRAINT "content_page_redirects_page_id_content_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."content_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_slots" ADD CONSTRAINT "content_slots_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_slots" ADD CONSTRAINT "content_slots_page_id_content_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."content_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_slots" ADD CONSTRAINT "content_slots_block_id_content_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."content_blocks"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_blocks_title" ON "content_blocks" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "content_blocks_tags" ON "content_blocks" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "content_blocks_search" ON "content_blocks" USING gin (to_tsvector('simple', translate(coalesce("title", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "content_page_redirects_page" ON "content_page_redirects" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "content_pages_title" ON "content_pages" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "content_pages_search" ON "content_pages" USING gin (to_tsvector('simple', translate(coalesce("title", '') || ' ' || coalesce("slug", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "content_slots_event" ON "content_slots" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "content_slots_page" ON "content_slots" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "content_slots_block" ON "content_slots" USING btree ("block_id");