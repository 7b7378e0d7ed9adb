ALTER TABLE "phone_attempts" DROP CONSTRAINT "phone_attempts_kind";--> statement-breakpoint
ALTER TABLE "phone_attempts" ADD COLUMN "mailbox_hash" text;--> statement-breakpoint
CREATE INDEX "phone_attempts_mailbox" ON "phone_attempts" USING btree ("mailbox_hash","created_at");--> statement-breakpoint
ALTER TABLE "phone_attempts" ADD CONSTRAINT "phone_attempts_kind" CHECK ("phone_attempts"."kind" in ('text', 'change', 'taken', 'mail-code', 'mail-confirmation', 'mail-notice', 'mail-invitation'));