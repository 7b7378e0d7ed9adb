DROP INDEX "trial_claims_user_key";--> statement-breakpoint
CREATE INDEX "trial_claims_user" ON "trial_claims" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trial_claims_user_key" ON "trial_claims" USING btree ("user_id") WHERE "trial_claims"."email_hash" is not null;