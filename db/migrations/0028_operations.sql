CREATE TABLE "call_minutes" (
	"minute" timestamp with time zone NOT NULL,
	"route_group" text NOT NULL,
	"ok" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"slow" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "call_minutes_minute_route_group_pk" PRIMARY KEY("minute","route_group")
);
--> statement-breakpoint
CREATE TABLE "check_rounds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"trigger" text NOT NULL,
	"asked_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"live_revision" bigint,
	CONSTRAINT "check_round_trigger_known" CHECK ("check_rounds"."trigger" in ('asked', 'daily', 'deploy'))
);
--> statement-breakpoint
CREATE TABLE "check_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"round_id" uuid NOT NULL,
	"key" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"milliseconds" integer NOT NULL,
	"state" text NOT NULL,
	"said" text NOT NULL,
	"evidence" jsonb,
	CONSTRAINT "check_run_state_known" CHECK ("check_runs"."state" in ('pass', 'warn', 'fail', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "check_states" (
	"key" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"blips" integer DEFAULT 0 NOT NULL,
	"last_run_at" timestamp with time zone NOT NULL,
	"last_pass_at" timestamp with time zone,
	"mended_at" timestamp with time zone,
	"announced_at" timestamp with time zone,
	"muted_until" timestamp with time zone,
	"muted_by" text,
	"mute_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "check_state_known" CHECK ("check_states"."state" in ('pass', 'warn', 'fail', 'unknown')),
	CONSTRAINT "check_mute_whole" CHECK (("check_states"."muted_until" is null) = ("check_states"."mute_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "emergency_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"scope" jsonb NOT NULL,
	"is_drill" boolean DEFAULT false NOT NULL,
	"actor" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"counts" jsonb
);
--> statement-breakpoint
CREATE TABLE "site_mode" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"level" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"set_by" text,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone,
	"mail_held_since" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "site_mode_one_row" CHECK ("site_mode"."id" = 1),
	CONSTRAINT "site_mode_level_known" CHECK ("site_mode"."level" between 0 and 3),
	CONSTRAINT "site_mode_reason" CHECK ("site_mode"."level" = 0 or "site_mode"."reason" is not null)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_expired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "factors_expired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_round_id_check_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."check_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_rounds_recent" ON "check_rounds" USING btree ("requested_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "check_runs_round" ON "check_runs" USING btree ("round_id","key");--> statement-breakpoint
CREATE INDEX "check_runs_key" ON "check_runs" USING btree ("key","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "emergency_actions_recent" ON "emergency_actions" USING btree ("started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
-- The one row of site_mode: the site is open.
INSERT INTO "site_mode" ("id") VALUES (1) ON CONFLICT ("id") DO NOTHING;
