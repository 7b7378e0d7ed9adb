CREATE TABLE "payments" (
	"checkout_session_id" text PRIMARY KEY NOT NULL,
	"payment_intent_id" text,
	"user_id" uuid NOT NULL,
	"reversal" text,
	"revision" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent_key" ON "payments" USING btree ("payment_intent_id");--> statement-breakpoint
INSERT INTO "payments" ("checkout_session_id", "payment_intent_id", "user_id", "revision", "created_at", "updated_at")
SELECT entry."checkout_session_id", event."payment_intent_id", entry."user_id", 1, entry."created_at", entry."created_at"
FROM "credit_entries" entry
LEFT JOIN LATERAL (
	SELECT "payload"->'data'->'object'->>'payment_intent' AS "payment_intent_id" FROM "stripe_events"
	WHERE "type" LIKE 'checkout.session.%' AND "payload"->'data'->'object'->>'id' = entry."checkout_session_id"
	ORDER BY "created_at" DESC LIMIT 1
) event ON true
WHERE entry."checkout_session_id" IS NOT NULL AND entry."kind" = 'grant';--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_checkout_session_id_payments_checkout_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."payments"("checkout_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_entries_payment" ON "credit_entries" USING btree ("checkout_session_id") WHERE "credit_entries"."checkout_session_id" is not null;