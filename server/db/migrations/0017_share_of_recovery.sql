ALTER TABLE "phone_attempts" DROP CONSTRAINT "phone_attempts_kind";--> statement-breakpoint
ALTER TABLE "owner_links" ADD COLUMN "handle" text;--> statement-breakpoint
ALTER TABLE "owner_links" ADD COLUMN "outlives_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "asked_by" text;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "is_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "other_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "link_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "sent_to" text;--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_link_key" ON "password_resets" USING btree ("link_hash");--> statement-breakpoint
ALTER TABLE "phone_attempts" ADD CONSTRAINT "phone_attempts_kind" CHECK ("phone_attempts"."kind" in ('text', 'unsent', 'change', 'taken', 'mail-code', 'mail-code-known', 'mail-code-owed', 'mail-confirmation', 'mail-device', 'mail-invitation', 'mail-notice', 'mail-owner', 'mail-sign-up'));