CREATE INDEX "agenda_template_groups_name" ON "agenda_template_groups" USING btree (lower("group_name"),"id");--> statement-breakpoint
CREATE INDEX "agenda_template_groups_search" ON "agenda_template_groups" USING gin (to_tsvector('simple', coalesce("group_name", '')));--> statement-breakpoint
CREATE INDEX "event_config_location" ON "event_config" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "event_config_agenda_template" ON "event_config" USING btree ("agenda_template_group_id");