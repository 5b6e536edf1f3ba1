DROP INDEX "event_tasks_template";--> statement-breakpoint
CREATE INDEX "event_tasks_template" ON "event_tasks" USING btree ("template_id","event_id");