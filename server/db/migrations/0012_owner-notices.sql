CREATE TABLE "owner_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"event" jsonb NOT NULL,
	"route" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "old_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "owner_notices" ADD CONSTRAINT "owner_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_notices_user" ON "owner_notices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "owner_notices_created" ON "owner_notices" USING btree ("created_at");