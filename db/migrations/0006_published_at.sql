ALTER TABLE "event_config" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
-- What stands on the site already: since the first time it was published, or since its row was made where nobody wrote that down.
UPDATE "event_config" SET "published_at" = coalesce(
	(SELECT min(at) FROM "audit_log" WHERE action = 'event.publish' AND subject_type = 'event' AND subject_id = "event_config".id::text),
	created_at
) WHERE is_published;--> statement-breakpoint
-- Whoever publishes an event, and however: the first time is kept, unless a time is given with it.
CREATE FUNCTION "event_note_publication"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.is_published AND NEW.published_at IS NULL THEN
		NEW.published_at := now();
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "event_published" BEFORE INSERT OR UPDATE ON "event_config"
	FOR EACH ROW EXECUTE FUNCTION "event_note_publication"();
