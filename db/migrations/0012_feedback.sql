CREATE TABLE "admin_wishes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_from_report_id" uuid,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'idea' NOT NULL,
	"target" text,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"public_title" text,
	"public_text" text,
	"shipped_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_wishes_createdFromReportId_unique" UNIQUE("created_from_report_id"),
	CONSTRAINT "wish_title_length" CHECK (char_length("admin_wishes"."title") between 1 and 200),
	CONSTRAINT "wish_description_length" CHECK (char_length("admin_wishes"."description") <= 5000),
	CONSTRAINT "wish_status_known" CHECK ("admin_wishes"."status" in ('idea', 'planned', 'in_progress', 'shipped', 'declined')),
	CONSTRAINT "wish_target_length" CHECK (char_length("admin_wishes"."target") <= 100),
	CONSTRAINT "wish_public_title_length" CHECK (char_length("admin_wishes"."public_title") <= 200),
	CONSTRAINT "wish_public_text_length" CHECK (char_length("admin_wishes"."public_text") <= 1000),
	CONSTRAINT "wish_shipped_when" CHECK (("admin_wishes"."status" = 'shipped') = ("admin_wishes"."shipped_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "event_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reporter_user_id" uuid,
	"report_type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"reporter_email" text NOT NULL,
	"email_key" text NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"answer" text,
	"context" jsonb,
	"verified_at" timestamp with time zone,
	"merged_into_id" uuid,
	"promoted_to_wish_id" uuid,
	"promoted_at" timestamp with time zone,
	"submission_key" text,
	"submission_digest" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_reports_submissionKey_unique" UNIQUE("submission_key"),
	CONSTRAINT "report_title_length" CHECK (char_length("event_reports"."title") between 5 and 500),
	CONSTRAINT "report_description_length" CHECK (char_length("event_reports"."description") between 20 and 5000),
	CONSTRAINT "report_email_length" CHECK (char_length("event_reports"."reporter_email") <= 255),
	CONSTRAINT "report_type_known" CHECK ("event_reports"."report_type" in ('problem', 'improvement')),
	CONSTRAINT "report_status_known" CHECK ("event_reports"."status" in ('unverified', 'open', 'in_progress', 'resolved', 'dismissed')),
	CONSTRAINT "report_answer_length" CHECK (char_length("event_reports"."answer") <= 1000),
	CONSTRAINT "report_not_its_own_twin" CHECK ("event_reports"."merged_into_id" <> "event_reports"."id")
);
--> statement-breakpoint
CREATE TABLE "report_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_note_length" CHECK (char_length("report_notes"."body") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "admin_wishes" ADD CONSTRAINT "admin_wishes_created_from_report_id_event_reports_id_fk" FOREIGN KEY ("created_from_report_id") REFERENCES "public"."event_reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_reports" ADD CONSTRAINT "event_reports_reporter_user_id_users_id_fk" FOREIGN KEY ("reporter_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_reports" ADD CONSTRAINT "event_reports_merged_into_id_event_reports_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."event_reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_reports" ADD CONSTRAINT "event_reports_promoted_to_wish_id_admin_wishes_id_fk" FOREIGN KEY ("promoted_to_wish_id") REFERENCES "public"."admin_wishes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_notes" ADD CONSTRAINT "report_notes_report_id_event_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."event_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_notes" ADD CONSTRAINT "report_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_wishes_board" ON "admin_wishes" USING btree ("status","display_order","id");--> statement-breakpoint
CREATE INDEX "admin_wishes_public" ON "admin_wishes" USING btree ("shipped_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "admin_wishes"."is_public" and "admin_wishes"."status" = 'shipped';--> statement-breakpoint
CREATE INDEX "admin_wishes_search" ON "admin_wishes" USING gin (to_tsvector('simple', translate(coalesce("title", '') || ' ' || coalesce("description", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "event_reports_created" ON "event_reports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_reports_status" ON "event_reports" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_reports_type" ON "event_reports" USING btree ("report_type","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_reports_email" ON "event_reports" USING btree ("email_key","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_reports_reporter" ON "event_reports" USING btree ("reporter_user_id") WHERE "event_reports"."reporter_user_id" is not null;--> statement-breakpoint
CREATE INDEX "event_reports_merged" ON "event_reports" USING btree ("merged_into_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "event_reports"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "event_reports_promoted" ON "event_reports" USING btree ("promoted_to_wish_id") WHERE "event_reports"."promoted_to_wish_id" is not null;--> statement-breakpoint
CREATE INDEX "event_reports_search" ON "event_reports" USING gin (to_tsvector('simple', translate(coalesce("title", '') || ' ' || coalesce("description", '') || ' ' || coalesce("reporter_email", ''), '.:@/_+-#&<>%~=', '              ')));--> statement-breakpoint
CREATE INDEX "report_notes_report" ON "report_notes" USING btree ("report_id","created_at","id");