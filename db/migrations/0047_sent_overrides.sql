ALTER TABLE "planned_mails" ADD COLUMN "overrides" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- Those that were sent before: what the event has differently now is the best that is known.
UPDATE "planned_mails" SET "overrides" = own."overrides" FROM "event_mail_rules" own
	WHERE "planned_mails"."state" = 'sent' AND own."rule_id" = "planned_mails"."rule_id" AND own."event_id" = "planned_mails"."event_id";
