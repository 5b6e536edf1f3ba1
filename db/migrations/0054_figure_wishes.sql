CREATE TABLE "figure_wishes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"weekly" boolean DEFAULT false NOT NULL,
	"after_events" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "figure_wishes" ADD CONSTRAINT "figure_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;