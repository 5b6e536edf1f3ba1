-- The release before this chain writes into the log itself, and goes on while the new one is being put in its place. What
-- comes without a hash is chained as it comes, or the chain would be broken for ever. (security DB9)
CREATE FUNCTION "audit_chain_direct"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7240119);
	SELECT hash INTO NEW.previous_hash FROM audit_log WHERE hash IS NOT NULL ORDER BY id DESC LIMIT 1;
	NEW.previous_hash := coalesce(NEW.previous_hash, repeat('0', 64));
	NEW.id := nextval('audit_log_id_seq');
	NEW.at := clock_timestamp();
	NEW.hash := audit_hash(NEW.previous_hash, NEW);
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_chain_direct" BEFORE INSERT ON "audit_log"
	FOR EACH ROW WHEN (NEW.hash IS NULL) EXECUTE FUNCTION "audit_chain_direct"();
