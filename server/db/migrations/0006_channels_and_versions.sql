CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"source" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"picture" "bytea",
	"width" integer,
	"height" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_state" CHECK (("attachments"."state" = 'stored') = ("attachments"."picture" is not null))
);
--> statement-breakpoint
CREATE TABLE "expert_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"system_prompt" text,
	"validator" text,
	"provider_id" uuid NOT NULL,
	"model" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "experts" DROP CONSTRAINT "experts_channel";--> statement-breakpoint
ALTER TABLE "experts" DROP CONSTRAINT "experts_reachable";--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "fallback_provider_id" uuid;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "answers_bursts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "version_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "content" text DEFAULT 'words' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "quoted_gateway_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "segments" smallint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "answered_with_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "expert_version_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "last_inbound_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "human_wanted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expert_versions" ADD CONSTRAINT "expert_versions_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expert_versions" ADD CONSTRAINT "expert_versions_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attachments_key" ON "attachments" USING btree ("message_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "expert_versions_key" ON "expert_versions" USING btree ("expert_id","version");--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_fallback_provider_id_providers_id_fk" FOREIGN KEY ("fallback_provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "experts_phone_number_id_key" ON "experts" USING btree ("channel","phone_number_id");--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_reachable" CHECK ("experts"."status" = 'PAUSED' or "experts"."channel" not in ('SMS', 'WHATSAPP') or "experts"."phone_number" is not null);--> statement-breakpoint
-- What experts answer with today is their first version; nobody knows any more who wrote it.
INSERT INTO "expert_versions" ("id", "expert_id", "version", "system_prompt", "validator", "provider_id", "model", "created_at")
SELECT gen_random_uuid(), e."id", 1, e."system_prompt", e."validator", e."provider_id", coalesce(p."config"->>'model', ''), e."created_at"
FROM "experts" e JOIN "providers" p ON p."id" = e."provider_id";--> statement-breakpoint
UPDATE "experts" SET "version_id" = v."id" FROM "expert_versions" v WHERE v."expert_id" = "experts"."id";
