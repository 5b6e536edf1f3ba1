CREATE INDEX "site_builds_ended" ON "site_builds" USING btree ("state","finished_at");--> statement-breakpoint
CREATE INDEX "site_builds_started" ON "site_builds" USING btree ("started_at");