CREATE TABLE "analytics_days" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"import_id" uuid,
	"event_slug" text DEFAULT '' NOT NULL,
	"dimension" text NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	"visitors" integer,
	"visits" integer,
	"views" integer,
	"seconds" bigint,
	"bounces" integer,
	CONSTRAINT "analytics_days_once" UNIQUE NULLS NOT DISTINCT("import_id","day","event_slug","dimension","value")
);
--> statement-breakpoint
CREATE TABLE "analytics_hours" (
	"hour" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"page_path" text NOT NULL,
	"event_slug" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"n" integer DEFAULT 0 NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_hours_pk" PRIMARY KEY("hour","page_path","event_slug","kind","place","source")
);
--> statement-breakpoint
CREATE TABLE "analytics_import_rows" (
	"import_id" uuid NOT NULL,
	"day" date NOT NULL,
	"key" "bytea" NOT NULL,
	"dimension" text NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	"event_slug" text DEFAULT '' NOT NULL,
	"visitors" integer,
	"visits" integer,
	"views" integer,
	"seconds" bigint,
	"bounces" integer,
	CONSTRAINT "analytics_import_rows_import_id_day_key_pk" PRIMARY KEY("import_id","day","key"),
	CONSTRAINT "analytics_import_row_key_length" CHECK (octet_length("analytics_import_rows"."key") = 16)
);
--> statement-breakpoint
CREATE TABLE "analytics_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"zone" text NOT NULL,
	"from_day" date,
	"to_day" date,
	"cursor" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"report" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"started_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "analytics_import_sha256" CHECK ("analytics_imports"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "analytics_import_name_length" CHECK (char_length("analytics_imports"."file_name") between 1 and 200),
	CONSTRAINT "analytics_import_state_known" CHECK ("analytics_imports"."state" in ('running', 'paused', 'done', 'undone', 'cancelled', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "analytics_left_out" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_left_out_day_reason_pk" PRIMARY KEY("day","reason")
);
--> statement-breakpoint
CREATE TABLE "analytics_networks" (
	"day" date NOT NULL,
	"network_key" "bytea" NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_networks_day_network_key_pk" PRIMARY KEY("day","network_key")
);
--> statement-breakpoint
CREATE TABLE "analytics_periods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"import_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"dimension" text NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	"visitors" integer,
	"visits" integer,
	"views" integer,
	"seconds" bigint,
	"bounces" integer,
	CONSTRAINT "analytics_periods_once" UNIQUE("import_id","dimension","value")
);
--> statement-breakpoint
CREATE TABLE "analytics_rollups" (
	"day" date PRIMARY KEY NOT NULL,
	"rolled_up_at" timestamp with time zone NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"recounted_at" timestamp with time zone,
	"differences" integer
);
--> statement-breakpoint
CREATE TABLE "analytics_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analytics_salt_length" CHECK (octet_length("analytics_salts"."salt") = 32)
);
--> statement-breakpoint
CREATE TABLE "analytics_visits" (
	"day" date NOT NULL,
	"event_slug" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"entry" text NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"seconds" bigint DEFAULT 0 NOT NULL,
	"bounces" integer DEFAULT 0 NOT NULL,
	"agenda" integer DEFAULT 0 NOT NULL,
	"letter" integer DEFAULT 0 NOT NULL,
	"register" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_visits_pk" PRIMARY KEY("day","event_slug","source","campaign","country","device","entry")
);
--> statement-breakpoint
-- Views from before have no visitor: they become counts by hour and day, on the clock of the statistics, and their rows go.
INSERT INTO "analytics_hours" ("hour", "day", "page_path", "event_slug", "kind", "n")
SELECT date_trunc('hour', "created_at"), ("created_at" AT TIME ZONE 'America/Chicago')::date, "page_path", coalesce("event_slug", ''), 'view', count(*)
FROM "analytics_page_views" GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO "analytics_days" ("day", "event_slug", "dimension", "value", "views")
SELECT "day", '', 'total', '', sum("n") FROM "analytics_hours" GROUP BY "day"
UNION ALL
SELECT "day", "event_slug", 'total', '', sum("n") FROM "analytics_hours" WHERE "event_slug" <> '' GROUP BY "day", "event_slug"
UNION ALL
SELECT "day", '', 'page', "page_path", sum("n") FROM "analytics_hours" GROUP BY "day", "page_path";--> statement-breakpoint
DELETE FROM "analytics_page_views";--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "day" date NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "kind" text DEFAULT 'view' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "visitor_key" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "utm_source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "utm_medium" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "utm_campaign" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "utm_content" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "utm_term" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_days" ADD CONSTRAINT "analytics_days_import_id_analytics_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."analytics_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_import_rows" ADD CONSTRAINT "analytics_import_rows_import_id_analytics_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."analytics_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_periods" ADD CONSTRAINT "analytics_periods_import_id_analytics_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."analytics_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_days_day" ON "analytics_days" USING btree ("dimension","day","event_slug");--> statement-breakpoint
CREATE INDEX "analytics_days_event" ON "analytics_days" USING btree ("event_slug","dimension","day");--> statement-breakpoint
CREATE INDEX "analytics_hours_day" ON "analytics_hours" USING btree ("day");--> statement-breakpoint
CREATE INDEX "analytics_hours_event" ON "analytics_hours" USING btree ("event_slug","kind","day");--> statement-breakpoint
CREATE INDEX "analytics_import_rows_day" ON "analytics_import_rows" USING btree ("day","key");--> statement-breakpoint
CREATE INDEX "analytics_imports_recent" ON "analytics_imports" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "analytics_imports_file" ON "analytics_imports" USING btree ("sha256") WHERE "analytics_imports"."state" in ('running', 'paused', 'done');--> statement-breakpoint
CREATE INDEX "analytics_visits_event" ON "analytics_visits" USING btree ("event_slug","day");--> statement-breakpoint
CREATE INDEX "analytics_page_views_day" ON "analytics_page_views" USING btree ("day","visitor_key","created_at");--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD CONSTRAINT "page_view_key_length" CHECK (octet_length("analytics_page_views"."visitor_key") = 8);--> statement-breakpoint
ALTER TABLE "analytics_page_views" ADD CONSTRAINT "page_view_kind_known" CHECK ("analytics_page_views"."kind" in ('view', 'agenda', 'letter', 'register', 'partner_shown', 'partner_pressed'));