ALTER TABLE "threads" ADD COLUMN "route" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_phone_number" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_phone_expert_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_phone_asked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_pending_phone" ON "users" USING btree ("pending_phone_number") WHERE "users"."pending_phone_number" is not null;--> statement-breakpoint
-- Who wrote by WhatsApp through Twilio was known by the prefixed number; one person is one number by every way.
UPDATE "opt_outs" SET "handle" = substr("handle", 10) WHERE "channel" = 'SMS' AND "handle" LIKE 'whatsapp:+%'
  AND NOT EXISTS (SELECT 1 FROM "opt_outs" AS "same" WHERE "same"."channel" = "opt_outs"."channel"
    AND "same"."address" = "opt_outs"."address" AND "same"."handle" = substr("opt_outs"."handle", 10));--> statement-breakpoint
UPDATE "connections" SET "handle" = substr("handle", 10) WHERE "handle" LIKE 'whatsapp:+%';--> statement-breakpoint
UPDATE "threads" SET "route" = jsonb_build_object('to', "handle", 'from', null), "handle" = substr("handle", 10),
  "is_current" = "is_current" AND NOT EXISTS (SELECT 1 FROM "threads" AS "same" WHERE "same"."is_current"
    AND "same"."expert_id" = "threads"."expert_id" AND "same"."handle" = substr("threads"."handle", 10))
  WHERE "handle" LIKE 'whatsapp:+%';
