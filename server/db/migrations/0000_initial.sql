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
	"taken_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_state" CHECK ("attachments"."picture" is null or "attachments"."state" = 'stored')
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "canned_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"handle" text,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone,
	"code" text,
	"code_expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp with time zone,
	CONSTRAINT "connections_state" CHECK ("connections"."state" in ('pending', 'active'))
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credit_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"granted_delta" integer DEFAULT 0 NOT NULL,
	"used_delta" integer DEFAULT 0 NOT NULL,
	"message_id" uuid,
	"checkout_session_id" text,
	"invoice_id" text,
	"amount" integer,
	"currency" text,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_entries_money" CHECK (("credit_entries"."amount" is null) = ("credit_entries"."currency" is null)),
	CONSTRAINT "credit_entries_kind" CHECK (case "credit_entries"."kind"
        when 'grant' then "credit_entries"."granted_delta" > 0 and "credit_entries"."used_delta" = 0
        when 'spend' then "credit_entries"."granted_delta" = 0 and "credit_entries"."used_delta" = 1 and "credit_entries"."message_id" is not null
        when 'give_back' then "credit_entries"."granted_delta" = 0 and "credit_entries"."used_delta" = -1 and "credit_entries"."message_id" is not null
        when 'refund' then "credit_entries"."granted_delta" <= 0 and "credit_entries"."used_delta" = 0 and coalesce("credit_entries"."checkout_session_id", "credit_entries"."invoice_id") is not null
        when 'restore' then "credit_entries"."granted_delta" >= 0 and "credit_entries"."used_delta" = 0 and coalesce("credit_entries"."checkout_session_id", "credit_entries"."invoice_id") is not null
        when 'adjust' then "credit_entries"."granted_delta" <> 0 and "credit_entries"."used_delta" = 0
        when 'payment' then "credit_entries"."granted_delta" = 0 and "credit_entries"."used_delta" = 0 and "credit_entries"."invoice_id" is not null
        else false end)
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"gateway_message_id" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"sending_at" timestamp with time zone,
	"retry_at" timestamp with time zone,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('queued', 'sending', 'uncertain', 'sent', 'delivered', 'read', 'failed', 'withheld'))
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"confirm_hash" text,
	"object_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "experts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"handle" text NOT NULL,
	"display_name" text NOT NULL,
	"tagline" text,
	"description" text,
	"image_url" text,
	"category" text,
	"sample_questions" text,
	"phone_number" text,
	"phone_number_id" text,
	"provider_id" uuid NOT NULL,
	"system_prompt" text,
	"validator" text,
	"rejected" text,
	"status" text NOT NULL,
	"custom_domain" text,
	"site_name" text,
	"site_tagline" text,
	"primary_color" text,
	"secondary_color" text,
	"accent_color" text,
	"fallback_provider_id" uuid,
	"answers_bursts" boolean DEFAULT false NOT NULL,
	"pause_after_text" text DEFAULT 'twoHours' NOT NULL,
	"human_words" text,
	"opening_hours" jsonb,
	"crisis_line" text,
	"address_since" timestamp with time zone,
	"archived_at" timestamp with time zone,
	"class" text DEFAULT 'service' NOT NULL,
	"business" text,
	"disclosure_hours" smallint DEFAULT 0 NOT NULL,
	"words" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experts_status" CHECK ("experts"."status" in ('ACTIVE', 'PAUSED')),
	CONSTRAINT "experts_archived" CHECK ("experts"."archived_at" is null or "experts"."status" = 'PAUSED'),
	CONSTRAINT "experts_class" CHECK ("experts"."class" in ('service', 'companion')),
	CONSTRAINT "experts_reachable" CHECK ("experts"."status" = 'PAUSED' or "experts"."channel" not in ('SMS', 'WHATSAPP') or "experts"."phone_number" is not null)
);
--> statement-breakpoint
CREATE TABLE "failure_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_failure_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "handle_aliases" (
	"channel" text NOT NULL,
	"alias" text NOT NULL,
	"handle" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handle_aliases_channel_alias_pk" PRIMARY KEY("channel","alias")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('ADMIN', 'AGENT'))
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"last_sign_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hue" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_search" (
	"message_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "message_search_created_at_message_id_pk" PRIMARY KEY("created_at","message_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"thread_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"origin" text NOT NULL,
	"body" text NOT NULL,
	"is_cut" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"channel" text,
	"gateway_account" text,
	"gateway_message_id" text,
	"keyword_answered" text,
	"content" text DEFAULT 'words' NOT NULL,
	"quoted_gateway_id" text,
	"segments" smallint,
	"answer_state" text,
	"guard" text,
	"keyword" text,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"verdict" jsonb,
	"answered_with_id" uuid,
	"reply_to_id" uuid,
	"system_kind" text,
	"ignores_opt_out" boolean DEFAULT false NOT NULL,
	"ai_meta" jsonb,
	"disclosure_length" smallint,
	"expert_version_id" uuid,
	"sources" jsonb,
	"delivery_state" text,
	"delivery_reason" text,
	"dismissed_at" timestamp with time zone,
	"replay_by" uuid,
	CONSTRAINT "messages_direction" CHECK ("messages"."direction" in ('inbound', 'outbound')),
	CONSTRAINT "messages_answer_state" CHECK (("messages"."answer_state" is null) = ("messages"."direction" = 'outbound') and ("messages"."answer_state" is null or "messages"."answer_state" in ('waiting', 'held', 'answered', 'refused', 'recorded', 'failed')))
);
--> statement-breakpoint
CREATE TABLE "opt_outs" (
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"handle" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_with_next_message" boolean DEFAULT false NOT NULL,
	"blocked_by_gateway" boolean DEFAULT false NOT NULL,
	CONSTRAINT "opt_outs_channel_address_handle_pk" PRIMARY KEY("channel","address","handle")
);
--> statement-breakpoint
CREATE TABLE "orphaned_files" (
	"name" text PRIMARY KEY NOT NULL,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "phone_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"network_hash" text,
	"prefix_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phone_attempts_kind" CHECK ("phone_attempts"."kind" in ('text', 'change', 'taken'))
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"display_name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"config" jsonb NOT NULL,
	"api_key" jsonb NOT NULL,
	"api_key_last4" text NOT NULL,
	"outage" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_fingerprint_pk" PRIMARY KEY("user_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "reply_drafts" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "risk_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid,
	"kind" text NOT NULL,
	"rule" text NOT NULL,
	"country" text,
	"sent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_progress" (
	"table" text PRIMARY KEY NOT NULL,
	"done_seq" bigint DEFAULT 0 NOT NULL,
	"next_seq" bigint,
	"settles_at_xid" bigint
);
--> statement-breakpoint
CREATE TABLE "stored_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"stripe_subscription_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"current_period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"access_until" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_message_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"role" text NOT NULL,
	"body" text NOT NULL,
	"ai_meta" jsonb,
	"sources" jsonb,
	"verdict" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_labels" (
	"thread_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	CONSTRAINT "thread_labels_thread_id_label_id_pk" PRIMARY KEY("thread_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "thread_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"body" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_seen" (
	"user_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "thread_seen_user_id_thread_id_pk" PRIMARY KEY("user_id","thread_id")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"handle" text NOT NULL,
	"user_id" uuid,
	"is_current" boolean DEFAULT true NOT NULL,
	"title" text,
	"title_revision" integer DEFAULT 1 NOT NULL,
	"last_message" text,
	"last_message_at" timestamp with time zone,
	"message_count" integer DEFAULT 0 NOT NULL,
	"last_inbound_at" timestamp with time zone,
	"last_inbound_seq" bigint,
	"person_wrote_at" timestamp with time zone,
	"last_inbound_channel" text,
	"human_wanted_at" timestamp with time zone,
	"alert_due_at" timestamp with time zone,
	"disclosed_at" timestamp with time zone,
	"handler" text DEFAULT 'ai' NOT NULL,
	"handler_epoch" integer DEFAULT 0 NOT NULL,
	"handed_at" timestamp with time zone,
	"handed_because" text,
	"assignee_id" uuid,
	"ai_returns_at" timestamp with time zone,
	"credit_notice_at" timestamp with time zone,
	"risk_at" timestamp with time zone,
	"minor_since" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"closed_by" text,
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "threads_handler" CHECK ("threads"."handler" in ('ai', 'human')),
	CONSTRAINT "threads_erased" CHECK (("threads"."erased_at" is null) = ("threads"."handle" <> ''))
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"device" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stepped_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trial_claims" (
	"phone_hash" text,
	"email_hash" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone_number" text,
	"phone_verified_at" timestamp with time zone,
	"phone_loss" text,
	"role" text DEFAULT 'USER' NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"paid_messages" integer DEFAULT 0 NOT NULL,
	"sub_expiration" timestamp with time zone,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"totp_secret" jsonb,
	"totp_confirmed_at" timestamp with time zone,
	"totp_last_step" integer,
	"sms_consent_at" timestamp with time zone,
	"sms_consent_version" text,
	"sms_consent_address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('ADMIN', 'AGENT', 'USER')),
	CONSTRAINT "users_credits" CHECK (0 <= "users"."message_count" and "users"."message_count" <= "users"."paid_messages")
);
--> statement-breakpoint
CREATE TABLE "wakeups" (
	"thread_id" uuid NOT NULL,
	"job" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"lease" uuid,
	"leased_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "wakeups_thread_id_job_pk" PRIMARY KEY("thread_id","job")
);
--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_checkout_session_id_payments_checkout_session_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."payments"("checkout_session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expert_versions" ADD CONSTRAINT "expert_versions_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expert_versions" ADD CONSTRAINT "expert_versions_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_fallback_provider_id_providers_id_fk" FOREIGN KEY ("fallback_provider_id") REFERENCES "public"."providers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_attempts" ADD CONSTRAINT "phone_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_drafts" ADD CONSTRAINT "reply_drafts_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_drafts" ADD CONSTRAINT "reply_drafts_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_events" ADD CONSTRAINT "risk_events_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_conversations" ADD CONSTRAINT "test_conversations_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_conversations" ADD CONSTRAINT "test_conversations_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_messages" ADD CONSTRAINT "test_messages_conversation_id_test_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."test_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_labels" ADD CONSTRAINT "thread_labels_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_labels" ADD CONSTRAINT "thread_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_notes" ADD CONSTRAINT "thread_notes_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_notes" ADD CONSTRAINT "thread_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_seen" ADD CONSTRAINT "thread_seen_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_seen" ADD CONSTRAINT "thread_seen_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attachments_key" ON "attachments" USING btree ("message_id","position");--> statement-breakpoint
CREATE INDEX "attachments_created" ON "attachments" USING btree ("created_at") WHERE "attachments"."state" = 'stored';--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_name_key" ON "canned_replies" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "connections_user_expert_key" ON "connections" USING btree ("user_id","expert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_code_key" ON "connections" USING btree ("code");--> statement-breakpoint
CREATE INDEX "connections_handle" ON "connections" USING btree ("expert_id","handle");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_invoice_key" ON "credit_entries" USING btree ("invoice_id") WHERE "credit_entries"."kind" = 'payment';--> statement-breakpoint
CREATE INDEX "credit_entries_invoice" ON "credit_entries" USING btree ("invoice_id") WHERE "credit_entries"."invoice_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_message_key" ON "credit_entries" USING btree ("message_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_checkout_key" ON "credit_entries" USING btree ("checkout_session_id") WHERE "credit_entries"."kind" = 'grant';--> statement-breakpoint
CREATE INDEX "credit_entries_payment" ON "credit_entries" USING btree ("checkout_session_id") WHERE "credit_entries"."checkout_session_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_entries_user" ON "credit_entries" USING btree ("user_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_part_key" ON "deliveries" USING btree ("message_id","part");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_gateway_key" ON "deliveries" USING btree ("gateway_message_id");--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("thread_id","seq") WHERE "deliveries"."state" in ('queued', 'sending', 'uncertain');--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_confirm_key" ON "email_changes" USING btree ("confirm_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_object_key" ON "email_changes" USING btree ("object_hash");--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "email_changes_created" ON "email_changes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "expert_versions_key" ON "expert_versions" USING btree ("expert_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "experts_handle_key" ON "experts" USING btree (lower("handle"));--> statement-breakpoint
CREATE UNIQUE INDEX "experts_custom_domain_key" ON "experts" USING btree ("custom_domain");--> statement-breakpoint
CREATE UNIQUE INDEX "experts_phone_number_key" ON "experts" USING btree ("channel","phone_number");--> statement-breakpoint
CREATE UNIQUE INDEX "experts_phone_number_id_key" ON "experts" USING btree ("channel","phone_number_id");--> statement-breakpoint
CREATE INDEX "experts_provider" ON "experts" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "failure_counts_last" ON "failure_counts" USING btree ("last_failure_at");--> statement-breakpoint
CREATE INDEX "handle_aliases_handle" ON "handle_aliases" USING btree ("handle");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_hash_key" ON "invitations" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email_key" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitations_created" ON "invitations" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name_key" ON "labels" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "message_search_thread" ON "message_search" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "message_search_words" ON "message_search" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "messages_gateway_key" ON "messages" USING btree ("channel","gateway_account","gateway_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_reply_key" ON "messages" USING btree ("reply_to_id") WHERE "messages"."origin" = 'ai';--> statement-breakpoint
CREATE INDEX "messages_thread" ON "messages" USING btree ("thread_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_seq" ON "messages" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "messages_gateway_id" ON "messages" USING btree ("gateway_message_id") WHERE "messages"."gateway_message_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("thread_id","created_at") WHERE ("messages"."delivery_state" = 'failed' or "messages"."answer_state" = 'failed') and "messages"."dismissed_at" is null;--> statement-breakpoint
CREATE INDEX "messages_to_replay" ON "messages" USING btree ("thread_id") WHERE "messages"."replay_by" is not null;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("thread_id","seq") WHERE "messages"."answer_state" = 'waiting';--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("thread_id","created_at") WHERE "messages"."answer_state" = 'held';--> statement-breakpoint
CREATE INDEX "messages_system" ON "messages" USING btree ("thread_id","system_kind","created_at") WHERE "messages"."system_kind" is not null;--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "password_resets_created" ON "password_resets" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent_key" ON "payments" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "phone_attempts_created" ON "phone_attempts" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "phone_attempts_user" ON "phone_attempts" USING btree ("user_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "phone_attempts_network" ON "phone_attempts" USING btree ("network_hash","created_at");--> statement-breakpoint
CREATE INDEX "phone_attempts_prefix" ON "phone_attempts" USING btree ("prefix_hash","created_at");--> statement-breakpoint
CREATE INDEX "reply_drafts_thread" ON "reply_drafts" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "risk_events_created" ON "risk_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "risk_events_thread" ON "risk_events" USING btree ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own_key" ON "saved_views" USING btree ("owner_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared_key" ON "saved_views" USING btree (lower("name")) WHERE "saved_views"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "stripe_events_received" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "test_conversations_expert" ON "test_conversations" USING btree ("expert_id","last_message_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "test_messages_conversation" ON "test_messages" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "thread_labels_label" ON "thread_labels" USING btree ("label_id","thread_id");--> statement-breakpoint
CREATE INDEX "thread_notes_thread" ON "thread_notes" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "thread_notes_words" ON "thread_notes" USING gin ("words");--> statement-breakpoint
CREATE INDEX "thread_seen_thread" ON "thread_seen" USING btree ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "threads_current_key" ON "threads" USING btree ("expert_id","handle") WHERE "threads"."is_current";--> statement-breakpoint
CREATE INDEX "threads_newest" ON "threads" USING btree (coalesce("last_message_at", "created_at") desc,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_user" ON "threads" USING btree ("user_id",coalesce("last_message_at", "created_at") desc,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_handle" ON "threads" USING btree ("handle");--> statement-breakpoint
CREATE INDEX "threads_assignee" ON "threads" USING btree ("assignee_id") WHERE "threads"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "threads_words" ON "threads" USING gin (to_tsvector('simple', translate(normalize(replace(replace(replace(replace(translate(regexp_replace(normalize(lower(coalesce("title", '') || ' ' || replace(coalesce("handle", ''), '+', '') || ' ' || right(replace(coalesce("handle", ''), '+', ''), 10) || ' ' || right(replace(coalesce("handle", ''), '+', ''), 7) || ' ' || right(replace(coalesce("handle", ''), '+', ''), 4)), NFKD), '[\u0300-\u036f]', '', 'g'), 'øđðłħıς', 'oddlhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFKC), '@.-_+', '     '))) WITH (fastupdate=false) WHERE "threads"."title" is not null or "threads"."user_id" is null;--> statement-breakpoint
CREATE INDEX "threads_minor" ON "threads" USING btree ("user_id","handle") WHERE "threads"."minor_since" is not null;--> statement-breakpoint
CREATE INDEX "threads_risk" ON "threads" USING btree ("risk_at") WHERE "threads"."risk_at" is not null;--> statement-breakpoint
CREATE INDEX "threads_alert_due" ON "threads" USING btree ("alert_due_at") WHERE "threads"."alert_due_at" is not null;--> statement-breakpoint
CREATE INDEX "threads_ai_returns" ON "threads" USING btree ("ai_returns_at") WHERE "threads"."ai_returns_at" is not null;--> statement-breakpoint
CREATE INDEX "threads_credit_notice" ON "threads" USING btree ("credit_notice_at") WHERE "threads"."credit_notice_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trial_claims_phone_key" ON "trial_claims" USING btree ("phone_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "trial_claims_user_key" ON "trial_claims" USING btree ("user_id") WHERE "trial_claims"."email_hash" is not null;--> statement-breakpoint
CREATE INDEX "trial_claims_user" ON "trial_claims" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trial_claims_email_key" ON "trial_claims" USING btree ("email_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_verified_phone_key" ON "users" USING btree ("phone_number") WHERE "users"."phone_verified_at" is not null;--> statement-breakpoint
CREATE INDEX "users_phone_number" ON "users" USING btree ("phone_number");--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (to_tsvector('simple', translate(normalize(replace(replace(replace(replace(translate(regexp_replace(normalize(lower(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", '') || ' ' || replace(coalesce("phone_number", ''), '+', '') || ' ' || right(replace(coalesce("phone_number", ''), '+', ''), 10) || ' ' || right(replace(coalesce("phone_number", ''), '+', ''), 7) || ' ' || right(replace(coalesce("phone_number", ''), '+', ''), 4)), NFKD), '[\u0300-\u036f]', '', 'g'), 'øđðłħıς', 'oddlhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFKC), '@.-_+', '     '))) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_stripe_customer_key" ON "users" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "users_leaving" ON "users" USING btree ("id") WHERE "users"."deleted_at" is not null and "users"."stripe_customer_id" is not null;--> statement-breakpoint
CREATE INDEX "wakeups_due" ON "wakeups" USING btree ("job","due_at");--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The ledger is append-only: write another entry that corrects it.' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "credit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
