CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "evidence" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"quotes" jsonb NOT NULL,
	"given" jsonb NOT NULL,
	"faults" jsonb NOT NULL,
	"refused" text,
	"open_key" text,
	"late_answer" text,
	"late_answer_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_pieces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"position" integer NOT NULL,
	"page" integer,
	"heading" text,
	"text" text NOT NULL,
	"tokens" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"origin" text,
	"url" text,
	"file_name" text,
	"content_type" text NOT NULL,
	"hash" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"valid_from" date,
	"valid_until" date,
	"is_quotable" boolean DEFAULT true NOT NULL,
	"review" jsonb DEFAULT '{"hidden":[],"instructions":[],"emptyPages":[]}'::jsonb NOT NULL,
	"page_count" integer DEFAULT 0 NOT NULL,
	"piece_count" integer DEFAULT 0 NOT NULL,
	"token_count" integer DEFAULT 0 NOT NULL,
	"read_due_at" timestamp with time zone,
	"reading_attempts" smallint DEFAULT 0 NOT NULL,
	"added_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"retired_at" timestamp with time zone,
	CONSTRAINT "sources_state" CHECK ("sources"."state" in ('reading', 'review', 'live', 'failed', 'retired'))
);
--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "knowledge_mode" text;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "knowledge_budget" integer DEFAULT 8000 NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "no_answer_text" text;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "knowledge_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "test_messages" ADD COLUMN "evidence" jsonb;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_pieces" ADD CONSTRAINT "source_pieces_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "evidence_late" ON "evidence" USING btree ("late_answer_at") WHERE "evidence"."late_answer_at" is not null;--> statement-breakpoint
CREATE INDEX "evidence_open" ON "evidence" USING btree ("expert_id","created_at" DESC NULLS LAST) WHERE "evidence"."open_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "source_pieces_key" ON "source_pieces" USING btree ("source_id","generation","position");--> statement-breakpoint
CREATE INDEX "sources_expert" ON "sources" USING btree ("expert_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_hash_key" ON "sources" USING btree ("expert_id","hash") WHERE "sources"."state" <> 'retired';--> statement-breakpoint
CREATE INDEX "sources_to_read" ON "sources" USING btree ("read_due_at") WHERE "sources"."read_due_at" is not null;