CREATE TABLE "change_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"set_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"label" text NOT NULL,
	"base_version" integer,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"updated_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_items_once" UNIQUE("set_id","subject_type","subject_id")
);
--> statement-breakpoint
CREATE TABLE "change_set_presence" (
	"set_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "change_set_presence_set_id_user_id_pk" PRIMARY KEY("set_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "change_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"publish_at" timestamp with time zone,
	"publish_zone" text,
	"fault" text,
	"created_by" text NOT NULL,
	"approved_by" text,
	"approved_at" timestamp with time zone,
	"published_by" text,
	"published_at" timestamp with time zone,
	"revision" bigint,
	"reverts_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_sets_reverts" UNIQUE("reverts_id"),
	CONSTRAINT "change_set_name_length" CHECK (char_length("change_sets"."name") between 1 and 100),
	CONSTRAINT "change_set_note_length" CHECK (char_length("change_sets"."note") <= 500),
	CONSTRAINT "change_set_state_known" CHECK ("change_sets"."state" in ('open', 'in_review', 'scheduled', 'missed', 'failed', 'published', 'rolled_back', 'prepared')),
	CONSTRAINT "change_set_scheduled_at" CHECK ("change_sets"."state" <> 'scheduled' or ("change_sets"."publish_at" is not null and "change_sets"."publish_zone" is not null)),
	CONSTRAINT "change_set_to_the_minute" CHECK ("change_sets"."publish_at" = date_trunc('minute', "change_sets"."publish_at")),
	CONSTRAINT "change_set_published_at" CHECK (("change_sets"."state" in ('published', 'rolled_back')) = ("change_sets"."published_at" is not null)),
	CONSTRAINT "change_set_approved" CHECK (("change_sets"."approved_by" is null) = ("change_sets"."approved_at" is null))
);
--> statement-breakpoint
ALTER TABLE "change_items" ADD CONSTRAINT "change_items_set_id_change_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."change_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_set_presence" ADD CONSTRAINT "change_set_presence_set_id_change_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."change_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_set_presence" ADD CONSTRAINT "change_set_presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_items_subject" ON "change_items" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "change_sets_recent" ON "change_sets" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "change_sets"."state" <> 'prepared';--> statement-breakpoint
CREATE INDEX "change_sets_by_state" ON "change_sets" USING btree ("state","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "change_sets_due" ON "change_sets" USING btree ("publish_at") WHERE "change_sets"."state" = 'scheduled';