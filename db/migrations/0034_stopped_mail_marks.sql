-- Marks the events in which somebody has mails ahead, or was refused one, when their address is stopped or released and when their
-- account is banned or the ban is lifted. That a ban ends by itself is noticed within a day.
CREATE FUNCTION "mark_stopped_mails"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	CASE TG_TABLE_NAME
	WHEN 'suppressions' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT coalesce(m.event_id::text, 'accounts') FROM planned_mails m
				JOIN changed ON changed.email_hash = encode(sha256(convert_to(m.recipient_key, 'UTF8')), 'hex')
			WHERE changed.kind IN ('', 'event-mail') AND m.state IN ('planned', 'held', 'skipped') AND m.late_at > now();
	ELSE
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT coalesce(m.event_id::text, 'accounts') FROM changed
				JOIN users u ON u.id = CASE WHEN changed.subject_type = 'user' THEN changed.subject::uuid END
				JOIN planned_mails m ON m.recipient_key = u.email_key
			WHERE m.state IN ('planned', 'held', 'skipped') AND m.late_at > now();
	END CASE;
	RETURN NULL;
END
$$;--> statement-breakpoint
DO $$
DECLARE
	watched text;
BEGIN
	FOREACH watched IN ARRAY ARRAY['suppressions', 'bans'] LOOP
		EXECUTE format('CREATE TRIGGER mail_plan_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION mark_stopped_mails()', watched);
		EXECUTE format('CREATE TRIGGER mail_plan_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION mark_stopped_mails()', watched);
	END LOOP;
END
$$;
