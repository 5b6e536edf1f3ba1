CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"scope" text NOT NULL,
	"last_fetched_at" timestamp with time zone,
	"last_program" text,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "calendar_feed_scope_known" CHECK ("calendar_feeds"."scope" in ('published', 'all')),
	CONSTRAINT "calendar_feed_program_length" CHECK (char_length("calendar_feeds"."last_program") <= 100)
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"person_id" uuid,
	"title" text NOT NULL,
	"carrier" text,
	"tracking" text,
	"pieces" integer DEFAULT 1 NOT NULL,
	"expected_on" date,
	"expected_at" time,
	"received_at" timestamp with time zone,
	"received_by" text,
	"storage" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_title_length" CHECK (char_length("deliveries"."title") between 1 and 200),
	CONSTRAINT "delivery_carrier_length" CHECK (char_length("deliveries"."carrier") <= 100),
	CONSTRAINT "delivery_tracking_length" CHECK (char_length("deliveries"."tracking") <= 100),
	CONSTRAINT "delivery_storage_length" CHECK (char_length("deliveries"."storage") <= 200),
	CONSTRAINT "delivery_pieces_bounds" CHECK ("deliveries"."pieces" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "logistics_answers" (
	"person_id" uuid NOT NULL,
	"section_key" text NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"answered_by" text NOT NULL,
	"source" text DEFAULT 'web' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logistics_answers_person_id_section_key_pk" PRIMARY KEY("person_id","section_key"),
	CONSTRAINT "logistics_answer_source_known" CHECK ("logistics_answers"."source" in ('web', 'phone', 'mail'))
);
--> statement-breakpoint
CREATE TABLE "logistics_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"section_key" text NOT NULL,
	"field" text NOT NULL,
	"changed_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logistics_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"team_library_id" uuid,
	"vendor_contact_id" uuid,
	"state" text DEFAULT 'new' NOT NULL,
	"submitted_at" timestamp with time zone,
	"last_opened_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logistics_people_once" UNIQUE("event_id","email_key"),
	CONSTRAINT "logistics_person_name_length" CHECK (char_length("logistics_people"."name") between 1 and 100),
	CONSTRAINT "logistics_person_role_known" CHECK ("logistics_people"."role" in ('instructor', 'speaker', 'host', 'vendor')),
	CONSTRAINT "logistics_person_state_known" CHECK ("logistics_people"."state" in ('new', 'sent', 'opened', 'started', 'submitted'))
);
--> statement-breakpoint
CREATE TABLE "logistics_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"section_key" text NOT NULL,
	"base_version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"note" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "logistics_request_state_known" CHECK ("logistics_requests"."state" in ('open', 'accepted', 'declined')),
	CONSTRAINT "logistics_request_note_length" CHECK (char_length("logistics_requests"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "run_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"days" integer DEFAULT 0 NOT NULL,
	"starts_at" time NOT NULL,
	"minutes" integer DEFAULT 30 NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"owner" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_item_title_length" CHECK (char_length("run_items"."title") between 1 and 200),
	CONSTRAINT "run_item_owner_length" CHECK (char_length("run_items"."owner") <= 100),
	CONSTRAINT "run_item_kind_known" CHECK ("run_items"."kind" in ('setup', 'teardown', 'other')),
	CONSTRAINT "run_item_days_bounds" CHECK ("run_items"."days" between -7 and 7),
	CONSTRAINT "run_item_minutes_bounds" CHECK ("run_items"."minutes" between 0 and 1440)
);
--> statement-breakpoint
CREATE TABLE "run_sheets" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"content_hash" text NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nudges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"event_id" uuid NOT NULL,
	"outbox_id" uuid,
	"sent_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_contacts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vendor_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"state" text DEFAULT 'invited' NOT NULL,
	"invited_by" text NOT NULL,
	"accepted_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_contacts_once" UNIQUE("vendor_id","email_key"),
	CONSTRAINT "vendor_contact_person_length" CHECK (char_length("vendor_contacts"."name") between 1 and 100),
	CONSTRAINT "vendor_contact_state_known" CHECK ("vendor_contacts"."state" in ('invited', 'active', 'revoked')),
	CONSTRAINT "vendor_contact_revoked_when" CHECK (("vendor_contacts"."state" = 'revoked') = ("vendor_contacts"."revoked_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "vendor_hit_days" (
	"day" date NOT NULL,
	"event_id" uuid NOT NULL,
	"vendor_id" uuid NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"clicked" integer DEFAULT 0 NOT NULL,
	"registered" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "vendor_hit_days_day_event_id_vendor_id_pk" PRIMARY KEY("day","event_id","vendor_id")
);
--> statement-breakpoint
CREATE TABLE "vendor_invites" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contact_id" uuid NOT NULL,
	"outbox_id" uuid,
	"opened_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"sent_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vendor_id" uuid NOT NULL,
	"contact_id" uuid,
	"base_version" integer NOT NULL,
	"base" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decisions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"note" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_proposal_state_known" CHECK ("vendor_proposals"."state" in ('open', 'decided', 'withdrawn')),
	CONSTRAINT "vendor_proposal_note_length" CHECK (char_length("vendor_proposals"."note") <= 1000),
	CONSTRAINT "vendor_proposal_decided_when" CHECK (("vendor_proposals"."state" = 'decided') = ("vendor_proposals"."decided_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "vendor_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_file_name_length" CHECK (char_length("task_files"."name") between 1 and 200),
	CONSTRAINT "task_file_size" CHECK (octet_length("task_files"."bytes") <= 2097152)
);
--> statement-breakpoint
CREATE TABLE "task_submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"submitted_by" text NOT NULL,
	"value" jsonb NOT NULL,
	"state" text DEFAULT 'submitted' NOT NULL,
	"note" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_submission_state_known" CHECK ("task_submissions"."state" in ('submitted', 'returned', 'accepted')),
	CONSTRAINT "task_submission_note_length" CHECK (char_length("task_submissions"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "task_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"assignee_type" text NOT NULL,
	"due_days" integer NOT NULL,
	"help" text,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_required" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_template_title_length" CHECK (char_length("task_templates"."title") between 1 and 200),
	CONSTRAINT "task_template_kind_known" CHECK ("task_templates"."kind" in ('file', 'image', 'text', 'choice', 'acknowledgement', 'form')),
	CONSTRAINT "task_template_assignee_known" CHECK ("task_templates"."assignee_type" in ('team', 'vendor')),
	CONSTRAINT "task_template_due_bounds" CHECK ("task_templates"."due_days" between -90 and 90),
	CONSTRAINT "task_template_help_length" CHECK (char_length("task_templates"."help") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "event_tasks" ADD COLUMN "template_id" uuid;--> statement-breakpoint
ALTER TABLE "event_tasks" ADD COLUMN "kind" text DEFAULT 'acknowledgement' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_tasks" ADD COLUMN "help" text;--> statement-breakpoint
ALTER TABLE "event_tasks" ADD COLUMN "options" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "event_tasks" ADD COLUMN "is_required" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "event_tasks" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_tasks" ADD COLUMN "note" text;--> statement-breakpoint
UPDATE "event_tasks" SET "state" = 'done' WHERE "done_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_person_id_logistics_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."logistics_people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistics_answers" ADD CONSTRAINT "logistics_answers_person_id_logistics_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."logistics_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistics_changes" ADD CONSTRAINT "logistics_changes_person_id_logistics_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."logistics_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistics_people" ADD CONSTRAINT "logistics_people_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistics_people" ADD CONSTRAINT "logistics_people_team_library_id_team_library_id_fk" FOREIGN KEY ("team_library_id") REFERENCES "public"."team_library"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistics_people" ADD CONSTRAINT "logistics_people_vendor_contact_id_vendor_contacts_id_fk" FOREIGN KEY ("vendor_contact_id") REFERENCES "public"."vendor_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logistics_requests" ADD CONSTRAINT "logistics_requests_person_id_logistics_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."logistics_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_items" ADD CONSTRAINT "run_items_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_sheets" ADD CONSTRAINT "run_sheets_event_id_event_config_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_contacts" ADD CONSTRAINT "vendor_contacts_vendor_id_vendor_library_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendor_library"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_hit_days" ADD CONSTRAINT "vendor_hit_days_vendor_id_vendor_library_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendor_library"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_invites" ADD CONSTRAINT "vendor_invites_contact_id_vendor_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."vendor_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_invites" ADD CONSTRAINT "vendor_invites_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_proposals" ADD CONSTRAINT "vendor_proposals_vendor_id_vendor_library_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendor_library"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_proposals" ADD CONSTRAINT "vendor_proposals_contact_id_vendor_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."vendor_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_sessions" ADD CONSTRAINT "vendor_sessions_contact_id_vendor_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."vendor_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_files" ADD CONSTRAINT "task_files_task_id_event_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."event_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_submissions" ADD CONSTRAINT "task_submissions_task_id_event_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."event_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_feeds_user" ON "calendar_feeds" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_event" ON "deliveries" USING btree ("event_id","expected_on");--> statement-breakpoint
CREATE INDEX "deliveries_person" ON "deliveries" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "logistics_changes_person" ON "logistics_changes" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "logistics_people_order" ON "logistics_people" USING btree ("event_id","role",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "logistics_people_team" ON "logistics_people" USING btree ("team_library_id");--> statement-breakpoint
CREATE INDEX "logistics_people_contact" ON "logistics_people" USING btree ("vendor_contact_id");--> statement-breakpoint
CREATE INDEX "logistics_requests_person" ON "logistics_requests" USING btree ("person_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "run_items_event" ON "run_items" USING btree ("event_id","days","starts_at");--> statement-breakpoint
CREATE INDEX "nudges_subject" ON "nudges" USING btree ("subject","event_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "vendor_contacts_address" ON "vendor_contacts" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "vendor_contacts_recent" ON "vendor_contacts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "vendor_hit_days_vendor" ON "vendor_hit_days" USING btree ("vendor_id","event_id");--> statement-breakpoint
CREATE INDEX "vendor_invites_contact" ON "vendor_invites" USING btree ("contact_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "vendor_invites_outbox" ON "vendor_invites" USING btree ("outbox_id") WHERE "vendor_invites"."outbox_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_proposals_one_open" ON "vendor_proposals" USING btree ("vendor_id") WHERE "vendor_proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "vendor_proposals_state" ON "vendor_proposals" USING btree ("state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "vendor_proposals_vendor" ON "vendor_proposals" USING btree ("vendor_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "vendor_sessions_contact" ON "vendor_sessions" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "vendor_sessions_expiry" ON "vendor_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "task_files_task" ON "task_files" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "task_submissions_task" ON "task_submissions" USING btree ("task_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_templates_title" ON "task_templates" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "event_tasks_state" ON "event_tasks" USING btree ("state","event_id");--> statement-breakpoint
CREATE INDEX "event_tasks_template" ON "event_tasks" USING btree ("template_id");--> statement-breakpoint
ALTER TABLE "event_tasks" ADD CONSTRAINT "event_tasks_once" UNIQUE("event_id","template_id","assignee_type","assignee_id");--> statement-breakpoint
ALTER TABLE "event_tasks" ADD CONSTRAINT "event_task_kind_known" CHECK ("event_tasks"."kind" in ('file', 'image', 'text', 'choice', 'acknowledgement', 'form'));--> statement-breakpoint
ALTER TABLE "event_tasks" ADD CONSTRAINT "event_task_state_known" CHECK ("event_tasks"."state" in ('open', 'submitted', 'returned', 'done', 'waived'));--> statement-breakpoint
ALTER TABLE "event_tasks" ADD CONSTRAINT "event_task_done_when" CHECK (("event_tasks"."state" in ('done', 'waived')) = ("event_tasks"."done_at" is not null));--> statement-breakpoint
ALTER TABLE "event_tasks" ADD CONSTRAINT "event_task_help_length" CHECK (char_length("event_tasks"."help") <= 2000);--> statement-breakpoint
ALTER TABLE "event_tasks" ADD CONSTRAINT "event_task_note_length" CHECK (char_length("event_tasks"."note") <= 1000);--> statement-breakpoint
CREATE FUNCTION "mark_vendor_contacts"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		SELECT DISTINCT event_id::text FROM event_vendors WHERE vendor_library_id IN (SELECT vendor_id FROM changed);
	RETURN NULL;
END
$$;--> statement-breakpoint
-- When a contact was last seen changes nothing.
CREATE FUNCTION "mark_changed_contacts"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO mail_plan_marks (scope)
		SELECT DISTINCT event_id::text FROM event_vendors WHERE vendor_library_id IN (
			SELECT changed.vendor_id FROM changed JOIN former USING (id)
			WHERE (changed.state, changed.email, changed.name) IS DISTINCT FROM (former.state, former.email, former.name));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "mail_plan_insert" AFTER INSERT ON "vendor_contacts" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_vendor_contacts"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_delete" AFTER DELETE ON "vendor_contacts" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_vendor_contacts"();--> statement-breakpoint
CREATE TRIGGER "mail_plan_update" AFTER UPDATE ON "vendor_contacts" REFERENCING NEW TABLE AS changed OLD TABLE AS former
	FOR EACH STATEMENT EXECUTE FUNCTION "mark_changed_contacts"();
