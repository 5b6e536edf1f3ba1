-- Words are split where people split them; what the release before looked for is found as before.
DROP INDEX "users_email_beginning";--> statement-breakpoint
DROP INDEX "profiles_search";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "agenda_template_groups_search";--> statement-breakpoint
DROP INDEX "event_config_search";--> statement-breakpoint
DROP INDEX "location_library_search";--> statement-breakpoint
DROP INDEX "team_library_search";--> statement-breakpoint
DROP INDEX "vendor_library_search";--> statement-breakpoint
CREATE INDEX "profiles_search" ON "profiles" USING gin (to_tsvector('simple', translate(coalesce("username", '') || ' ' || coalesce("full_name", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (to_tsvector('simple', translate(coalesce("email", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "agenda_template_groups_search" ON "agenda_template_groups" USING gin (to_tsvector('simple', translate(coalesce("group_name", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "event_config_search" ON "event_config" USING gin (to_tsvector('simple', translate(coalesce("event_name", '') || ' ' || coalesce("event_slug", '') || ' ' || coalesce("city", '') || ' ' || coalesce("state", '') || ' ' || coalesce("venue_name", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "location_library_search" ON "location_library" USING gin (to_tsvector('simple', translate(coalesce("venue_name", '') || ' ' || coalesce("city", '') || ' ' || coalesce("state", '') || ' ' || coalesce("venue_address", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "team_library_search" ON "team_library" USING gin (to_tsvector('simple', translate(coalesce("full_name", '') || ' ' || coalesce("title", '') || ' ' || coalesce("credentials", '') || ' ' || coalesce("specialties", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "vendor_library_search" ON "vendor_library" USING gin (to_tsvector('simple', translate(coalesce("vendor_name", '') || ' ' || coalesce("contact_name", '') || ' ' || coalesce("contact_email", '') || ' ' || coalesce("tags", ''), '.:@/_+-#&<>%~=', '              ')));