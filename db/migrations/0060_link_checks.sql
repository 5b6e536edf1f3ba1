CREATE TABLE "link_checks" (
	"url" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"checked_at" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fails" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "link_check_url" CHECK ("link_checks"."url" ~ '^https?://' and octet_length("link_checks"."url") <= 2000),
	CONSTRAINT "link_check_status_known" CHECK ("link_checks"."status" in ('waiting', 'ok', 'gone', 'unknown'))
);
--> statement-breakpoint
CREATE INDEX "link_checks_due" ON "link_checks" USING btree ("next_at");