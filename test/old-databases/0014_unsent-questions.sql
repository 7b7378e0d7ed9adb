
SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA drizzle;
CREATE FUNCTION public.refuse_ledger_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	RAISE EXCEPTION 'The ledger is append-only: write another entry that corrects it.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);
CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;
CREATE TABLE public.attachments (
    id uuid NOT NULL,
    message_id uuid NOT NULL,
    "position" smallint NOT NULL,
    source jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    reason text,
    picture bytea,
    width integer,
    height integer,
    taken_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT attachments_state CHECK (((picture IS NULL) OR (state = 'stored'::text)))
);
CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    actor_id uuid,
    action text NOT NULL,
    entity text NOT NULL,
    entity_id uuid,
    before jsonb,
    after jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.bank_payments (
    checkout_session_id text NOT NULL,
    user_id uuid NOT NULL,
    plan text NOT NULL,
    amount integer NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.canned_replies (
    id uuid NOT NULL,
    name text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.connections (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    expert_id uuid NOT NULL,
    handle text,
    state text NOT NULL,
    asked_at timestamp with time zone,
    code text,
    code_expires_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    activated_at timestamp with time zone,
    CONSTRAINT connections_state CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text])))
);
CREATE TABLE public.credit_entries (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    granted_delta integer DEFAULT 0 NOT NULL,
    used_delta integer DEFAULT 0 NOT NULL,
    message_id uuid,
    checkout_session_id text,
    invoice_id text,
    amount integer,
    currency text,
    reason text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_entries_kind CHECK (
CASE kind
    WHEN 'grant'::text THEN ((granted_delta > 0) AND (used_delta = 0))
    WHEN 'spend'::text THEN ((granted_delta = 0) AND (used_delta = 1) AND (message_id IS NOT NULL))
    WHEN 'give_back'::text THEN ((granted_delta = 0) AND (used_delta = '-1'::integer) AND (message_id IS NOT NULL))
    WHEN 'refund'::text THEN ((granted_delta <= 0) AND (used_delta = 0) AND (COALESCE(checkout_session_id, invoice_id) IS NOT NULL))
    WHEN 'restore'::text THEN ((granted_delta >= 0) AND (used_delta = 0) AND (COALESCE(checkout_session_id, invoice_id) IS NOT NULL))
    WHEN 'adjust'::text THEN ((granted_delta <> 0) AND (used_delta = 0))
    WHEN 'payment'::text THEN ((granted_delta = 0) AND (used_delta = 0) AND (invoice_id IS NOT NULL))
    ELSE false
END),
    CONSTRAINT credit_entries_money CHECK (((amount IS NULL) = (currency IS NULL)))
);
ALTER TABLE public.credit_entries ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.credit_entries_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.deliveries (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    message_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    part smallint NOT NULL,
    body text NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    gateway_message_id text,
    attempts smallint DEFAULT 0 NOT NULL,
    first_attempt_at timestamp with time zone,
    sending_at timestamp with time zone,
    retry_at timestamp with time zone,
    failures jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT deliveries_state CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'uncertain'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'withheld'::text])))
);
ALTER TABLE public.deliveries ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.deliveries_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.email_changes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    old_email text NOT NULL,
    new_email text NOT NULL,
    confirm_hash text,
    object_hash text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    old_verified_at timestamp with time zone
);
CREATE TABLE public.email_codes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    code_hash text NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.expert_versions (
    id uuid NOT NULL,
    expert_id uuid NOT NULL,
    version integer NOT NULL,
    system_prompt text,
    validator text,
    provider_id uuid NOT NULL,
    model text NOT NULL,
    author_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.experts (
    id uuid NOT NULL,
    channel text NOT NULL,
    handle text NOT NULL,
    display_name text NOT NULL,
    tagline text,
    description text,
    image_url text,
    category text,
    sample_questions text,
    phone_number text,
    phone_number_id text,
    provider_id uuid NOT NULL,
    system_prompt text,
    validator text,
    rejected text,
    status text NOT NULL,
    custom_domain text,
    site_name text,
    site_tagline text,
    primary_color text,
    secondary_color text,
    accent_color text,
    fallback_provider_id uuid,
    answers_bursts boolean DEFAULT false NOT NULL,
    pause_after_text text DEFAULT 'twoHours'::text NOT NULL,
    human_words text,
    opening_hours jsonb,
    crisis_line text,
    address_since timestamp with time zone,
    archived_at timestamp with time zone,
    class text DEFAULT 'service'::text NOT NULL,
    business text,
    disclosure_hours smallint DEFAULT 0 NOT NULL,
    words jsonb DEFAULT '{}'::jsonb NOT NULL,
    version_id uuid,
    revision integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    shows_other_experts boolean DEFAULT false NOT NULL,
    CONSTRAINT experts_archived CHECK (((archived_at IS NULL) OR (status = 'PAUSED'::text))),
    CONSTRAINT experts_class CHECK ((class = ANY (ARRAY['service'::text, 'companion'::text]))),
    CONSTRAINT experts_reachable CHECK (((status = 'PAUSED'::text) OR (channel <> ALL (ARRAY['SMS'::text, 'WHATSAPP'::text])) OR (phone_number IS NOT NULL))),
    CONSTRAINT experts_status CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text])))
);
CREATE TABLE public.failure_counts (
    key text NOT NULL,
    failures integer NOT NULL,
    last_failure_at timestamp with time zone NOT NULL
);
CREATE TABLE public.handle_aliases (
    channel text NOT NULL,
    alias text NOT NULL,
    handle text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.invitations (
    id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    hash text NOT NULL,
    invited_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT invitations_role CHECK ((role = ANY (ARRAY['ADMIN'::text, 'AGENT'::text])))
);
CREATE TABLE public.known_devices (
    user_id uuid NOT NULL,
    hash text NOT NULL,
    last_sign_in_at timestamp with time zone NOT NULL
);
CREATE TABLE public.labels (
    id uuid NOT NULL,
    name text NOT NULL,
    hue text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.message_search (
    message_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    expert_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    words tsvector NOT NULL
);
CREATE TABLE public.messages (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    thread_id uuid NOT NULL,
    direction text NOT NULL,
    origin text NOT NULL,
    body text NOT NULL,
    is_cut boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    channel text,
    gateway_account text,
    gateway_message_id text,
    keyword_answered text,
    content text DEFAULT 'words'::text NOT NULL,
    quoted_gateway_id text,
    segments smallint,
    answer_state text,
    guard text,
    keyword text,
    failures jsonb DEFAULT '[]'::jsonb NOT NULL,
    verdict jsonb,
    answered_with_id uuid,
    reply_to_id uuid,
    system_kind text,
    ignores_opt_out boolean DEFAULT false NOT NULL,
    ai_meta jsonb,
    disclosure_length smallint,
    expert_version_id uuid,
    sources jsonb,
    delivery_state text,
    delivery_reason text,
    dismissed_at timestamp with time zone,
    replay_by uuid,
    sent_at timestamp with time zone,
    edited_at timestamp with time zone,
    revoked_at timestamp with time zone,
    reaction text,
    reacts_to_id uuid,
    unsent_length integer,
    CONSTRAINT messages_answer_state CHECK ((((answer_state IS NULL) = (direction = 'outbound'::text)) AND ((answer_state IS NULL) OR (answer_state = ANY (ARRAY['waiting'::text, 'held'::text, 'answered'::text, 'refused'::text, 'recorded'::text, 'failed'::text]))))),
    CONSTRAINT messages_direction CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text])))
);
ALTER TABLE public.messages ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.messages_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.opt_outs (
    channel text NOT NULL,
    address text NOT NULL,
    handle text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ends_with_next_message boolean DEFAULT false NOT NULL,
    blocked_by_gateway boolean DEFAULT false NOT NULL
);
CREATE TABLE public.orphaned_files (
    name text NOT NULL,
    failed_at timestamp with time zone
);
CREATE TABLE public.owner_links (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    hash text NOT NULL,
    device_hash text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT owner_links_purpose CHECK ((purpose = ANY (ARRAY['lock'::text, 'device'::text])))
);
CREATE TABLE public.owner_notices (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    event jsonb NOT NULL,
    route jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.password_resets (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    code_hash text NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    sent_by text
);
CREATE TABLE public.payments (
    checkout_session_id text NOT NULL,
    payment_intent_id text,
    user_id uuid NOT NULL,
    reversal text,
    revision integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.phone_attempts (
    id uuid NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    network_hash text,
    prefix_hash text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    mailbox_hash text,
    CONSTRAINT phone_attempts_kind CHECK ((kind = ANY (ARRAY['text'::text, 'unsent'::text, 'change'::text, 'taken'::text, 'mail-code'::text, 'mail-confirmation'::text, 'mail-device'::text, 'mail-invitation'::text, 'mail-notice'::text, 'mail-owner'::text, 'mail-sign-up'::text])))
);
CREATE TABLE public.providers (
    id uuid NOT NULL,
    key text NOT NULL,
    display_name text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    config jsonb NOT NULL,
    api_key jsonb NOT NULL,
    api_key_last4 text NOT NULL,
    outage jsonb,
    revision integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.recovery_codes (
    user_id uuid NOT NULL,
    fingerprint text NOT NULL
);
CREATE TABLE public.reply_drafts (
    message_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.risk_events (
    id uuid NOT NULL,
    thread_id uuid,
    kind text NOT NULL,
    rule text NOT NULL,
    country text,
    sent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    level text DEFAULT 'certain'::text NOT NULL,
    settled_as text
);
CREATE TABLE public.saved_views (
    id uuid NOT NULL,
    owner_id uuid,
    name text NOT NULL,
    filters jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.search_progress (
    "table" text NOT NULL,
    done_seq bigint DEFAULT 0 NOT NULL,
    next_seq bigint,
    settles_at_xid bigint
);
CREATE TABLE public.stored_keys (
    name text NOT NULL,
    sealed jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.stripe_events (
    id text NOT NULL,
    type text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_at timestamp with time zone
);
CREATE TABLE public.subscriptions (
    stripe_subscription_id text NOT NULL,
    user_id uuid NOT NULL,
    plan text NOT NULL,
    status text NOT NULL,
    current_period_end timestamp with time zone,
    cancel_at_period_end boolean DEFAULT false NOT NULL,
    access_until timestamp with time zone,
    started_at timestamp with time zone NOT NULL,
    revision integer NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.test_conversations (
    id uuid NOT NULL,
    expert_id uuid NOT NULL,
    admin_id uuid NOT NULL,
    title text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_message_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.test_messages (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    role text NOT NULL,
    body text NOT NULL,
    ai_meta jsonb,
    sources jsonb,
    verdict jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.thread_labels (
    thread_id uuid NOT NULL,
    label_id uuid NOT NULL
);
CREATE TABLE public.thread_notes (
    id uuid NOT NULL,
    thread_id uuid NOT NULL,
    author_id uuid NOT NULL,
    body text NOT NULL,
    words tsvector NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.thread_seen (
    user_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    seq bigint NOT NULL
);
CREATE TABLE public.threads (
    id uuid NOT NULL,
    expert_id uuid NOT NULL,
    handle text NOT NULL,
    user_id uuid,
    is_current boolean DEFAULT true NOT NULL,
    title text,
    title_revision integer DEFAULT 1 NOT NULL,
    last_message text,
    last_message_at timestamp with time zone,
    message_count integer DEFAULT 0 NOT NULL,
    last_inbound_at timestamp with time zone,
    last_inbound_seq bigint,
    person_wrote_at timestamp with time zone,
    last_inbound_channel text,
    human_wanted_at timestamp with time zone,
    alert_due_at timestamp with time zone,
    disclosed_at timestamp with time zone,
    handler text DEFAULT 'ai'::text NOT NULL,
    handler_epoch integer DEFAULT 0 NOT NULL,
    handed_at timestamp with time zone,
    handed_because text,
    assignee_id uuid,
    ai_returns_at timestamp with time zone,
    credit_notice_at timestamp with time zone,
    risk_at timestamp with time zone,
    minor_since timestamp with time zone,
    resolved_at timestamp with time zone,
    closed_by text,
    erased_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    concern_at timestamp with time zone,
    route jsonb,
    CONSTRAINT threads_erased CHECK (((erased_at IS NULL) = (handle <> ''::text))),
    CONSTRAINT threads_handler CHECK ((handler = ANY (ARRAY['ai'::text, 'human'::text])))
);
CREATE TABLE public.tokens (
    id uuid NOT NULL,
    hash text NOT NULL,
    user_id uuid NOT NULL,
    device text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    stepped_up_at timestamp with time zone,
    password_at timestamp with time zone
);
CREATE TABLE public.trial_claims (
    phone_hash text,
    email_hash text,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    first_name text,
    last_name text,
    phone_number text,
    phone_verified_at timestamp with time zone,
    phone_loss text,
    role text DEFAULT 'USER'::text NOT NULL,
    message_count integer DEFAULT 0 NOT NULL,
    paid_messages integer DEFAULT 0 NOT NULL,
    sub_expiration timestamp with time zone,
    stripe_customer_id text,
    stripe_subscription_id text,
    totp_secret jsonb,
    totp_confirmed_at timestamp with time zone,
    totp_last_step integer,
    sms_consent_at timestamp with time zone,
    sms_consent_version text,
    sms_consent_address text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    pending_phone_number text,
    pending_phone_expert_id uuid,
    pending_phone_asked_at timestamp with time zone,
    email_verified_at timestamp with time zone,
    phone_attached_at timestamp with time zone,
    CONSTRAINT users_credits CHECK (((0 <= message_count) AND (message_count <= paid_messages))),
    CONSTRAINT users_role CHECK ((role = ANY (ARRAY['ADMIN'::text, 'AGENT'::text, 'USER'::text])))
);
CREATE TABLE public.wakeups (
    thread_id uuid NOT NULL,
    job text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    failures smallint DEFAULT 0 NOT NULL,
    reason text
);
ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);
INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'acbd6a6348c4828b6e1f9633f6b40bdc792c8c738ec1431931ac1147ace54124', 1795496177350);
INSERT INTO drizzle.__drizzle_migrations VALUES (2, '7376251e2be0f36b7dae026c7216ce90707fc837814e317c44eb033ccc5620d5', 1795720842699);
INSERT INTO drizzle.__drizzle_migrations VALUES (3, 'cc75344435df1bf10cbe407efdd50288631ddcd63fe7f7ff2acf6698f718f7f9', 1795722107425);
INSERT INTO drizzle.__drizzle_migrations VALUES (4, '7aee22ba083c5840393cfeaa0e102ec0ba256f529d3d82ca4554a47803ecde9c', 1795723412601);
INSERT INTO drizzle.__drizzle_migrations VALUES (5, '5ac6810b8efdd62710d0e184b957bcef96274c8b861aca6db9fd925ece901a15', 1795723697587);
INSERT INTO drizzle.__drizzle_migrations VALUES (6, 'df4a3a88884cf9c6c4255f8e9985793bf0bbe8f3922dea7c50923ea29e796f80', 1795724037976);
INSERT INTO drizzle.__drizzle_migrations VALUES (7, '2ffd31f306e1d2c378318b94ca363a70eee8b988776abd1839c93b61b83dad8e', 1795724601636);
INSERT INTO drizzle.__drizzle_migrations VALUES (8, '5da89425a8dcfbe53c4bb50b4a569266c67c108383f08544b656aae7522d4207', 1795724816785);
INSERT INTO drizzle.__drizzle_migrations VALUES (9, '4ea39c3196c197ca0ef4a1243134c0309c749c4b5e6f317241a520e9d102019b', 1795725348556);
INSERT INTO drizzle.__drizzle_migrations VALUES (10, 'c029dbbae33f0a21188d5c02469f99be7cdfacada7cca544f8ee2d1b777e44bf', 1795725732257);
INSERT INTO drizzle.__drizzle_migrations VALUES (11, '348dbb7a700dd816adcd92d98fb4261d0960bf2babc5018e7eb892819c5fdb9f', 1795740075669);
INSERT INTO drizzle.__drizzle_migrations VALUES (12, 'afb9d530f714100a495c8af4ee89ee431db148bcc90ea87c9b6deafe2de8e066', 1795747224947);
INSERT INTO drizzle.__drizzle_migrations VALUES (13, '9cb3001fd4ca2560642de41379558368a7277d66244f3ea3b5e549ff82d4cd1a', 1795747877542);
INSERT INTO drizzle.__drizzle_migrations VALUES (14, '472aa1f127df29e7a565deb8dc35164ada0356a37f319490c15c41a2754a9cf8', 1795749505271);
INSERT INTO drizzle.__drizzle_migrations VALUES (15, 'd7778cb0f9257ec6f78e4e4c99444a478438df13d543e893117f9ffc535e4a27', 1795752636189);
INSERT INTO public.attachments VALUES ('0431038c-60b3-47a8-9cae-3abbf7b344b8', '01a21bb7-4533-78db-9f1a-f770a668c208', 1, '{"url": "https://example.com/old.jpg"}', 'waiting', NULL, NULL, NULL, NULL, NULL, '2026-11-27 06:35:27.440303+00');
INSERT INTO public.audit_log VALUES ('6393e892-60ac-4470-8d6e-6a10e923e0c3', NULL, 'old', 'old', NULL, NULL, NULL, '2026-11-27 06:35:27.41087+00');
INSERT INTO public.bank_payments VALUES ('old', '01a21bb7-44eb-7de5-80c5-191950d6a4be', 'payg', 1, 'usd', 'paid', '2026-11-27 06:35:27.482011+00', '2026-11-27 06:35:27.482011+00');
INSERT INTO public.canned_replies VALUES ('50c8471a-cee6-4adc-b465-735c629734dd', 'old', 'old', '2026-11-27 06:35:27.41498+00');
INSERT INTO public.connections VALUES ('01a21bb7-4534-7d39-9e27-210f1d999d45', '01a21bb7-4520-71c9-87b2-57999c322db5', '01a21bb7-44fb-768f-84ad-f146a3110440', '+12025550143', 'active', NULL, NULL, NULL, '2026-11-27 05:40:13.304+00', '2026-11-27 05:40:13.304+00');
INSERT INTO public.connections VALUES ('01a21bb7-4548-7632-bcff-4c3a192d54d8', '01a21bb7-4544-7c11-be66-87101e4016e0', '01a21bb7-44fe-7e19-8271-4c0f9699f162', '+12025550171', 'active', NULL, NULL, NULL, '2026-11-21 05:05:25.304+00', '2026-11-21 05:05:25.304+00');
INSERT INTO public.connections VALUES ('01a21bb7-4563-76fe-89b1-3ab0f64a3aa0', '01a21bb7-455e-724f-9455-3745152b510b', '01a21bb7-4501-78c9-899f-6e2bd2056d6c', 'urn:mbid:AQAAYNmYxYzJhMzAtNWI3ZS00YzdkLTlhNDEtMmY2ZjBhOWJlMmM0ICs0NDIwNzk0NjAxMjM', 'active', NULL, NULL, NULL, '2026-11-15 04:05:25.304+00', '2026-11-15 04:05:25.304+00');
INSERT INTO public.connections VALUES ('01a21bb7-456c-75c3-b868-14c6a87ffb4b', '01a21bb7-455e-724f-9455-3745152b510b', '01a21bb7-44fb-768f-84ad-f146a3110440', '+442079460123', 'active', NULL, NULL, NULL, '2026-11-15 04:05:25.304+00', '2026-11-15 04:05:25.304+00');
INSERT INTO public.connections VALUES ('01a21bb7-4576-7073-b6d6-b784a1a3ae5c', '01a21bb7-455e-724f-9455-3745152b510b', '01a21bb7-44fe-7e19-8271-4c0f9699f162', '+442079460123', 'active', NULL, NULL, NULL, '2026-11-15 04:05:25.304+00', '2026-11-15 04:05:25.304+00');
INSERT INTO public.connections VALUES ('01a21bb7-4589-7228-a23b-a5c9b4d3be2f', '01a21bb7-4580-75b1-8839-8a80062c881c', '01a21bb7-44fe-7e19-8271-4c0f9699f162', '+12025550119', 'active', NULL, NULL, NULL, '2026-11-25 23:05:25.304+00', '2026-11-25 23:05:25.304+00');
INSERT INTO public.connections VALUES ('01a21bb7-4597-759c-a04b-f913e310e1e5', '01a21bb7-4593-7af2-a70c-b53d4cd5553e', '01a21bb7-4500-7615-9a57-17fb1d4166c3', '+12025550127', 'active', NULL, NULL, NULL, '2026-11-10 04:05:25.304+00', '2026-11-10 04:05:25.304+00');
INSERT INTO public.connections VALUES ('01a21bb7-459e-796d-81b4-5984fc697807', '01a21bb7-4593-7af2-a70c-b53d4cd5553e', '01a21bb7-44fb-768f-84ad-f146a3110440', '+12025550127', 'active', NULL, NULL, NULL, '2026-11-10 04:05:25.304+00', '2026-11-10 04:05:25.304+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-452f-7fe4-a6a8-a9b367b0384d', 1, '01a21bb7-4520-71c9-87b2-57999c322db5', 'grant', 50, 0, NULL, 'cs_sandbox_01a21bb7-4520-71c9-87b2-57999c322db5', NULL, NULL, NULL, 'Sandbox: 50 messages', '2026-11-27 05:40:13.304+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4541-7abf-ae8f-005272dc3e77', 2, '01a21bb7-4520-71c9-87b2-57999c322db5', 'spend', 0, 1, '01a21bb7-4533-78db-9f1a-f770a668c208', NULL, NULL, NULL, NULL, 'Reply', '2026-11-27 06:10:14.704+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4541-7abf-ae8f-00538c62e4df', 3, '01a21bb7-4520-71c9-87b2-57999c322db5', 'spend', 0, 1, '01a21bb7-4534-7d39-9e27-210d540045b0', NULL, NULL, NULL, NULL, 'Reply', '2026-11-27 06:25:15.104+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4547-7900-a183-75f1d104f3b1', 4, '01a21bb7-4544-7c11-be66-87101e4016e0', 'grant', 50, 0, NULL, 'cs_sandbox_01a21bb7-4544-7c11-be66-87101e4016e0', NULL, NULL, NULL, 'Sandbox: 50 messages', '2026-11-21 05:05:25.304+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4556-7247-9823-79753a2e0a76', 5, '01a21bb7-4544-7c11-be66-87101e4016e0', 'spend', 0, 1, '01a21bb7-4548-7632-bcff-4c32de4812b7', NULL, NULL, NULL, NULL, 'Reply', '2026-11-21 05:35:26.504+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4556-7247-9823-7976acaec3c6', 6, '01a21bb7-4544-7c11-be66-87101e4016e0', 'spend', 0, 1, '01a21bb7-4548-7632-bcff-4c348c1c4245', NULL, NULL, NULL, NULL, 'Reply', '2026-11-21 05:47:26.904+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4556-7247-9823-7977fafcddb5', 7, '01a21bb7-4544-7c11-be66-87101e4016e0', 'spend', 0, 1, '01a21bb7-4548-7632-bcff-4c36e53c4238', NULL, NULL, NULL, NULL, 'Reply', '2026-11-27 03:23:26.404+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4556-7247-9823-79780b3e46df', 8, '01a21bb7-4544-7c11-be66-87101e4016e0', 'spend', 0, 1, '01a21bb7-4548-7632-bcff-4c38a484f0ec', NULL, NULL, NULL, NULL, 'Reply', '2026-11-27 03:41:26.204+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4561-7e99-95e6-63f5f802814f', 9, '01a21bb7-455e-724f-9455-3745152b510b', 'grant', 50, 0, NULL, 'cs_sandbox_01a21bb7-455e-724f-9455-3745152b510b', NULL, NULL, NULL, 'Sandbox: 50 messages', '2026-11-15 04:05:25.304+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-456b-7a1b-a664-b7607a78b5f9', 10, '01a21bb7-455e-724f-9455-3745152b510b', 'spend', 0, 1, '01a21bb7-4563-76fe-89b1-3aac0cb0c220', NULL, NULL, NULL, NULL, 'Reply', '2026-11-26 02:35:26.904+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-456b-7a1b-a664-b76108307a2f', 11, '01a21bb7-455e-724f-9455-3745152b510b', 'spend', 0, 1, '01a21bb7-4563-76fe-89b1-3aae8f926968', NULL, NULL, NULL, NULL, 'Reply', '2026-11-26 02:47:26.504+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4574-7672-a98b-2c6e4af5afc7', 12, '01a21bb7-455e-724f-9455-3745152b510b', 'spend', 0, 1, '01a21bb7-456c-75c3-b868-14c0174932ea', NULL, NULL, NULL, NULL, 'Reply', '2026-11-15 04:35:27.004+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4574-7672-a98b-2c6fbd039e0c', 13, '01a21bb7-455e-724f-9455-3745152b510b', 'spend', 0, 1, '01a21bb7-456c-75c3-b868-14c2a8bb7170', NULL, NULL, NULL, NULL, 'Reply', '2026-11-15 05:05:26.804+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4574-7672-a98b-2c708f5a35db', 14, '01a21bb7-455e-724f-9455-3745152b510b', 'spend', 0, 1, '01a21bb7-456c-75c3-b868-14c404d68474', NULL, NULL, NULL, NULL, 'Reply', '2026-11-24 02:35:27.604+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-457e-7318-bfb4-5be0623afcc6', 15, '01a21bb7-455e-724f-9455-3745152b510b', 'spend', 0, 1, '01a21bb7-4576-7073-b6d6-b78007248742', NULL, NULL, NULL, NULL, 'Reply', '2026-11-25 02:35:26.304+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-457f-77e1-bc17-23d04536f1e0', 16, '01a21bb7-455e-724f-9455-3745152b510b', 'spend', 0, 1, '01a21bb7-4576-7073-b6d6-b782f9829273', NULL, NULL, NULL, NULL, 'Reply', '2026-11-26 04:35:26.604+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4588-76ed-b0ab-8854c2144984', 17, '01a21bb7-4580-75b1-8839-8a80062c881c', 'grant', 5, 0, NULL, NULL, NULL, NULL, NULL, 'Free trial', '2026-11-25 23:05:25.304+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4590-739e-b3d1-044f6e4e3828', 18, '01a21bb7-4580-75b1-8839-8a80062c881c', 'spend', 0, 1, '01a21bb7-4589-7228-a23b-a5c30006f42e', NULL, NULL, NULL, NULL, 'Reply', '2026-11-25 23:35:26.504+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4590-739e-b3d1-0450f87b6950', 19, '01a21bb7-4580-75b1-8839-8a80062c881c', 'spend', 0, 1, '01a21bb7-4589-7228-a23b-a5c549ab72a5', NULL, NULL, NULL, NULL, 'Reply', '2026-11-25 23:59:26.704+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4590-739e-b3d1-04511ed389a1', 20, '01a21bb7-4580-75b1-8839-8a80062c881c', 'spend', 0, 1, '01a21bb7-4589-7228-a23b-a5c7bd446402', NULL, NULL, NULL, NULL, 'Reply', '2026-11-26 23:05:27.404+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4596-749b-99f7-5cce9df720a4', 21, '01a21bb7-4593-7af2-a70c-b53d4cd5553e', 'grant', 50, 0, NULL, 'cs_sandbox_01a21bb7-4593-7af2-a70c-b53d4cd5553e', NULL, NULL, NULL, 'Sandbox: 50 messages', '2026-11-10 04:05:25.304+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-459b-7946-b9bc-3b0d1eb56597', 22, '01a21bb7-4593-7af2-a70c-b53d4cd5553e', 'spend', 0, 1, '01a21bb7-4597-759c-a04b-f90f041599b8', NULL, NULL, NULL, NULL, 'Reply', '2026-11-26 08:11:26.804+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-459b-7946-b9bc-3b0efc8e38ab', 23, '01a21bb7-4593-7af2-a70c-b53d4cd5553e', 'spend', 0, 1, '01a21bb7-4597-759c-a04b-f911d7978e66', NULL, NULL, NULL, NULL, 'Reply', '2026-11-26 08:29:26.604+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-45a3-75cb-aa9d-6aded1e31d77', 24, '01a21bb7-4593-7af2-a70c-b53d4cd5553e', 'spend', 0, 1, '01a21bb7-459e-796d-81b4-5980eb91fe04', NULL, NULL, NULL, NULL, 'Reply', '2026-11-10 04:35:27.204+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-45a3-75cb-aa9d-6adfdfe510c9', 25, '01a21bb7-4593-7af2-a70c-b53d4cd5553e', 'spend', 0, 1, '01a21bb7-459e-796d-81b4-5982fb01c2f6', NULL, NULL, NULL, NULL, 'Reply', '2026-11-26 11:35:26.904+00');
INSERT INTO public.credit_entries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-45a3-75cb-aa9d-6ae096dd2dd9', 26, '01a21bb7-4593-7af2-a70c-b53d4cd5553e', 'give_back', 0, -1, '01a21bb7-459e-796d-81b4-5982fb01c2f6', NULL, NULL, NULL, NULL, 'Reply not delivered', '2026-11-26 11:35:26.904+00');
INSERT INTO public.deliveries OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-45a5-7e28-bc26-d0fd0c3210cb', 1, '01a21bb7-459e-796d-81b4-59837bb404f8', '01a21bb7-459e-796d-81b4-597fe8d984b3', 0, 'Then a share is 476.38: 1,850 × 1.03 is 1,905.50, a quarter of it each. The big room pays 952.75.', 'failed', NULL, 1, NULL, NULL, NULL, '[{"at": "2026-11-26T11:35:26.904Z", "kind": "unreachable", "detail": "Twilio 30003"}]', '2026-11-26 11:35:26.904+00');
INSERT INTO public.email_changes VALUES ('1375c1d6-52f1-4ccd-8833-145b4fcc6381', '01a21bb7-44eb-7de5-80c5-191950d6a4be', 'old', 'old', NULL, 'old', '2026-11-27 06:35:27.552103+00', NULL);
INSERT INTO public.email_codes VALUES ('aa2f2a65-0255-4300-a608-b261afed43aa', '01a21bb7-44eb-7de5-80c5-191950d6a4be', 'old', 'old', 0, '2026-11-27 06:35:27.534106+00', '2026-11-27 06:35:27.534106+00');
INSERT INTO public.expert_versions VALUES ('01a21bb7-450c-738f-b657-1ab9d9f8c791', '01a21bb7-44fb-768f-84ad-f146a3110440', 1, 'You are Ada, a patient math tutor. You explain math for school, money and work, one step at a time. You answer in two or three short sentences that fit a text message, and end with a small next step.', NULL, '01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'gpt-5', NULL, '2026-11-27 06:35:25.314+00');
INSERT INTO public.expert_versions VALUES ('01a21bb7-4512-7311-982d-502050986f52', '01a21bb7-44fe-7e19-8271-4c0f9699f162', 1, 'You are Sol, a cook who loves kitchen science. You say what to cook, what to keep and why it works. You answer in two or three short sentences that fit a text message.', NULL, '01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'gpt-5', NULL, '2026-11-27 06:35:25.314+00');
INSERT INTO public.expert_versions VALUES ('01a21bb7-4516-75bf-b4d1-8b27dbcce091', '01a21bb7-4500-7615-9a57-17fb1d4166c3', 1, 'You are Rue, a gardener. You answer questions about plants in pots and beds. You answer in two or three short sentences that fit a chat message.', NULL, '01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'gpt-5', NULL, '2026-11-27 06:35:25.314+00');
INSERT INTO public.expert_versions VALUES ('01a21bb7-451a-70ba-8401-bc510566b80b', '01a21bb7-4501-78c9-899f-6e2bd2056d6c', 1, 'You are Noor, an editor with a kind ear. You answer questions about letters, notes and speeches. You answer in two or three short sentences that fit a chat message.', NULL, '01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'gpt-5', NULL, '2026-11-27 06:35:25.314+00');
INSERT INTO public.experts VALUES ('01a21bb7-44fb-768f-84ad-f146a3110440', 'SMS', 'ada', 'Ada', 'Numbers, gently', 'Math for school, money and work, one step at a time.', '/sandbox/faces/ada.svg', 'Learning', 'What is 1/2 + 1/3?
How much is 15% off $80?', '+12025550100', NULL, '01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'You are Ada, a patient math tutor. You explain math for school, money and work, one step at a time. You answer in two or three short sentences that fit a text message, and end with a small next step.', NULL, NULL, 'ACTIVE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, 'twoHours', NULL, NULL, NULL, NULL, NULL, 'service', NULL, 0, '{}', '01a21bb7-450c-738f-b657-1ab9d9f8c791', 1, '2026-11-27 06:35:25.286746+00', false);
INSERT INTO public.experts VALUES ('01a21bb7-44fe-7e19-8271-4c0f9699f162', 'SMS', 'sol', 'Sol', 'Kitchen science', 'What to cook, what to keep, and why it works.', '/sandbox/faces/sol.svg', 'Cooking', 'Why does my rice stick?
How long do leftovers keep?', '+12025550101', NULL, '01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'You are Sol, a cook who loves kitchen science. You say what to cook, what to keep and why it works. You answer in two or three short sentences that fit a text message.', NULL, NULL, 'ACTIVE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, 'twoHours', NULL, NULL, NULL, NULL, NULL, 'service', NULL, 0, '{}', '01a21bb7-4512-7311-982d-502050986f52', 1, '2026-11-27 06:35:25.286746+00', false);
INSERT INTO public.experts VALUES ('01a21bb7-4500-7615-9a57-17fb1d4166c3', 'WHATSAPP', 'rue', 'Rue', 'Plants that stay', 'What your plants want, and what to leave alone. Send a picture of the leaf.', '/sandbox/faces/rue.svg', 'Plants', 'Why are the leaves of my basil yellow?', '+12025550102', NULL, '01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'You are Rue, a gardener. You answer questions about plants in pots and beds. You answer in two or three short sentences that fit a chat message.', NULL, NULL, 'ACTIVE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, 'twoHours', NULL, NULL, NULL, NULL, NULL, 'service', NULL, 0, '{}', '01a21bb7-4516-75bf-b4d1-8b27dbcce091', 1, '2026-11-27 06:35:25.286746+00', false);
INSERT INTO public.experts VALUES ('01a21bb7-4501-78c9-899f-6e2bd2056d6c', 'AMB', '6f1c2a30-5b7e-4c7d-9a41-2f6f0a9be2c4', 'Noor', 'Words, well put', 'Notes, toasts and hard messages: what to say, and how to say it kindly.', '/sandbox/faces/noor.svg', 'Writing', 'How do I begin a toast for my sister?', NULL, NULL, '01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'You are Noor, an editor with a kind ear. You answer questions about letters, notes and speeches. You answer in two or three short sentences that fit a chat message.', NULL, NULL, 'ACTIVE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, 'twoHours', NULL, NULL, NULL, NULL, NULL, 'service', NULL, 0, '{}', '01a21bb7-451a-70ba-8401-bc510566b80b', 1, '2026-11-27 06:35:25.286746+00', false);
INSERT INTO public.failure_counts VALUES ('old', 1, '2026-11-27 06:35:27.417044+00');
INSERT INTO public.handle_aliases VALUES ('old', 'old', 'old', '2026-11-27 06:35:27.418869+00');
INSERT INTO public.invitations VALUES ('ee0bcaea-4015-41ee-b2be-1577e309d43e', 'old', 'AGENT', 'old', '01a21bb7-44eb-7de5-80c5-191950d6a4be', '2026-11-27 06:35:27.448314+00');
INSERT INTO public.known_devices VALUES ('01a21bb7-44eb-7de5-80c5-191950d6a4be', 'old', '2026-11-27 06:35:27.451594+00');
INSERT INTO public.labels VALUES ('3da85fe1-dee8-47a4-83aa-7dfb402ce9b1', 'old', 'green', '2026-11-27 06:35:27.472468+00');
INSERT INTO public.message_search VALUES ('8e9f8132-c7fc-45de-8b40-4abd8e43a911', '1dda6806-7532-495f-878b-97aa99d24db4', '735308d9-3639-4641-90a4-c83d6ba0eb47', '2026-11-27 06:35:27.427303+00', '''old''');
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4533-78db-9f1a-f770a668c208', 1, '01a21bb7-4533-78db-9f1a-f76f5a1b88c0', 'inbound', 'gateway', 'Hi Ada, my daughter has a test on Friday. Where do we start?', false, '2026-11-27 06:10:13.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4533-78db-9f1a-f771e91db2b9', 2, '01a21bb7-4533-78db-9f1a-f76f5a1b88c0', 'outbound', 'ai', 'Hello! Tell me the last thing that felt easy, and the first that did not. We start between the two.', false, '2026-11-27 06:10:14.704+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4533-78db-9f1a-f770a668c208', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 140, "output": 25}, "processingTimeMs": 1400}', NULL, '01a21bb7-450c-738f-b657-1ab9d9f8c791', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4534-7d39-9e27-210d540045b0', 3, '01a21bb7-4533-78db-9f1a-f76f5a1b88c0', 'inbound', 'gateway', 'Adding numbers is fine. 1/2 + 1/3 is where she freezes', false, '2026-11-27 06:25:13.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4534-7d39-9e27-210e146bdf06', 4, '01a21bb7-4533-78db-9f1a-f76f5a1b88c0', 'outbound', 'ai', 'Good, that is one idea: same-sized pieces. Cut both into sixths: 1/2 is 3/6, 1/3 is 2/6, so together 5/6.', false, '2026-11-27 06:25:15.104+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4534-7d39-9e27-210d540045b0', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 134, "output": 26}, "processingTimeMs": 1800}', NULL, '01a21bb7-450c-738f-b657-1ab9d9f8c791', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4548-7632-bcff-4c32de4812b7', 5, '01a21bb7-4548-7632-bcff-4c313aa1c9e5', 'inbound', 'gateway', 'How do I keep chicken juicy in the oven?', false, '2026-11-21 05:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4548-7632-bcff-4c33ca86aa9c', 6, '01a21bb7-4548-7632-bcff-4c313aa1c9e5', 'outbound', 'ai', 'Salt it the evening before: salt helps the meat hold its water. Take it out at 74 C (165 F) inside, and let it rest.', false, '2026-11-21 05:35:26.504+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4548-7632-bcff-4c32de4812b7', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 120, "output": 29}, "processingTimeMs": 1200}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4548-7632-bcff-4c348c1c4245', 7, '01a21bb7-4548-7632-bcff-4c313aa1c9e5', 'inbound', 'gateway', 'And crispy skin?', false, '2026-11-21 05:47:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4548-7632-bcff-4c35ae259d6e', 8, '01a21bb7-4548-7632-bcff-4c313aa1c9e5', 'outbound', 'ai', 'Pat the skin dry and start skin down in a cold pan: the fat melts out before the outside burns, so it turns crisp.', false, '2026-11-21 05:47:26.904+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4548-7632-bcff-4c348c1c4245', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 96, "output": 29}, "processingTimeMs": 1600}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4548-7632-bcff-4c36e53c4238', 9, '01a21bb7-4548-7632-bcff-4c313aa1c9e5', 'inbound', 'gateway', 'My potatoes stay soft though', false, '2026-11-27 03:23:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4548-7632-bcff-4c371d20d10a', 10, '01a21bb7-4548-7632-bcff-4c313aa1c9e5', 'outbound', 'ai', 'Boil them with a pinch of soda, shake them rough, then hot fat. The rough starch is the crust.', false, '2026-11-27 03:23:26.404+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4548-7632-bcff-4c36e53c4238', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 108, "output": 24}, "processingTimeMs": 1100}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4548-7632-bcff-4c38a484f0ec', 11, '01a21bb7-4548-7632-bcff-4c313aa1c9e5', 'inbound', 'gateway', 'That worked, thank you! 🙌', false, '2026-11-27 03:41:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4548-7632-bcff-4c39346563c1', 12, '01a21bb7-4548-7632-bcff-4c313aa1c9e5', 'outbound', 'ai', 'Lovely. Next time try duck fat: it browns even better than oil.', false, '2026-11-27 03:41:26.204+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4548-7632-bcff-4c38a484f0ec', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 106, "output": 16}, "processingTimeMs": 900}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4563-76fe-89b1-3aac0cb0c220', 13, '01a21bb7-4563-76fe-89b1-3aabbb758c98', 'inbound', 'gateway', 'How do I say no to a wedding without a reason?', false, '2026-11-26 02:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4563-76fe-89b1-3aadb4fccf54', 14, '01a21bb7-4563-76fe-89b1-3aabbb758c98', 'outbound', 'ai', 'Warmly and once: "Thank you for thinking of me. I can''t be there, and I''ll be raising a glass to you both that day." No reason needed.', false, '2026-11-26 02:35:26.904+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4563-76fe-89b1-3aac0cb0c220', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 126, "output": 34}, "processingTimeMs": 1600}', NULL, '01a21bb7-451a-70ba-8401-bc510566b80b', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4563-76fe-89b1-3aae8f926968', 15, '01a21bb7-4563-76fe-89b1-3aabbb758c98', 'inbound', 'gateway', 'And if she asks why?', false, '2026-11-26 02:47:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4563-76fe-89b1-3aaf27320dc9', 16, '01a21bb7-4563-76fe-89b1-3aabbb758c98', 'outbound', 'ai', 'Then say the feeling, not the diary: "I just can''t this time, and I''m sorry to miss it. Tell me all about it after?"', false, '2026-11-26 02:47:26.504+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4563-76fe-89b1-3aae8f926968', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 100, "output": 29}, "processingTimeMs": 1200}', NULL, '01a21bb7-451a-70ba-8401-bc510566b80b', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-456c-75c3-b868-14c0174932ea', 17, '01a21bb7-456c-75c3-b868-14bfb942bb84', 'inbound', 'gateway', 'What is the difference between mean and median?', false, '2026-11-15 04:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-456c-75c3-b868-14c17ce08053', 18, '01a21bb7-456c-75c3-b868-14bfb942bb84', 'outbound', 'ai', 'The mean shares everything out evenly, the median is the one in the middle. One millionaire in the room moves the mean, not the median.', false, '2026-11-15 04:35:27.004+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-456c-75c3-b868-14c0174932ea', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 127, "output": 34}, "processingTimeMs": 1700}', NULL, '01a21bb7-450c-738f-b657-1ab9d9f8c791', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-456c-75c3-b868-14c2a8bb7170', 19, '01a21bb7-456c-75c3-b868-14bfb942bb84', 'inbound', 'gateway', 'So which one for house prices?', false, '2026-11-15 05:05:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-456c-75c3-b868-14c37c003c7b', 20, '01a21bb7-456c-75c3-b868-14bfb942bb84', 'outbound', 'ai', 'The median: a few palaces would pull the mean up until it describes nobody. Try it with 2, 3, 3, 4 and 38.', false, '2026-11-15 05:05:26.804+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-456c-75c3-b868-14c2a8bb7170', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 110, "output": 27}, "processingTimeMs": 1500}', NULL, '01a21bb7-450c-738f-b657-1ab9d9f8c791', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-456c-75c3-b868-14c404d68474', 21, '01a21bb7-456c-75c3-b868-14bfb942bb84', 'inbound', 'gateway', 'How much is 4.5% interest on 12,000 over three years?', false, '2026-11-24 02:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-456c-75c3-b868-14c58bf9ade9', 22, '01a21bb7-456c-75c3-b868-14bfb942bb84', 'outbound', 'ai', 'About 1,694 if it is added every year: 12,000 × 1.045 three times is 13,694. Without compounding it would be 1,620.', false, '2026-11-24 02:35:27.604+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-456c-75c3-b868-14c404d68474', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 133, "output": 29}, "processingTimeMs": 2300}', NULL, '01a21bb7-450c-738f-b657-1ab9d9f8c791', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4576-7073-b6d6-b78007248742', 23, '01a21bb7-4576-7073-b6d6-b77fe848e7f1', 'inbound', 'gateway', 'Can I freeze cooked rice?', false, '2026-11-25 02:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4576-7073-b6d6-b781588485dc', 24, '01a21bb7-4576-7073-b6d6-b77fe848e7f1', 'outbound', 'ai', 'Yes, if it cools fast: spread it flat, freeze within the hour, eat within a month.', false, '2026-11-25 02:35:26.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4576-7073-b6d6-b78007248742', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 105, "output": 21}, "processingTimeMs": 1000}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4576-7073-b6d6-b782f9829273', 25, '01a21bb7-4576-7073-b6d6-b77fe848e7f1', 'inbound', 'gateway', 'And how do I warm it up again?', false, '2026-11-26 04:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4576-7073-b6d6-b7830f3056e2', 26, '01a21bb7-4576-7073-b6d6-b77fe848e7f1', 'outbound', 'ai', 'With a spoon of water and a lid, until it steams all through. Only once: what is left after that goes.', false, '2026-11-26 04:35:26.604+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4576-7073-b6d6-b782f9829273', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 110, "output": 26}, "processingTimeMs": 1300}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4589-7228-a23b-a5c30006f42e', 27, '01a21bb7-4589-7228-a23b-a5c20a1ae41a', 'inbound', 'gateway', 'Why does my bread go stale so fast?', false, '2026-11-25 23:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4589-7228-a23b-a5c4da08e2ce', 28, '01a21bb7-4589-7228-a23b-a5c20a1ae41a', 'outbound', 'ai', 'Is it in the fridge? Starch hardens fastest in the cold. Two days on the counter, and slices in the freezer.', false, '2026-11-25 23:35:26.504+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4589-7228-a23b-a5c30006f42e', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 115, "output": 27}, "processingTimeMs": 1200}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4589-7228-a23b-a5c549ab72a5', 29, '01a21bb7-4589-7228-a23b-a5c20a1ae41a', 'inbound', 'gateway', 'How do I know the dough is ready?', false, '2026-11-25 23:59:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4589-7228-a23b-a5c669595947', 30, '01a21bb7-4589-7228-a23b-a5c20a1ae41a', 'outbound', 'ai', 'Poke it gently. Springs back slowly: ready. Snaps back: give it time. Stays down: bake at once.', false, '2026-11-25 23:59:26.704+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4589-7228-a23b-a5c549ab72a5', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 113, "output": 24}, "processingTimeMs": 1400}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4589-7228-a23b-a5c7bd446402', 31, '01a21bb7-4589-7228-a23b-a5c20a1ae41a', 'inbound', 'gateway', 'Does it matter which flour?', false, '2026-11-26 23:05:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4589-7228-a23b-a5c8683421ec', 32, '01a21bb7-4589-7228-a23b-a5c20a1ae41a', 'outbound', 'ai', 'For bread, yes: strong flour has more of the protein that makes the net for the bubbles. For cake it would turn chewy.', false, '2026-11-26 23:05:27.404+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4589-7228-a23b-a5c7bd446402', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 107, "output": 30}, "processingTimeMs": 2100}', NULL, '01a21bb7-4512-7311-982d-502050986f52', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4597-759c-a04b-f90f041599b8', 33, '01a21bb7-4597-759c-a04b-f90eafeb5edd', 'inbound', 'gateway', 'My ficus drops yellow leaves since we moved it 😟', false, '2026-11-26 08:11:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4597-759c-a04b-f910c11d060c', 34, '01a21bb7-4597-759c-a04b-f90eafeb5edd', 'outbound', 'ai', 'That is how a ficus sulks: a new place costs it leaves. Keep it where it is, water only when the top two centimeters are dry.', false, '2026-11-26 08:11:26.804+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4597-759c-a04b-f90f041599b8', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 129, "output": 31}, "processingTimeMs": 1500}', NULL, '01a21bb7-4516-75bf-b4d1-8b27dbcce091', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4597-759c-a04b-f911d7978e66', 35, '01a21bb7-4597-759c-a04b-f90eafeb5edd', 'inbound', 'gateway', 'How long will it sulk?', false, '2026-11-26 08:29:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-4597-759c-a04b-f9120c266fd5', 36, '01a21bb7-4597-759c-a04b-f90eafeb5edd', 'outbound', 'ai', 'Three to six weeks. New buds at the tips are the sign that it has settled; until then no fertilizer and no turning.', false, '2026-11-26 08:29:26.604+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-4597-759c-a04b-f911d7978e66', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 102, "output": 29}, "processingTimeMs": 1300}', NULL, '01a21bb7-4516-75bf-b4d1-8b27dbcce091', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-459e-796d-81b4-5980eb91fe04', 37, '01a21bb7-459e-796d-81b4-597fe8d984b3', 'inbound', 'gateway', 'Three of us share 1,850 rent, one room is twice as big. Who pays what?', false, '2026-11-10 04:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-459e-796d-81b4-59814896eb4b', 38, '01a21bb7-459e-796d-81b4-597fe8d984b3', 'outbound', 'ai', 'Count the big room as two shares: four in all. A share is 462.50, so two of you pay that and the big room 925.', false, '2026-11-10 04:35:27.204+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-459e-796d-81b4-5980eb91fe04', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 150, "output": 28}, "processingTimeMs": 1900}', NULL, '01a21bb7-450c-738f-b657-1ab9d9f8c791', NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-459e-796d-81b4-5982fb01c2f6', 39, '01a21bb7-459e-796d-81b4-597fe8d984b3', 'inbound', 'gateway', 'And if the rent goes up 3%?', false, '2026-11-26 11:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'answered', NULL, NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-459e-796d-81b4-59837bb404f8', 40, '01a21bb7-459e-796d-81b4-597fe8d984b3', 'outbound', 'ai', 'Then a share is 476.38: 1,850 × 1.03 is 1,905.50, a quarter of it each. The big room pays 952.75.', false, '2026-11-26 11:35:26.904+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, '01a21bb7-459e-796d-81b4-5982fb01c2f6', NULL, false, '{"provider": "openai", "tokenUsage": {"input": 107, "output": 24}, "processingTimeMs": 1600}', NULL, '01a21bb7-450c-738f-b657-1ab9d9f8c791', NULL, 'failed', 'The phone could not be reached.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-45b0-7894-b003-e44f353f4524', 41, '01a21bb7-45ab-73fa-bbee-7b4d6820647f', 'inbound', 'gateway', 'Hello, is this the pizza place?', false, '2026-11-23 04:35:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'refused', 'connection', NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-45b0-7894-b003-e450410d2454', 42, '01a21bb7-45ab-73fa-bbee-7b4d6820647f', 'outbound', 'system', 'Sagewire: To chat with Sol, sign up at http://localhost:34421 and connect this number. Reply STOP to opt out, HELP for help.', false, '2026-11-23 04:35:27.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, NULL, NULL, NULL, '[]', NULL, NULL, NULL, 'invitation', false, NULL, NULL, NULL, NULL, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.messages OVERRIDING SYSTEM VALUE VALUES ('01a21bb7-45b0-7894-b003-e451f0b6d889', 43, '01a21bb7-45ab-73fa-bbee-7b4d6820647f', 'inbound', 'gateway', 'STOP', false, '2026-11-23 04:38:25.304+00', NULL, NULL, NULL, NULL, 'words', NULL, NULL, 'recorded', 'keyword', NULL, '[]', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.opt_outs VALUES ('SMS', '+12025550101', '+12025550155', '2026-11-23 04:38:25.304+00', false, false);
INSERT INTO public.orphaned_files VALUES ('old', NULL);
INSERT INTO public.owner_links VALUES ('a74d4993-fcfa-47e7-b01e-fee3fec033ac', '01a21bb7-44eb-7de5-80c5-191950d6a4be', 'lock', 'old', NULL, '2026-11-27 06:35:27.544722+00');
INSERT INTO public.owner_notices VALUES ('8eaed45d-a95c-4032-a7f0-f5024e2c9a8b', '01a21bb7-44eb-7de5-80c5-191950d6a4be', '{"kind": "locked"}', NULL, '2026-11-27 06:35:27.560667+00');
INSERT INTO public.password_resets VALUES ('c3a4c20c-5eaa-4840-9207-3e1c0883553a', '01a21bb7-44eb-7de5-80c5-191950d6a4be', 'old', 0, '2026-11-27 06:35:27.487473+00', '2026-11-27 06:35:27.487473+00', NULL);
INSERT INTO public.payments VALUES ('cs_sandbox_01a21bb7-4520-71c9-87b2-57999c322db5', NULL, '01a21bb7-4520-71c9-87b2-57999c322db5', NULL, 1, '2026-11-27 05:40:13.304+00', '2026-11-27 06:35:25.286746+00');
INSERT INTO public.payments VALUES ('cs_sandbox_01a21bb7-4544-7c11-be66-87101e4016e0', NULL, '01a21bb7-4544-7c11-be66-87101e4016e0', NULL, 1, '2026-11-21 05:05:25.304+00', '2026-11-27 06:35:25.286746+00');
INSERT INTO public.payments VALUES ('cs_sandbox_01a21bb7-455e-724f-9455-3745152b510b', NULL, '01a21bb7-455e-724f-9455-3745152b510b', NULL, 1, '2026-11-15 04:05:25.304+00', '2026-11-27 06:35:25.286746+00');
INSERT INTO public.payments VALUES ('cs_sandbox_01a21bb7-4593-7af2-a70c-b53d4cd5553e', NULL, '01a21bb7-4593-7af2-a70c-b53d4cd5553e', NULL, 1, '2026-11-10 04:05:25.304+00', '2026-11-27 06:35:25.286746+00');
INSERT INTO public.phone_attempts VALUES ('5cd36467-f311-4353-afd9-1b24a5c24513', 'text', NULL, NULL, NULL, '2026-11-27 06:35:27.56295+00', NULL);
INSERT INTO public.providers VALUES ('01a21bb7-44f8-7bf3-948b-1ea4eee57fa2', 'openai', 'Sandbox AI', true, '{"model": "gpt-5"}', '{"iv": "4CQ3BHI383k5m5kz", "tag": "BAcvAVPxjVK+ddkOUulEqA==", "data": "zlhQ5jyAvm0wTw==", "keyId": "3ff27f5d"}', 'dbox', NULL, 1, '2026-11-27 06:35:25.286746+00');
INSERT INTO public.recovery_codes VALUES ('01a21bb7-44eb-7de5-80c5-191950d6a4be', 'old');
INSERT INTO public.reply_drafts VALUES ('01a21bb7-4533-78db-9f1a-f770a668c208', '01a21bb7-4533-78db-9f1a-f76f5a1b88c0', 'old', '2026-11-27 06:35:27.455735+00');
INSERT INTO public.risk_events VALUES ('36f3df8b-bf07-48ef-9176-973015be925f', NULL, 'self-harm', 'old', NULL, NULL, '2026-11-27 06:35:27.484409+00', 'certain', NULL);
INSERT INTO public.saved_views VALUES ('b611e73b-ce59-4998-b8f9-381a1e6b6992', NULL, 'old', '{}', '2026-11-27 06:35:27.458865+00');
INSERT INTO public.search_progress VALUES ('old', 0, NULL, NULL);
INSERT INTO public.stored_keys VALUES ('fingerprints', '{"iv": "7fgWvQEYSQZfOey5", "tag": "5YwTCO7mfbLXGynzIuMCLw==", "data": "UIwluV8Ia2h9+0aVzLH6VWEJ6khRRW/g62n88jwnHO+8FARphLuLfe719YE=", "keyId": "3ff27f5d"}', '2026-11-27 06:35:25.162073+00');
INSERT INTO public.stripe_events VALUES ('old', 'old', '{}', '2026-11-27 06:35:27.433337+00', '2026-11-27 06:35:27.433337+00', NULL);
INSERT INTO public.subscriptions VALUES ('old', '01a21bb7-44eb-7de5-80c5-191950d6a4be', 'monthly', 'canceled', NULL, false, NULL, '2026-11-27 06:35:27.461867+00', 1, '2026-11-27 06:35:27.461867+00');
INSERT INTO public.test_conversations VALUES ('519b0f3f-9890-48f6-af60-9b63d045eec1', '01a21bb7-44fb-768f-84ad-f146a3110440', '01a21bb7-44eb-7de5-80c5-191950d6a4be', 'old', '2026-11-27 06:35:27.465412+00', '2026-11-27 06:35:27.465412+00');
INSERT INTO public.test_messages VALUES ('cbc45cce-2547-45a4-9298-b3581aa84aa2', '519b0f3f-9890-48f6-af60-9b63d045eec1', 'user', 'old', NULL, NULL, NULL, '2026-11-27 06:35:27.468392+00');
INSERT INTO public.thread_labels VALUES ('01a21bb7-4533-78db-9f1a-f76f5a1b88c0', '3da85fe1-dee8-47a4-83aa-7dfb402ce9b1');
INSERT INTO public.thread_notes VALUES ('01465a27-b7a5-438e-a2e4-12f65657ff65', '01a21bb7-4533-78db-9f1a-f76f5a1b88c0', '01a21bb7-44eb-7de5-80c5-191950d6a4be', 'old', '''old''', '2026-11-27 06:35:27.474738+00');
INSERT INTO public.thread_seen VALUES ('01a21bb7-44eb-7de5-80c5-191950d6a4be', '01a21bb7-4533-78db-9f1a-f76f5a1b88c0', 1);
INSERT INTO public.threads VALUES ('01a21bb7-4533-78db-9f1a-f76f5a1b88c0', '01a21bb7-44fb-768f-84ad-f146a3110440', '+12025550143', '01a21bb7-4520-71c9-87b2-57999c322db5', true, 'Fractions, patiently', 1, 'Good, that is one idea: same-sized pieces. Cut both into sixths: 1/2 is 3/6, 1/3 is 2/6, so together 5/6.', '2026-11-27 06:25:15.104+00', 4, '2026-11-27 06:25:13.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-27 05:40:13.304+00', NULL, NULL);
INSERT INTO public.threads VALUES ('01a21bb7-4548-7632-bcff-4c313aa1c9e5', '01a21bb7-44fe-7e19-8271-4c0f9699f162', '+12025550171', '01a21bb7-4544-7c11-be66-87101e4016e0', true, 'Sunday roast', 1, 'Lovely. Next time try duck fat: it browns even better than oil.', '2026-11-27 03:41:26.204+00', 8, '2026-11-27 03:41:25.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 05:05:25.304+00', NULL, NULL);
INSERT INTO public.threads VALUES ('01a21bb7-4563-76fe-89b1-3aabbb758c98', '01a21bb7-4501-78c9-899f-6e2bd2056d6c', 'urn:mbid:AQAAYNmYxYzJhMzAtNWI3ZS00YzdkLTlhNDEtMmY2ZjBhOWJlMmM0ICs0NDIwNzk0NjAxMjM', '01a21bb7-455e-724f-9455-3745152b510b', true, 'A kind no', 1, 'Then say the feeling, not the diary: "I just can''t this time, and I''m sorry to miss it. Tell me all about it after?"', '2026-11-26 02:47:26.504+00', 4, '2026-11-26 02:47:25.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-15 04:05:25.304+00', NULL, NULL);
INSERT INTO public.threads VALUES ('01a21bb7-456c-75c3-b868-14bfb942bb84', '01a21bb7-44fb-768f-84ad-f146a3110440', '+442079460123', '01a21bb7-455e-724f-9455-3745152b510b', true, NULL, 1, 'About 1,694 if it is added every year: 12,000 × 1.045 three times is 13,694. Without compounding it would be 1,620.', '2026-11-24 02:35:27.604+00', 6, '2026-11-24 02:35:25.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-15 04:05:25.304+00', NULL, NULL);
INSERT INTO public.threads VALUES ('01a21bb7-4576-7073-b6d6-b77fe848e7f1', '01a21bb7-44fe-7e19-8271-4c0f9699f162', '+442079460123', '01a21bb7-455e-724f-9455-3745152b510b', true, NULL, 1, 'With a spoon of water and a lid, until it steams all through. Only once: what is left after that goes.', '2026-11-26 04:35:26.604+00', 4, '2026-11-26 04:35:25.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-15 04:05:25.304+00', NULL, NULL);
INSERT INTO public.threads VALUES ('01a21bb7-4589-7228-a23b-a5c20a1ae41a', '01a21bb7-44fe-7e19-8271-4c0f9699f162', '+12025550119', '01a21bb7-4580-75b1-8839-8a80062c881c', true, 'Bread that stays', 1, 'For bread, yes: strong flour has more of the protein that makes the net for the bubbles. For cake it would turn chewy.', '2026-11-26 23:05:27.404+00', 6, '2026-11-26 23:05:25.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:05:25.304+00', NULL, NULL);
INSERT INTO public.threads VALUES ('01a21bb7-4597-759c-a04b-f90eafeb5edd', '01a21bb7-4500-7615-9a57-17fb1d4166c3', '+12025550127', '01a21bb7-4593-7af2-a70c-b53d4cd5553e', true, 'The yellow ficus', 1, 'Three to six weeks. New buds at the tips are the sign that it has settled; until then no fertilizer and no turning.', '2026-11-26 08:29:26.604+00', 4, '2026-11-26 08:29:25.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-10 04:05:25.304+00', NULL, NULL);
INSERT INTO public.threads VALUES ('01a21bb7-459e-796d-81b4-597fe8d984b3', '01a21bb7-44fb-768f-84ad-f146a3110440', '+12025550127', '01a21bb7-4593-7af2-a70c-b53d4cd5553e', true, 'Splitting the rent', 1, 'Then a share is 476.38: 1,850 × 1.03 is 1,905.50, a quarter of it each. The big room pays 952.75.', '2026-11-26 11:35:26.904+00', 4, '2026-11-26 11:35:25.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-10 04:05:25.304+00', NULL, NULL);
INSERT INTO public.threads VALUES ('01a21bb7-45ab-73fa-bbee-7b4d6820647f', '01a21bb7-44fe-7e19-8271-4c0f9699f162', '+12025550155', NULL, true, NULL, 1, 'STOP', '2026-11-23 04:38:25.304+00', 3, '2026-11-23 04:38:25.304+00', NULL, NULL, NULL, NULL, NULL, NULL, 'ai', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-23 04:35:25.304+00', NULL, NULL);
INSERT INTO public.tokens VALUES ('6e9df321-0df2-4ca8-a922-c7e6d07388fa', 'old', '01a21bb7-44eb-7de5-80c5-191950d6a4be', NULL, '2026-11-27 06:35:27.490014+00', '2026-11-27 06:35:27.490014+00', '2026-11-27 06:35:27.490014+00', NULL, NULL);
INSERT INTO public.trial_claims VALUES ('69326f8f3acb9fa300afcf051815fc0119644ca6cf14ac6cbd81c44e6143c337', '96dcff5e3e9487843bab41dc3f4aa8ed2c0b414b95da7a1a4aae2fbf7e081500', '01a21bb7-4580-75b1-8839-8a80062c881c', '2026-11-25 23:05:25.304+00');
INSERT INTO public.users VALUES ('01a21bb7-44eb-7de5-80c5-191950d6a4be', 'admin@example.com', '$argon2id$v=19$m=19456,t=2,p=1$l05hBXvNO7DBgNycFeAiCQ$Ub/bgD01ry8lRNRd+94z6qm0dCuUZY5dwjdoyFq8dSc', NULL, NULL, NULL, NULL, NULL, 'ADMIN', 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-27 06:35:25.286746+00', NULL, NULL, NULL, NULL, '2026-11-27 06:35:25.29+00', NULL);
INSERT INTO public.users VALUES ('01a21bb7-4520-71c9-87b2-57999c322db5', 'mia@example.com', '$argon2id$v=19$m=19456,t=2,p=1$l05hBXvNO7DBgNycFeAiCQ$Ub/bgD01ry8lRNRd+94z6qm0dCuUZY5dwjdoyFq8dSc', 'Mia', 'Chen', '+12025550143', '2026-11-27 05:40:13.304+00', NULL, 'USER', 2, 50, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-27 05:40:13.304+00', NULL, NULL, NULL, NULL, '2026-11-27 05:40:13.304+00', '2026-11-27 05:40:13.304+00');
INSERT INTO public.users VALUES ('01a21bb7-4544-7c11-be66-87101e4016e0', 'tomas@example.com', '$argon2id$v=19$m=19456,t=2,p=1$l05hBXvNO7DBgNycFeAiCQ$Ub/bgD01ry8lRNRd+94z6qm0dCuUZY5dwjdoyFq8dSc', 'Tomás', 'Rivera', '+12025550171', '2026-11-21 05:05:25.304+00', NULL, 'USER', 4, 50, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 05:05:25.304+00', NULL, NULL, NULL, NULL, '2026-11-21 05:05:25.304+00', '2026-11-21 05:05:25.304+00');
INSERT INTO public.users VALUES ('01a21bb7-455e-724f-9455-3745152b510b', 'amelia@example.com', '$argon2id$v=19$m=19456,t=2,p=1$l05hBXvNO7DBgNycFeAiCQ$Ub/bgD01ry8lRNRd+94z6qm0dCuUZY5dwjdoyFq8dSc', 'Amelia', 'Clarke', '+442079460123', '2026-11-15 04:05:25.304+00', NULL, 'USER', 7, 50, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-15 04:05:25.304+00', NULL, NULL, NULL, NULL, '2026-11-15 04:05:25.304+00', '2026-11-15 04:05:25.304+00');
INSERT INTO public.users VALUES ('01a21bb7-4580-75b1-8839-8a80062c881c', 'grace@example.com', '$argon2id$v=19$m=19456,t=2,p=1$l05hBXvNO7DBgNycFeAiCQ$Ub/bgD01ry8lRNRd+94z6qm0dCuUZY5dwjdoyFq8dSc', 'Grace', 'Okafor', '+12025550119', '2026-11-25 23:05:25.304+00', NULL, 'USER', 3, 5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 23:05:25.304+00', NULL, NULL, NULL, NULL, '2026-11-25 23:05:25.304+00', '2026-11-25 23:05:25.304+00');
INSERT INTO public.users VALUES ('01a21bb7-4593-7af2-a70c-b53d4cd5553e', 'noah@example.com', '$argon2id$v=19$m=19456,t=2,p=1$l05hBXvNO7DBgNycFeAiCQ$Ub/bgD01ry8lRNRd+94z6qm0dCuUZY5dwjdoyFq8dSc', 'Noah', 'Patel', '+12025550127', '2026-11-10 04:05:25.304+00', NULL, 'USER', 3, 50, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-10 04:05:25.304+00', NULL, NULL, NULL, NULL, '2026-11-10 04:05:25.304+00', '2026-11-10 04:05:25.304+00');
INSERT INTO public.wakeups VALUES ('01a21bb7-4533-78db-9f1a-f76f5a1b88c0', 'answer-message', '2026-11-27 06:35:27.43567+00', NULL, NULL, 0, 0, NULL);
SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 15, true);
SELECT pg_catalog.setval('public.credit_entries_seq_seq', 26, true);
SELECT pg_catalog.setval('public.deliveries_seq_seq', 1, true);
SELECT pg_catalog.setval('public.messages_seq_seq', 43, true);
ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bank_payments
    ADD CONSTRAINT bank_payments_pkey PRIMARY KEY (checkout_session_id);
ALTER TABLE ONLY public.canned_replies
    ADD CONSTRAINT canned_replies_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credit_entries
    ADD CONSTRAINT credit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_codes
    ADD CONSTRAINT email_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.expert_versions
    ADD CONSTRAINT expert_versions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experts
    ADD CONSTRAINT experts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.failure_counts
    ADD CONSTRAINT failure_counts_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.handle_aliases
    ADD CONSTRAINT handle_aliases_channel_alias_pk PRIMARY KEY (channel, alias);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_user_id_hash_pk PRIMARY KEY (user_id, hash);
ALTER TABLE ONLY public.labels
    ADD CONSTRAINT labels_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.message_search
    ADD CONSTRAINT message_search_created_at_message_id_pk PRIMARY KEY (created_at, message_id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.opt_outs
    ADD CONSTRAINT opt_outs_channel_address_handle_pk PRIMARY KEY (channel, address, handle);
ALTER TABLE ONLY public.orphaned_files
    ADD CONSTRAINT orphaned_files_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.owner_links
    ADD CONSTRAINT owner_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.owner_notices
    ADD CONSTRAINT owner_notices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (checkout_session_id);
ALTER TABLE ONLY public.phone_attempts
    ADD CONSTRAINT phone_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.providers
    ADD CONSTRAINT providers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fingerprint_pk PRIMARY KEY (user_id, fingerprint);
ALTER TABLE ONLY public.reply_drafts
    ADD CONSTRAINT reply_drafts_pkey PRIMARY KEY (message_id);
ALTER TABLE ONLY public.risk_events
    ADD CONSTRAINT risk_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.search_progress
    ADD CONSTRAINT search_progress_pkey PRIMARY KEY ("table");
ALTER TABLE ONLY public.stored_keys
    ADD CONSTRAINT stored_keys_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.stripe_events
    ADD CONSTRAINT stripe_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (stripe_subscription_id);
ALTER TABLE ONLY public.test_conversations
    ADD CONSTRAINT test_conversations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.test_messages
    ADD CONSTRAINT test_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.thread_labels
    ADD CONSTRAINT thread_labels_thread_id_label_id_pk PRIMARY KEY (thread_id, label_id);
ALTER TABLE ONLY public.thread_notes
    ADD CONSTRAINT thread_notes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.thread_seen
    ADD CONSTRAINT thread_seen_user_id_thread_id_pk PRIMARY KEY (user_id, thread_id);
ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wakeups
    ADD CONSTRAINT wakeups_thread_id_job_pk PRIMARY KEY (thread_id, job);
CREATE INDEX attachments_created ON public.attachments USING btree (created_at) WHERE (state = 'stored'::text);
CREATE UNIQUE INDEX attachments_key ON public.attachments USING btree (message_id, "position");
CREATE INDEX audit_log_created ON public.audit_log USING btree (created_at);
CREATE INDEX audit_log_entity ON public.audit_log USING btree (entity, entity_id, created_at);
CREATE INDEX bank_payments_user ON public.bank_payments USING btree (user_id);
CREATE UNIQUE INDEX canned_replies_name_key ON public.canned_replies USING btree (lower(name));
CREATE UNIQUE INDEX connections_code_key ON public.connections USING btree (code);
CREATE INDEX connections_handle ON public.connections USING btree (expert_id, handle);
CREATE UNIQUE INDEX connections_user_expert_key ON public.connections USING btree (user_id, expert_id);
CREATE UNIQUE INDEX credit_entries_checkout_key ON public.credit_entries USING btree (checkout_session_id) WHERE (kind = 'grant'::text);
CREATE INDEX credit_entries_invoice ON public.credit_entries USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE UNIQUE INDEX credit_entries_invoice_key ON public.credit_entries USING btree (invoice_id) WHERE (kind = 'payment'::text);
CREATE UNIQUE INDEX credit_entries_message_key ON public.credit_entries USING btree (message_id, kind);
CREATE INDEX credit_entries_payment ON public.credit_entries USING btree (checkout_session_id) WHERE (checkout_session_id IS NOT NULL);
CREATE INDEX credit_entries_user ON public.credit_entries USING btree (user_id, seq);
CREATE UNIQUE INDEX deliveries_gateway_key ON public.deliveries USING btree (gateway_message_id);
CREATE UNIQUE INDEX deliveries_part_key ON public.deliveries USING btree (message_id, part);
CREATE INDEX deliveries_waiting ON public.deliveries USING btree (thread_id, seq) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text, 'uncertain'::text]));
CREATE UNIQUE INDEX email_changes_confirm_key ON public.email_changes USING btree (confirm_hash);
CREATE INDEX email_changes_created ON public.email_changes USING btree (created_at);
CREATE UNIQUE INDEX email_changes_object_key ON public.email_changes USING btree (object_hash);
CREATE INDEX email_changes_user ON public.email_changes USING btree (user_id, created_at);
CREATE INDEX email_codes_created ON public.email_codes USING btree (created_at);
CREATE INDEX email_codes_user ON public.email_codes USING btree (user_id, created_at DESC NULLS LAST);
CREATE UNIQUE INDEX expert_versions_key ON public.expert_versions USING btree (expert_id, version);
CREATE UNIQUE INDEX experts_custom_domain_key ON public.experts USING btree (custom_domain);
CREATE UNIQUE INDEX experts_handle_key ON public.experts USING btree (lower(handle));
CREATE UNIQUE INDEX experts_phone_number_id_key ON public.experts USING btree (channel, phone_number_id);
CREATE UNIQUE INDEX experts_phone_number_key ON public.experts USING btree (channel, phone_number);
CREATE INDEX experts_provider ON public.experts USING btree (provider_id);
CREATE INDEX failure_counts_last ON public.failure_counts USING btree (last_failure_at);
CREATE INDEX handle_aliases_handle ON public.handle_aliases USING btree (handle);
CREATE INDEX invitations_created ON public.invitations USING btree (created_at);
CREATE UNIQUE INDEX invitations_email_key ON public.invitations USING btree (email);
CREATE UNIQUE INDEX invitations_hash_key ON public.invitations USING btree (hash);
CREATE UNIQUE INDEX labels_name_key ON public.labels USING btree (lower(name));
CREATE INDEX message_search_thread ON public.message_search USING btree (thread_id);
CREATE INDEX message_search_words ON public.message_search USING gin (words) WITH (fastupdate='false');
CREATE INDEX messages_created ON public.messages USING btree (created_at);
CREATE INDEX messages_failed ON public.messages USING btree (thread_id, created_at) WHERE (((delivery_state = 'failed'::text) OR (answer_state = 'failed'::text)) AND (dismissed_at IS NULL));
CREATE INDEX messages_gateway_id ON public.messages USING btree (gateway_message_id) WHERE (gateway_message_id IS NOT NULL);
CREATE UNIQUE INDEX messages_gateway_key ON public.messages USING btree (channel, gateway_account, gateway_message_id);
CREATE INDEX messages_held ON public.messages USING btree (thread_id, created_at) WHERE (answer_state = 'held'::text);
CREATE INDEX messages_keyword_answered ON public.messages USING btree (id) WHERE (keyword_answered IS NOT NULL);
CREATE INDEX messages_reactions ON public.messages USING btree (reacts_to_id, seq) WHERE (reacts_to_id IS NOT NULL);
CREATE UNIQUE INDEX messages_reply_key ON public.messages USING btree (reply_to_id) WHERE (origin = 'ai'::text);
CREATE INDEX messages_seq ON public.messages USING btree (seq);
CREATE INDEX messages_system ON public.messages USING btree (thread_id, system_kind, created_at) WHERE (system_kind IS NOT NULL);
CREATE INDEX messages_thread ON public.messages USING btree (thread_id, seq DESC NULLS LAST);
CREATE INDEX messages_to_replay ON public.messages USING btree (thread_id) WHERE (replay_by IS NOT NULL);
CREATE INDEX messages_waiting ON public.messages USING btree (thread_id, seq) WHERE (answer_state = 'waiting'::text);
CREATE INDEX owner_links_created ON public.owner_links USING btree (created_at);
CREATE UNIQUE INDEX owner_links_hash_key ON public.owner_links USING btree (hash);
CREATE INDEX owner_links_user ON public.owner_links USING btree (user_id, created_at);
CREATE INDEX owner_notices_created ON public.owner_notices USING btree (created_at);
CREATE INDEX owner_notices_user ON public.owner_notices USING btree (user_id, created_at);
CREATE INDEX password_resets_created ON public.password_resets USING btree (created_at);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id, created_at DESC NULLS LAST);
CREATE UNIQUE INDEX payments_intent_key ON public.payments USING btree (payment_intent_id);
CREATE INDEX phone_attempts_created ON public.phone_attempts USING btree (kind, created_at);
CREATE INDEX phone_attempts_mailbox ON public.phone_attempts USING btree (mailbox_hash, created_at);
CREATE INDEX phone_attempts_network ON public.phone_attempts USING btree (network_hash, created_at);
CREATE INDEX phone_attempts_prefix ON public.phone_attempts USING btree (prefix_hash, created_at);
CREATE INDEX phone_attempts_user ON public.phone_attempts USING btree (user_id, kind, created_at);
CREATE INDEX reply_drafts_thread ON public.reply_drafts USING btree (thread_id);
CREATE INDEX risk_events_created ON public.risk_events USING btree (created_at);
CREATE INDEX risk_events_thread ON public.risk_events USING btree (thread_id);
CREATE UNIQUE INDEX saved_views_own_key ON public.saved_views USING btree (owner_id, lower(name));
CREATE UNIQUE INDEX saved_views_shared_key ON public.saved_views USING btree (lower(name)) WHERE (owner_id IS NULL);
CREATE INDEX stripe_events_received ON public.stripe_events USING btree (received_at);
CREATE INDEX subscriptions_user ON public.subscriptions USING btree (user_id);
CREATE INDEX test_conversations_expert ON public.test_conversations USING btree (expert_id, last_message_at DESC NULLS LAST);
CREATE INDEX test_messages_conversation ON public.test_messages USING btree (conversation_id, created_at);
CREATE INDEX thread_labels_label ON public.thread_labels USING btree (label_id, thread_id);
CREATE INDEX thread_notes_thread ON public.thread_notes USING btree (thread_id, created_at);
CREATE INDEX thread_notes_words ON public.thread_notes USING gin (words);
CREATE INDEX thread_seen_thread ON public.thread_seen USING btree (thread_id);
CREATE INDEX threads_ai_returns ON public.threads USING btree (ai_returns_at) WHERE (ai_returns_at IS NOT NULL);
CREATE INDEX threads_alert_due ON public.threads USING btree (alert_due_at) WHERE (alert_due_at IS NOT NULL);
CREATE INDEX threads_assignee ON public.threads USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX threads_credit_notice ON public.threads USING btree (credit_notice_at) WHERE (credit_notice_at IS NOT NULL);
CREATE UNIQUE INDEX threads_current_key ON public.threads USING btree (expert_id, handle) WHERE is_current;
CREATE INDEX threads_handle ON public.threads USING btree (handle);
CREATE INDEX threads_minor ON public.threads USING btree (user_id, handle) WHERE (minor_since IS NOT NULL);
CREATE INDEX threads_newest ON public.threads USING btree (COALESCE(last_message_at, created_at) DESC, id DESC NULLS LAST);
CREATE INDEX threads_risk ON public.threads USING btree (risk_at) WHERE (risk_at IS NOT NULL);
CREATE INDEX threads_user ON public.threads USING btree (user_id, COALESCE(last_message_at, created_at) DESC, id DESC NULLS LAST);
CREATE INDEX threads_without_return ON public.threads USING btree (handed_at) WHERE ((handler = 'human'::text) AND (ai_returns_at IS NULL) AND (assignee_id IS NULL));
CREATE INDEX threads_words ON public.threads USING gin (to_tsvector('simple'::regconfig, translate(NORMALIZE(replace(replace(replace(replace(translate(regexp_replace(NORMALIZE(lower(((((((((COALESCE(title, ''::text) || ' '::text) || replace(COALESCE(handle, ''::text), '+'::text, ''::text)) || ' '::text) || "right"(replace(COALESCE(handle, ''::text), '+'::text, ''::text), 10)) || ' '::text) || "right"(replace(COALESCE(handle, ''::text), '+'::text, ''::text), 7)) || ' '::text) || "right"(replace(COALESCE(handle, ''::text), '+'::text, ''::text), 4))), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'øđðłħıς'::text, 'oddlhiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), NFKC), '@.-_+'::text, '     '::text))) WITH (fastupdate='false') WHERE ((title IS NOT NULL) OR (user_id IS NULL));
CREATE UNIQUE INDEX tokens_hash_key ON public.tokens USING btree (hash);
CREATE INDEX tokens_user ON public.tokens USING btree (user_id);
CREATE UNIQUE INDEX trial_claims_email_key ON public.trial_claims USING btree (email_hash);
CREATE UNIQUE INDEX trial_claims_phone_key ON public.trial_claims USING btree (phone_hash);
CREATE INDEX trial_claims_user ON public.trial_claims USING btree (user_id);
CREATE UNIQUE INDEX trial_claims_user_key ON public.trial_claims USING btree (user_id) WHERE (email_hash IS NOT NULL);
CREATE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_leaving ON public.users USING btree (id) WHERE ((deleted_at IS NOT NULL) AND (stripe_customer_id IS NOT NULL));
CREATE INDEX users_pending_phone ON public.users USING btree (pending_phone_number) WHERE (pending_phone_number IS NOT NULL);
CREATE INDEX users_phone_number ON public.users USING btree (phone_number);
CREATE UNIQUE INDEX users_stripe_customer_key ON public.users USING btree (stripe_customer_id);
CREATE UNIQUE INDEX users_verified_email_key ON public.users USING btree (lower(email)) WHERE (email_verified_at IS NOT NULL);
CREATE UNIQUE INDEX users_verified_phone_key ON public.users USING btree (phone_number) WHERE (phone_verified_at IS NOT NULL);
CREATE INDEX users_words ON public.users USING gin (to_tsvector('simple'::regconfig, translate(NORMALIZE(replace(replace(replace(replace(translate(regexp_replace(NORMALIZE(lower(((((((((((((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || replace(COALESCE(phone_number, ''::text), '+'::text, ''::text)) || ' '::text) || "right"(replace(COALESCE(phone_number, ''::text), '+'::text, ''::text), 10)) || ' '::text) || "right"(replace(COALESCE(phone_number, ''::text), '+'::text, ''::text), 7)) || ' '::text) || "right"(replace(COALESCE(phone_number, ''::text), '+'::text, ''::text), 4))), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'øđðłħıς'::text, 'oddlhiσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), NFKC), '@.-_+'::text, '     '::text))) WHERE (deleted_at IS NULL);
CREATE INDEX wakeups_due ON public.wakeups USING btree (job, due_at);
CREATE TRIGGER credit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.credit_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_ledger_change();
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_message_id_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.bank_payments
    ADD CONSTRAINT bank_payments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_expert_id_experts_id_fk FOREIGN KEY (expert_id) REFERENCES public.experts(id);
ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.credit_entries
    ADD CONSTRAINT credit_entries_checkout_session_id_payments_checkout_session_id FOREIGN KEY (checkout_session_id) REFERENCES public.payments(checkout_session_id);
ALTER TABLE ONLY public.credit_entries
    ADD CONSTRAINT credit_entries_message_id_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.messages(id);
ALTER TABLE ONLY public.credit_entries
    ADD CONSTRAINT credit_entries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_message_id_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.messages(id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);
ALTER TABLE ONLY public.email_changes
    ADD CONSTRAINT email_changes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.email_codes
    ADD CONSTRAINT email_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.expert_versions
    ADD CONSTRAINT expert_versions_expert_id_experts_id_fk FOREIGN KEY (expert_id) REFERENCES public.experts(id);
ALTER TABLE ONLY public.expert_versions
    ADD CONSTRAINT expert_versions_provider_id_providers_id_fk FOREIGN KEY (provider_id) REFERENCES public.providers(id);
ALTER TABLE ONLY public.experts
    ADD CONSTRAINT experts_fallback_provider_id_providers_id_fk FOREIGN KEY (fallback_provider_id) REFERENCES public.providers(id);
ALTER TABLE ONLY public.experts
    ADD CONSTRAINT experts_provider_id_providers_id_fk FOREIGN KEY (provider_id) REFERENCES public.providers(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_invited_by_users_id_fk FOREIGN KEY (invited_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);
ALTER TABLE ONLY public.owner_links
    ADD CONSTRAINT owner_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.owner_notices
    ADD CONSTRAINT owner_notices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.phone_attempts
    ADD CONSTRAINT phone_attempts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.reply_drafts
    ADD CONSTRAINT reply_drafts_message_id_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.messages(id);
ALTER TABLE ONLY public.reply_drafts
    ADD CONSTRAINT reply_drafts_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);
ALTER TABLE ONLY public.risk_events
    ADD CONSTRAINT risk_events_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.test_conversations
    ADD CONSTRAINT test_conversations_admin_id_users_id_fk FOREIGN KEY (admin_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.test_conversations
    ADD CONSTRAINT test_conversations_expert_id_experts_id_fk FOREIGN KEY (expert_id) REFERENCES public.experts(id);
ALTER TABLE ONLY public.test_messages
    ADD CONSTRAINT test_messages_conversation_id_test_conversations_id_fk FOREIGN KEY (conversation_id) REFERENCES public.test_conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.thread_labels
    ADD CONSTRAINT thread_labels_label_id_labels_id_fk FOREIGN KEY (label_id) REFERENCES public.labels(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.thread_labels
    ADD CONSTRAINT thread_labels_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);
ALTER TABLE ONLY public.thread_notes
    ADD CONSTRAINT thread_notes_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.thread_notes
    ADD CONSTRAINT thread_notes_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);
ALTER TABLE ONLY public.thread_seen
    ADD CONSTRAINT thread_seen_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);
ALTER TABLE ONLY public.thread_seen
    ADD CONSTRAINT thread_seen_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_assignee_id_users_id_fk FOREIGN KEY (assignee_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_expert_id_experts_id_fk FOREIGN KEY (expert_id) REFERENCES public.experts(id);
ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
