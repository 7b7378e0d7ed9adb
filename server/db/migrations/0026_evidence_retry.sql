ALTER TABLE "evidence" ADD COLUMN "given_count" integer;--> statement-breakpoint
ALTER TABLE "evidence" ADD COLUMN "retry" jsonb;