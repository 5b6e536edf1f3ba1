CREATE TABLE "username_holds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"username_key" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "username_holds_usernameKey_unique" UNIQUE("username_key")
);
--> statement-breakpoint
ALTER TABLE "username_holds" ADD CONSTRAINT "username_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "username_holds_expiry" ON "username_holds" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_attempts_user" ON "auth_attempts" USING btree ("user_id","at" DESC NULLS LAST);--> statement-breakpoint
INSERT INTO "username_holds" ("user_id", "username_key", "expires_at") SELECT u."id", p."username_key", now() + interval '7 days' FROM "users" u JOIN "profiles" p ON p."id" = u."id" WHERE u."email_confirmed_at" IS NULL AND u."deleted_at" IS NULL;
