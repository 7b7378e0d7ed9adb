-- Phones are kept as fingerprints that only SECRET_KEY can make: the next start turns the old ones into such.
ALTER TABLE "trial_claims" RENAME COLUMN "phone_number" TO "phone_hash";--> statement-breakpoint
ALTER TABLE "trial_claims" ADD COLUMN "email_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "trial_claims_email_key" ON "trial_claims" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "users_leaving" ON "users" USING btree ("id") WHERE "users"."deleted_at" is not null and "users"."stripe_customer_id" is not null;--> statement-breakpoint
-- Events held names and e-mails, which nothing here has ever read.
UPDATE "stripe_events" SET "payload" = '{}';
