-- Whoever stands twice in one event keeps the first place, so that the unique indexes below can hold.
DELETE FROM "event_team" a USING "event_team" b WHERE a."event_id" = b."event_id" AND a."team_library_id" = b."team_library_id" AND (a."display_order", a."id") > (b."display_order", b."id");--> statement-breakpoint
DELETE FROM "event_vendors" a USING "event_vendors" b WHERE a."event_id" = b."event_id" AND a."vendor_library_id" = b."vendor_library_id" AND (a."display_order", a."id") > (b."display_order", b."id");--> statement-breakpoint
ALTER TABLE "agenda_template_groups" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_settings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "profiles_search" ON "profiles" USING gin (to_tsvector('simple', coalesce("username", '') || ' ' || coalesce("full_name", '')));--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (to_tsvector('simple', coalesce("email", '')));--> statement-breakpoint
CREATE INDEX "event_config_search" ON "event_config" USING gin (to_tsvector('simple', coalesce("event_name", '') || ' ' || coalesce("event_slug", '') || ' ' || coalesce("city", '') || ' ' || coalesce("state", '') || ' ' || coalesce("venue_name", '')));--> statement-breakpoint
CREATE UNIQUE INDEX "event_team_once" ON "event_team" USING btree ("event_id","team_library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_vendors_once" ON "event_vendors" USING btree ("event_id","vendor_library_id");--> statement-breakpoint
CREATE INDEX "location_library_name" ON "location_library" USING btree (lower("venue_name"),"id");--> statement-breakpoint
CREATE INDEX "location_library_search" ON "location_library" USING gin (to_tsvector('simple', coalesce("venue_name", '') || ' ' || coalesce("city", '') || ' ' || coalesce("state", '') || ' ' || coalesce("venue_address", '')));--> statement-breakpoint
CREATE INDEX "team_library_name" ON "team_library" USING btree (lower("full_name"),"id");--> statement-breakpoint
CREATE INDEX "team_library_search" ON "team_library" USING gin (to_tsvector('simple', coalesce("full_name", '') || ' ' || coalesce("title", '') || ' ' || coalesce("credentials", '') || ' ' || coalesce("specialties", '')));--> statement-breakpoint
CREATE INDEX "vendor_library_name" ON "vendor_library" USING btree (lower("vendor_name"),"id");--> statement-breakpoint
CREATE INDEX "vendor_library_search" ON "vendor_library" USING gin (to_tsvector('simple', coalesce("vendor_name", '') || ' ' || coalesce("contact_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("tags", '')));--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");