CREATE TABLE "email_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"device_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owner_links_purpose" CHECK ("owner_links"."purpose" in ('lock', 'device'))
);
--> statement-breakpoint
ALTER TABLE "phone_attempts" DROP CONSTRAINT "phone_attempts_kind";--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "sent_by" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "password_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_attached_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_links" ADD CONSTRAINT "owner_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_codes_user" ON "email_codes" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_codes_created" ON "email_codes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "owner_links_hash_key" ON "owner_links" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "owner_links_user" ON "owner_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "owner_links_created" ON "owner_links" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "phone_attempts" ADD CONSTRAINT "phone_attempts_kind" CHECK ("phone_attempts"."kind" in ('text', 'change', 'taken', 'mail-code', 'mail-confirmation', 'mail-device', 'mail-invitation', 'mail-notice', 'mail-owner', 'mail-sign-up'));--> statement-breakpoint
UPDATE "users" SET "email_verified_at" = "created_at" WHERE "role" <> 'USER' AND "deleted_at" IS NULL;--> statement-breakpoint
UPDATE "users" SET "email_verified_at" = (SELECT max("created_at") FROM "audit_log" WHERE "entity" = 'user' AND "entity_id" = "users"."id" AND ("action" IN ('user.confirm-email', 'user.restore-email', 'user.change-role') OR ("action" = 'sign-in' AND "after" ->> 'by' = 'invitation'))) WHERE "role" = 'USER' AND "deleted_at" IS NULL;--> statement-breakpoint
UPDATE "users" SET "phone_attached_at" = coalesce((SELECT min("activated_at") FROM "connections" WHERE "user_id" = "users"."id" AND "handle" = "users"."phone_number"), "phone_verified_at") WHERE "phone_verified_at" IS NOT NULL;
