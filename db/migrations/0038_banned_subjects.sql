-- As in 0034, for bans whose subject is no account's id too: one that is typed into the command, or that came from elsewhere.
CREATE OR REPLACE FUNCTION "mark_stopped_mails"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
				JOIN users u ON u.id = CASE
					WHEN changed.subject_type = 'user' AND changed.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
					THEN changed.subject::uuid
				END
				JOIN planned_mails m ON m.recipient_key = u.email_key
			WHERE m.state IN ('planned', 'held', 'skipped') AND m.late_at > now();
	END CASE;
	RETURN NULL;
END
$$;
