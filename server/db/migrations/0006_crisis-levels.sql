ALTER TABLE "risk_events" ADD COLUMN "level" text DEFAULT 'certain' NOT NULL;--> statement-breakpoint
ALTER TABLE "risk_events" ADD COLUMN "settled_as" text;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "concern_at" timestamp with time zone;