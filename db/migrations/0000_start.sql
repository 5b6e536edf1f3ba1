CREATE TABLE "agenda_template_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agenda_template_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"time_slot" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"display_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_agenda" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"time_slot" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_order" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_config" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_slug" text NOT NULL,
	"event_name" text NOT NULL,
	"event_date" date NOT NULL,
	"event_time_start" time,
	"event_time_end" time,
	"event_timezone" text DEFAULT 'America/Chicago' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"status_note" text,
	"previous_event_date" date,
	"city" text,
	"state" text,
	"venue_name" text,
	"venue_address" text,
	"location_id" uuid,
	"registration_url" text,
	"early_bird_price" numeric(10, 2),
	"early_bird_deadline" date,
	"standard_price" numeric(10, 2),
	"course_value" numeric(10, 2) DEFAULT 750,
	"hero_title" text,
	"hero_subtitle" text,
	"hero_description" text,
	"hero_cta_text" text,
	"meta_title" text,
	"meta_description" text,
	"announcement_text" text,
	"included_course_name" text,
	"downtime_reduction_claim" text,
	"conservative_roi_percentage" numeric(6, 2),
	"workshop_benefits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"workshop_deliverables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"show_series_promo" boolean DEFAULT true NOT NULL,
	"agenda_template_group_id" uuid,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_config_eventSlug_unique" UNIQUE("event_slug"),
	CONSTRAINT "event_slug_shape" CHECK ("event_config"."event_slug" ~ '^[a-z0-9-]{3,100}$'),
	CONSTRAINT "event_name_length" CHECK (char_length("event_config"."event_name") between 5 and 200),
	CONSTRAINT "event_status_known" CHECK ("event_config"."status" in ('scheduled', 'postponed', 'moved', 'cancelled')),
	CONSTRAINT "event_ends_after_start" CHECK ("event_config"."event_time_end" > "event_config"."event_time_start"),
	CONSTRAINT "event_early_bird_price_positive" CHECK ("event_config"."early_bird_price" > 0),
	CONSTRAINT "event_standard_price_positive" CHECK ("event_config"."standard_price" > 0),
	CONSTRAINT "event_course_value_positive" CHECK ("event_config"."course_value" > 0),
	CONSTRAINT "event_deadline_before_event" CHECK ("event_config"."early_bird_deadline" <= "event_config"."event_date"),
	CONSTRAINT "event_registration_url_https" CHECK ("event_config"."registration_url" ~ '^https://'),
	CONSTRAINT "event_city_length" CHECK (char_length("event_config"."city") <= 100),
	CONSTRAINT "event_state_length" CHECK (char_length("event_config"."state") <= 50),
	CONSTRAINT "event_venue_name_length" CHECK (char_length("event_config"."venue_name") <= 200),
	CONSTRAINT "event_venue_address_length" CHECK (char_length("event_config"."venue_address") <= 500),
	CONSTRAINT "event_hero_title_length" CHECK (char_length("event_config"."hero_title") <= 200),
	CONSTRAINT "event_hero_subtitle_length" CHECK (char_length("event_config"."hero_subtitle") <= 500),
	CONSTRAINT "event_hero_description_length" CHECK (char_length("event_config"."hero_description") <= 1000),
	CONSTRAINT "event_hero_cta_text_length" CHECK (char_length("event_config"."hero_cta_text") <= 50),
	CONSTRAINT "event_meta_title_length" CHECK (char_length("event_config"."meta_title") <= 100),
	CONSTRAINT "event_meta_description_length" CHECK (char_length("event_config"."meta_description") <= 200),
	CONSTRAINT "event_announcement_text_length" CHECK (char_length("event_config"."announcement_text") <= 500)
);
--> statement-breakpoint
CREATE TABLE "event_slug_redirects" (
	"old_slug" text PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "old_slug_shape" CHECK ("event_slug_redirects"."old_slug" ~ '^[a-z0-9-]{3,100}$')
);
--> statement-breakpoint
CREATE TABLE "event_team" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"team_library_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_order" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_vendors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"vendor_library_id" uuid NOT NULL,
	"display_order" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "location_library" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"venue_name" text NOT NULL,
	"venue_address" text,
	"city" text NOT NULL,
	"state" text,
	"timezone" text DEFAULT 'America/Chicago' NOT NULL,
	"notes" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "location_venue_name_length" CHECK (char_length("location_library"."venue_name") between 1 and 200),
	CONSTRAINT "location_venue_address_length" CHECK (char_length("location_library"."venue_address") <= 500),
	CONSTRAINT "location_city_length" CHECK (char_length("location_library"."city") between 1 and 100),
	CONSTRAINT "location_state_length" CHECK (char_length("location_library"."state") <= 50)
);
--> statement-breakpoint
CREATE TABLE "team_library" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"title" text NOT NULL,
	"bio" text NOT NULL,
	"photo_url" text,
	"credentials" text,
	"email" text,
	"phone" text,
	"linkedin_url" text,
	"specialties" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_full_name_length" CHECK (char_length("team_library"."full_name") between 1 and 100),
	CONSTRAINT "team_title_length" CHECK (char_length("team_library"."title") between 1 and 100),
	CONSTRAINT "team_bio_length" CHECK (char_length("team_library"."bio") between 1 and 2000),
	CONSTRAINT "team_credentials_length" CHECK (char_length("team_library"."credentials") <= 200),
	CONSTRAINT "team_phone_length" CHECK (char_length("team_library"."phone") <= 20),
	CONSTRAINT "team_linkedin_url_web" CHECK ("team_library"."linkedin_url" ~ '^https?://'),
	CONSTRAINT "team_specialties_length" CHECK (char_length("team_library"."specialties") <= 300)
);
--> statement-breakpoint
CREATE TABLE "vendor_library" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vendor_name" text NOT NULL,
	"logo_url" text,
	"website_url" text,
	"contact_name" text,
	"contact_email" text,
	"contact_phone" text,
	"description" text,
	"tags" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_name_length" CHECK (char_length("vendor_library"."vendor_name") between 1 and 100),
	CONSTRAINT "vendor_contact_name_length" CHECK (char_length("vendor_library"."contact_name") <= 100),
	CONSTRAINT "vendor_contact_phone_length" CHECK (char_length("vendor_library"."contact_phone") <= 20),
	CONSTRAINT "vendor_description_length" CHECK (char_length("vendor_library"."description") <= 500),
	CONSTRAINT "vendor_tags_length" CHECK (char_length("vendor_library"."tags") <= 200),
	CONSTRAINT "vendor_website_url_web" CHECK ("vendor_library"."website_url" ~ '^https?://')
);
--> statement-breakpoint
CREATE TABLE "analytics_page_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page_path" text NOT NULL,
	"event_slug" text,
	"user_id" text,
	"session_id" text,
	"referrer" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_view_path_length" CHECK (char_length("analytics_page_views"."page_path") <= 500)
);
--> statement-breakpoint
CREATE TABLE "app_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"setting_key" text NOT NULL,
	"setting_value" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_settings_settingKey_unique" UNIQUE("setting_key")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_id_is_hash" CHECK ("media"."id" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "media_type_known" CHECK ("media"."content_type" in ('image/png', 'image/jpeg', 'image/webp', 'image/avif')),
	CONSTRAINT "media_size" CHECK (octet_length("media"."bytes") <= 2097152)
);
--> statement-breakpoint
CREATE TABLE "menu_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"label" text NOT NULL,
	"href" text NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_external" boolean DEFAULT false NOT NULL,
	"visible_to_anonymous" boolean DEFAULT true NOT NULL,
	"visible_to_user" boolean DEFAULT true NOT NULL,
	"visible_to_admin" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "menu_label_length" CHECK (char_length("menu_items"."label") between 1 and 100),
	CONSTRAINT "menu_href_safe" CHECK ("menu_items"."href" ~* '^(https?://|/([^/]|$)|#)')
);
--> statement-breakpoint
CREATE TABLE "site_builds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"revision" bigint NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text NOT NULL,
	"actor" text NOT NULL,
	"error" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "site_build_state_known" CHECK ("site_builds"."state" in ('queued', 'building', 'live', 'failed', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "site_content" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hook_posted_at" timestamp with time zone,
	CONSTRAINT "site_content_one_row" CHECK ("site_content"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "agenda_template_items" ADD CONSTRAINT "agenda_template_items_group_id_agenda_template_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."agenda_template_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_agenda" ADD CONSTRAINT "event_agenda_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_config" ADD CONSTRAINT "event_config_location_id_location_library_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."location_library"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_config" ADD CONSTRAINT "event_config_agenda_template_group_id_agenda_template_groups_id_fk" FOREIGN KEY ("agenda_template_group_id") REFERENCES "public"."agenda_template_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_slug_redirects" ADD CONSTRAINT "event_slug_redirects_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_team" ADD CONSTRAINT "event_team_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_team" ADD CONSTRAINT "event_team_team_library_id_team_library_id_fk" FOREIGN KEY ("team_library_id") REFERENCES "public"."team_library"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_vendors" ADD CONSTRAINT "event_vendors_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_vendors" ADD CONSTRAINT "event_vendors_vendor_library_id_vendor_library_id_fk" FOREIGN KEY ("vendor_library_id") REFERENCES "public"."vendor_library"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agenda_template_items_group" ON "agenda_template_items" USING btree ("group_id","display_order");--> statement-breakpoint
CREATE INDEX "event_agenda_order" ON "event_agenda" USING btree ("event_id","display_order");--> statement-breakpoint
CREATE INDEX "event_config_published_date" ON "event_config" USING btree ("is_published","event_date");--> statement-breakpoint
CREATE INDEX "event_config_date" ON "event_config" USING btree ("event_date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_team_order" ON "event_team" USING btree ("event_id","display_order");--> statement-breakpoint
CREATE INDEX "event_team_member" ON "event_team" USING btree ("team_library_id");--> statement-breakpoint
CREATE INDEX "event_vendors_order" ON "event_vendors" USING btree ("event_id","display_order");--> statement-breakpoint
CREATE INDEX "event_vendors_vendor" ON "event_vendors" USING btree ("vendor_library_id");--> statement-breakpoint
CREATE INDEX "analytics_page_views_at" ON "analytics_page_views" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "analytics_page_views_event" ON "analytics_page_views" USING btree ("event_slug","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","id");--> statement-breakpoint
CREATE INDEX "site_builds_recent" ON "site_builds" USING btree ("requested_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "site_builds_open" ON "site_builds" USING btree ("state","revision");