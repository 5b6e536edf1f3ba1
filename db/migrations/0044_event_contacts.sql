CREATE TABLE "event_contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_contact_name_length" CHECK (char_length("event_contacts"."name") <= 100),
	CONSTRAINT "event_contact_email_length" CHECK (char_length("event_contacts"."email") <= 254),
	CONSTRAINT "event_contact_phone_length" CHECK (char_length("event_contacts"."phone") <= 40)
);
--> statement-breakpoint
ALTER TABLE "event_contacts" ADD CONSTRAINT "event_contacts_id_event_config_id_fk" FOREIGN KEY ("id") REFERENCES "public"."event_config"("id") ON DELETE cascade ON UPDATE no action;