CREATE TABLE "audit_pending" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_pending_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_previous_hash" UNIQUE("previous_hash");--> statement-breakpoint
-- What the hash of a row covers: every column but the hashes, as one JSON array of texts and nulls.
CREATE FUNCTION "audit_content"("entry" "audit_log") RETURNS text LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_array(
		entry.id::text, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor, entry.action,
		entry.subject_type, entry.subject_id, entry.before::text, entry.after::text, entry.address, entry.request_id
	)::text
$$;--> statement-breakpoint
CREATE FUNCTION "audit_hash"("previous_hash" text, "entry" "audit_log") RETURNS text LANGUAGE sql STABLE AS $$
	SELECT encode(sha256(convert_to(previous_hash || audit_content(entry), 'UTF8')), 'hex')
$$;--> statement-breakpoint
-- Takes over what a transaction wrote down, when it commits. The lock, whose number is ours and means nothing, is held
-- until the commit is done, so that the next row is chained to this one. Runs as the owner of the log: whoever may write
-- down an entry need not be allowed to touch the log.
CREATE FUNCTION "audit_append"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	entry audit_log;
BEGIN
	PERFORM pg_advisory_xact_lock(7240119);
	SELECT hash INTO entry.previous_hash FROM audit_log WHERE hash IS NOT NULL ORDER BY id DESC LIMIT 1;
	entry.previous_hash := coalesce(entry.previous_hash, repeat('0', 64));
	entry.id := nextval('audit_log_id_seq');
	entry.at := clock_timestamp();
	entry.actor := NEW.actor;
	entry.action := NEW.action;
	entry.subject_type := NEW.subject_type;
	entry.subject_id := NEW.subject_id;
	entry.before := NEW.before;
	entry.after := NEW.after;
	entry.address := NEW.address;
	entry.request_id := NEW.request_id;
	entry.hash := audit_hash(entry.previous_hash, entry);
	INSERT INTO audit_log (id, at, actor, action, subject_type, subject_id, before, after, address, request_id, previous_hash, hash)
		OVERRIDING SYSTEM VALUE
		VALUES (entry.id, entry.at, entry.actor, entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after,
			entry.address, entry.request_id, entry.previous_hash, entry.hash);
	DELETE FROM audit_pending WHERE id = NEW.id;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "audit_pending_append" AFTER INSERT ON "audit_pending"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "audit_append"();--> statement-breakpoint
-- Rows from before there was a chain become its beginning.
DO $$
DECLARE
	entry audit_log;
	previous text := repeat('0', 64);
BEGIN
	FOR entry IN SELECT * FROM audit_log ORDER BY id LOOP
		UPDATE audit_log SET previous_hash = previous, hash = audit_hash(previous, entry) WHERE id = entry.id
			RETURNING hash INTO previous;
	END LOOP;
END
$$;--> statement-breakpoint
CREATE FUNCTION "audit_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_refuse"();
