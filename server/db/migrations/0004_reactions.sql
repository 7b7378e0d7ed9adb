ALTER TABLE "messages" ADD COLUMN "reaction" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reacts_to_id" uuid;--> statement-breakpoint
CREATE INDEX "messages_reactions" ON "messages" USING btree ("reacts_to_id","seq") WHERE "messages"."reacts_to_id" is not null;