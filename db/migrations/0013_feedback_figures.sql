ALTER TABLE "admin_wishes" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_reports" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "admin_wishes_shipped" ON "admin_wishes" USING btree ("shipped_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "admin_wishes"."status" = 'shipped';--> statement-breakpoint
CREATE INDEX "event_reports_unmerged" ON "event_reports" USING btree ("status") WHERE "event_reports"."merged_into_id" is null;--> statement-breakpoint
CREATE INDEX "event_reports_figures" ON "event_reports" USING btree ("created_at","report_type","verified_at");--> statement-breakpoint
CREATE INDEX "event_reports_resolved" ON "event_reports" USING btree ("resolved_at","verified_at") WHERE "event_reports"."resolved_at" is not null;--> statement-breakpoint
-- Reports that are resolved already: since their last change, as far as anybody can tell.
UPDATE "event_reports" SET "resolved_at" = "updated_at" WHERE "status" = 'resolved';--> statement-breakpoint
-- Whoever resolves a report, and however: since when it is resolved is kept for as long as it is, unless a time is given with it.
CREATE FUNCTION "report_note_resolution"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.status <> 'resolved' THEN
		NEW.resolved_at := NULL;
	ELSIF NEW.resolved_at IS NULL THEN
		NEW.resolved_at := now();
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "report_resolved" BEFORE INSERT OR UPDATE ON "event_reports"
	FOR EACH ROW EXECUTE FUNCTION "report_note_resolution"();
