DROP INDEX "analytics_visits_event";--> statement-breakpoint
ALTER TABLE "analytics_rollups" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "analytics_visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD COLUMN "page" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD COLUMN "exit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD COLUMN "utm_source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD COLUMN "utm_medium" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD COLUMN "utm_content" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD COLUMN "utm_term" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "analytics_visits_event" ON "analytics_visits" USING btree ("event_slug","day") WHERE "analytics_visits"."page" = '';--> statement-breakpoint
ALTER TABLE "analytics_visits" DROP CONSTRAINT "analytics_visits_pk";
--> statement-breakpoint
ALTER TABLE "analytics_visits" ADD CONSTRAINT "analytics_visits_pk" PRIMARY KEY("day","event_slug","page","id");