CREATE TABLE "delivery_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"outbox_id" uuid,
	"provider" text NOT NULL,
	"provider_event_id" text NOT NULL,
	"type" text NOT NULL,
	"code" text,
	"text" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_notes_once" UNIQUE("provider","provider_event_id"),
	CONSTRAINT "delivery_note_type_known" CHECK ("delivery_notes"."type" in ('delivered', 'bounce_hard', 'bounce_soft', 'complaint', 'deferred')),
	CONSTRAINT "delivery_note_text_length" CHECK (char_length("delivery_notes"."text") <= 500)
);
--> statement-breakpoint
CREATE TABLE "dns_snapshots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"domain" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"records" jsonb NOT NULL,
	"accepted_by" text
);
--> statement-breakpoint
CREATE TABLE "event_mail_rules" (
	"event_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"overrides" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_skipped" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_mail_rules_event_id_rule_id_pk" PRIMARY KEY("event_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "event_tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"title" text NOT NULL,
	"assignee_type" text NOT NULL,
	"assignee_id" uuid NOT NULL,
	"due_days" integer NOT NULL,
	"done_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_task_title_length" CHECK (char_length("event_tasks"."title") between 1 and 200),
	CONSTRAINT "event_task_assignee_known" CHECK ("event_tasks"."assignee_type" in ('team', 'vendor')),
	CONSTRAINT "event_task_due_bounds" CHECK ("event_tasks"."due_days" between -90 and 90)
);
--> statement-breakpoint
CREATE TABLE "mail_alerts" (
	"key" text PRIMARY KEY NOT NULL,
	"sentence" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"notified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"facts" jsonb NOT NULL,
	"decision" text NOT NULL,
	"note" text,
	"people" integer NOT NULL,
	"decided_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_correction_note_length" CHECK (char_length("mail_corrections"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "mail_plan_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_plan_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"scope" text NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_round_trips" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"outbox_id" uuid,
	"asked_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp with time zone,
	"source" text,
	"results" jsonb,
	CONSTRAINT "mail_round_trips_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "mail_rule_verdicts" (
	"event_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"is_wanted" boolean NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp with time zone,
	"people" integer DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_rule_verdicts_event_id_rule_id_pk" PRIMARY KEY("event_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "mail_rule_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_rule_versions_once" UNIQUE("rule_id","number")
);
--> statement-breakpoint
CREATE TABLE "mail_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text,
	"title" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"current_version" integer DEFAULT 1 NOT NULL,
	"on_since" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_rules_key_unique" UNIQUE("key"),
	CONSTRAINT "mail_rule_title_length" CHECK (char_length("mail_rules"."title") between 1 and 100),
	CONSTRAINT "mail_rule_state_known" CHECK ("mail_rules"."state" in ('draft', 'on', 'paused'))
);
--> statement-breakpoint
CREATE TABLE "planned_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"event_id" uuid,
	"subject_id" text NOT NULL,
	"item_id" text DEFAULT '' NOT NULL,
	"recipient" text NOT NULL,
	"recipient_key" text NOT NULL,
	"name" text,
	"occurrence" date NOT NULL,
	"zone" text NOT NULL,
	"anchor_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"late_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"reason" text,
	"known_facts" jsonb,
	"outbox_id" uuid,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "planned_mails_once" UNIQUE NULLS NOT DISTINCT("rule_id","event_id","recipient_key","occurrence","item_id"),
	CONSTRAINT "planned_mail_state_known" CHECK ("planned_mails"."state" in ('planned', 'held', 'sent', 'skipped', 'missed', 'cancelled')),
	CONSTRAINT "planned_mail_reason" CHECK ("planned_mails"."state" in ('planned', 'sent') or "planned_mails"."reason" is not null),
	CONSTRAINT "planned_mail_sent_when" CHECK (("planned_mails"."state" = 'sent') = ("planned_mails"."sent_at" is not null)),
	CONSTRAINT "planned_mail_not_late_before_due" CHECK ("planned_mails"."late_at" >= "planned_mails"."due_at")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email_hash" text NOT NULL,
	"masked" text NOT NULL,
	"reason" text NOT NULL,
	"kind" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	"released_by" text,
	CONSTRAINT "suppression_reason_known" CHECK ("suppressions"."reason" in ('hard', 'complaint', 'manual', 'kind')),
	CONSTRAINT "suppression_kind_named" CHECK (("suppressions"."reason" = 'kind') = ("suppressions"."kind" <> '')),
	CONSTRAINT "suppression_note_length" CHECK (char_length("suppressions"."note") <= 500)
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_state_known";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "skipped_because" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "provider_message_id" text;--> statement-breakpoint
ALTER TABLE "delivery_notes" ADD CONSTRAINT "delivery_notes_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_mail_rules" ADD CONSTRAINT "event_mail_rules_rule_id_mail_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."mail_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_tasks" ADD CONSTRAINT "event_tasks_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_round_trips" ADD CONSTRAINT "mail_round_trips_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rule_verdicts" ADD CONSTRAINT "mail_rule_verdicts_rule_id_mail_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."mail_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rule_versions" ADD CONSTRAINT "mail_rule_versions_rule_id_mail_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."mail_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_mails" ADD CONSTRAINT "planned_mails_rule_id_mail_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."mail_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_mails" ADD CONSTRAINT "planned_mails_version_id_mail_rule_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."mail_rule_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_mails" ADD CONSTRAINT "planned_mails_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_notes_outbox" ON "delivery_notes" USING btree ("outbox_id","at");--> statement-breakpoint
CREATE INDEX "dns_snapshots_recent" ON "dns_snapshots" USING btree ("domain","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_tasks_event" ON "event_tasks" USING btree ("event_id","due_days");--> statement-breakpoint
CREATE INDEX "event_tasks_assignee" ON "event_tasks" USING btree ("assignee_type","assignee_id");--> statement-breakpoint
CREATE INDEX "mail_corrections_event" ON "mail_corrections" USING btree ("event_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mail_plan_marks_scope" ON "mail_plan_marks" USING btree ("scope");--> statement-breakpoint
CREATE INDEX "mail_round_trips_recent" ON "mail_round_trips" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "planned_mails_event" ON "planned_mails" USING btree ("event_id","due_at");--> statement-breakpoint
CREATE INDEX "planned_mails_due" ON "planned_mails" USING btree ("due_at") WHERE "planned_mails"."state" in ('planned', 'held');--> statement-breakpoint
CREATE INDEX "planned_mails_recipient" ON "planned_mails" USING btree ("recipient_key","due_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "planned_mails_outbox" ON "planned_mails" USING btree ("outbox_id") WHERE "planned_mails"."outbox_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_active" ON "suppressions" USING btree ("email_hash","reason","kind") WHERE "suppressions"."released_at" is null;--> statement-breakpoint
CREATE INDEX "suppressions_recent" ON "suppressions" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_provider_message" ON "outbox" USING btree ("provider_message_id") WHERE "outbox"."provider_message_id" is not null;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_state_known" CHECK ("outbox"."state" in ('queued', 'sent', 'dead', 'skipped'));--> statement-breakpoint
-- Marks the events of a change, once for each statement. `changed` holds the rows after it; for a deletion, those before.
CREATE FUNCTION "mark_mail_plan"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	CASE TG_TABLE_NAME
	WHEN 'event_config' THEN
		INSERT INTO mail_plan_marks (scope) SELECT id::text FROM changed;
	WHEN 'event_team', 'event_vendors', 'event_tasks', 'event_mail_rules' THEN
		INSERT INTO mail_plan_marks (scope) SELECT DISTINCT event_id::text FROM changed;
	WHEN 'team_library' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT event_id::text FROM event_team WHERE team_library_id IN (SELECT id FROM changed);
	WHEN 'vendor_library' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT event_id::text FROM event_vendors WHERE vendor_library_id IN (SELECT id FROM changed);
	WHEN 'forum_follows' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT c.event_id::text FROM changed
				JOIN forum_topics t ON t.id = changed.topic_id
				JOIN forum_categories c ON c.id = t.category_id
			WHERE c.event_id IS NOT NULL;
	WHEN 'forum_preferences' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT c.event_id::text FROM changed
				JOIN forum_follows f ON f.user_id = changed.user_id
				JOIN forum_topics t ON t.id = f.topic_id
				JOIN forum_categories c ON c.id = t.category_id
			WHERE c.event_id IS NOT NULL;
	WHEN 'forum_categories' THEN
		INSERT INTO mail_plan_marks (scope) SELECT DISTINCT event_id::text FROM changed WHERE event_id IS NOT NULL;
	WHEN 'event_reports' THEN
		INSERT INTO mail_plan_marks (scope)
			SELECT DISTINCT e.id::text FROM changed
				JOIN event_config e ON changed.context->>'page' = '/event/' || e.event_slug
			WHERE changed.verified_at IS NOT NULL;
	WHEN 'users', 'profiles' THEN
		INSERT INTO mail_plan_marks (scope) SELECT 'accounts' WHERE EXISTS (SELECT FROM changed);
	ELSE
		INSERT INTO mail_plan_marks (scope) SELECT 'everything' WHERE EXISTS (SELECT FROM changed);
	END CASE;
	RETURN NULL;
END
$$;--> statement-breakpoint
DO $$
DECLARE
	watched text;
BEGIN
	FOREACH watched IN ARRAY ARRAY[
		'event_config', 'event_team', 'event_vendors', 'event_tasks', 'event_mail_rules', 'forum_follows', 'forum_preferences',
		'user_roles', 'mail_rules'
	] LOOP
		EXECUTE format('CREATE TRIGGER mail_plan_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION mark_mail_plan()', watched);
		EXECUTE format('CREATE TRIGGER mail_plan_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION mark_mail_plan()', watched);
	END LOOP;
	FOREACH watched IN ARRAY ARRAY[
		'event_config', 'event_team', 'event_vendors', 'event_tasks', 'event_mail_rules', 'forum_follows', 'forum_preferences',
		'mail_rules', 'team_library', 'vendor_library', 'forum_categories', 'event_reports', 'profiles'
	] LOOP
		EXECUTE format('CREATE TRIGGER mail_plan_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION mark_mail_plan()', watched);
	END LOOP;
END
$$;--> statement-breakpoint
-- An account counts from the moment its address is confirmed; how often it signs in changes nothing.
CREATE FUNCTION "mark_account_mails"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		SELECT CASE WHEN former.email_confirmed_at IS NULL THEN 'accounts' ELSE 'everything' END
		FROM changed JOIN former USING (id)
		WHERE (changed.email, changed.email_confirmed_at, changed.deleted_at)
			IS DISTINCT FROM (former.email, former.email_confirmed_at, former.deleted_at)
		LIMIT 1;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "mail_plan_update" AFTER UPDATE ON "users" REFERENCING NEW TABLE AS changed OLD TABLE AS former
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_account_mails"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_insert" AFTER INSERT ON "users" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_mail_plan"();
