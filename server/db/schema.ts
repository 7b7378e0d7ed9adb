import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';
import type { MediaSource } from '#server/channels/channel.ts';
import type { AiProviderKey } from '#shared/ai-providers.ts';
import type { creditEntryKinds } from '#shared/api/billing.ts';
import type {
  AiMeta,
  AnswerState,
  AttachmentState,
  MessageContent,
  MessageOrigin,
  Source,
  Verdict,
} from '#shared/api/threads.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';

const id = () => uuid('id').primaryKey().$defaultFn(uuidv7);
const time = (name: string) => timestamp(name, { withTimezone: true });
const createdAt = () => time('created_at').notNull().defaultNow();
const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // The embedded database answers a plain Uint8Array.
  fromDriver: (value) => Buffer.from(value),
});

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** E.164. Registering a number proves nothing: see phoneProvedAt. */
    phoneNumber: text('phone_number'),
    phoneProvedAt: time('phone_proved_at'),
    role: text('role').$type<'ADMIN' | 'USER'>().notNull().default('USER'),
    /** Credits used and granted: always the sums of credit_entries. */
    messageCount: integer('message_count').notNull().default(0),
    paidMessages: integer('paid_messages').notNull().default(0),
    subExpiration: time('sub_expiration'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    smsConsentAt: time('sms_consent_at'),
    smsConsentVersion: text('sms_consent_version'),
    smsConsentAddress: text('sms_consent_address'),
    createdAt: createdAt(),
    /** The person asked to be forgotten: what is left is what the books need, and names nobody. */
    deletedAt: time('deleted_at'),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    uniqueIndex('users_phone_number_key').on(t.phoneNumber),
    uniqueIndex('users_stripe_customer_key').on(t.stripeCustomerId),
    /** Forgotten here, and not yet at Stripe. */
    index('users_leaving')
      .on(t.id)
      .where(sql`${t.deletedAt} is not null and ${t.stripeCustomerId} is not null`),
    check('users_role', sql`${t.role} in ('ADMIN', 'USER')`),
    check('users_credits', sql`0 <= ${t.messageCount} and ${t.messageCount} <= ${t.paidMessages}`),
  ],
);

export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of the token; the token itself is never stored. */
    hash: text('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('tokens_user').on(t.userId)],
);

/**
 * Who has had the free trial: once per phone ever, whoever registers it or chats from it, and once per person. It
 * outlives the account, so phone and e-mail stand here as fingerprints.
 */
export const trialClaims = pgTable(
  'trial_claims',
  {
    phoneHash: text('phone_hash').primaryKey(),
    /** Null for an address that its person chats from beside the registered phone, and in old claims whose account is gone. */
    emailHash: text('email_hash'),
    userId: uuid('user_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('trial_claims_user_key').on(t.userId).where(sql`${t.emailHash} is not null`),
    index('trial_claims_user').on(t.userId),
    uniqueIndex('trial_claims_email_key').on(t.emailHash),
  ],
);

/** A secret at rest: AES-256-GCM, each part base64; keyId names the SECRET_KEY it was sealed with. */
export type SealedSecret = { keyId: string; iv: string; tag: string; data: string };
export type ProviderConfig = {
  model?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  useWebSearch?: boolean | undefined;
  webSearchDomains?: string[] | undefined;
  baseUrl?: string | null | undefined;
};

export const providers = pgTable('providers', {
  id: id(),
  key: text('key').$type<AiProviderKey>().notNull(),
  displayName: text('display_name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  config: jsonb('config').$type<ProviderConfig>().notNull(),
  apiKey: jsonb('api_key').$type<SealedSecret>().notNull(),
  apiKeyLast4: text('api_key_last4').notNull(),
  createdAt: createdAt(),
});

export const experts = pgTable(
  'experts',
  {
    id: id(),
    channel: text('channel').$type<ChannelKey>().notNull(),
    handle: text('handle').notNull(),
    displayName: text('display_name').notNull(),
    tagline: text('tagline'),
    description: text('description'),
    imageUrl: text('image_url'),
    phoneNumber: text('phone_number'),
    phoneNumberId: text('phone_number_id'),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => providers.id),
    systemPrompt: text('system_prompt'),
    validator: text('validator'),
    rejected: text('rejected'),
    status: text('status').$type<'ACTIVE' | 'PAUSED'>().notNull(),
    customDomain: text('custom_domain'),
    siteName: text('site_name'),
    siteTagline: text('site_tagline'),
    primaryColor: text('primary_color'),
    secondaryColor: text('secondary_color'),
    accentColor: text('accent_color'),
    /** Answers when the first provider has failed for good or is known to be down. */
    fallbackProviderId: uuid('fallback_provider_id').references(() => providers.id),
    /** Texts that arrived before the model began are one turn: one reply, one credit. */
    answersBursts: boolean('answers_bursts').notNull().default(false),
    /** The newest row of expert_versions: what its replies are written with. */
    versionId: uuid('version_id'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('experts_handle_key').on(t.handle),
    uniqueIndex('experts_custom_domain_key').on(t.customDomain),
    uniqueIndex('experts_phone_number_key').on(t.channel, t.phoneNumber),
    uniqueIndex('experts_phone_number_id_key').on(t.channel, t.phoneNumberId),
    index('experts_provider').on(t.providerId),
    check('experts_status', sql`${t.status} in ('ACTIVE', 'PAUSED')`),
    check(
      'experts_reachable',
      sql`${t.status} = 'PAUSED' or ${t.channel} not in ('SMS', 'WHATSAPP') or ${t.phoneNumber} is not null`,
    ),
  ],
);

/** What an expert answered with, and since when: every change of these four is a row. */
export const expertVersions = pgTable(
  'expert_versions',
  {
    id: id(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id),
    /** 1, 2, 3 … of one expert. */
    version: integer('version').notNull(),
    systemPrompt: text('system_prompt'),
    validator: text('validator'),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => providers.id),
    /** The provider's model at that time. */
    model: text('model').notNull(),
    /** Null: it was there before versions were kept. */
    authorId: uuid('author_id'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('expert_versions_key').on(t.expertId, t.version)],
);

/**
 * One person's address at one expert. The person may be unknown (userId null): the phone's own thread.
 * When a number leaves an account its threads stay with that account as a record (isCurrent false),
 * and the number's next text begins a new one.
 */
export const threads = pgTable(
  'threads',
  {
    id: id(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id),
    handle: text('handle').notNull(),
    userId: uuid('user_id').references(() => users.id),
    isCurrent: boolean('is_current').notNull().default(true),
    title: text('title'),
    lastMessage: text('last_message'),
    lastMessageAt: time('last_message_at'),
    messageCount: integer('message_count').notNull().default(0),
    /** The newest reply could not be given or delivered. */
    hasFailed: boolean('has_failed').notNull().default(false),
    /** The person's latest message by gateway: some gateways let us answer for a limited time only. */
    lastInboundAt: time('last_inbound_at'),
    /** The person asked for a human, and none has answered yet. */
    humanWantedAt: time('human_wanted_at'),
    /** The gateway's id of the event by which the person last closed the conversation: it may come again. */
    closedBy: text('closed_by'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('threads_current_key').on(t.expertId, t.handle).where(sql`${t.isCurrent}`),
    index('threads_newest').on(sql`coalesce(${t.lastMessageAt}, ${t.createdAt}) desc`, t.id.desc()),
    index('threads_user').on(
      t.userId,
      sql`coalesce(${t.lastMessageAt}, ${t.createdAt}) desc`,
      t.id.desc(),
    ),
    index('threads_handle').on(t.handle),
  ],
);

/**
 * What else a gateway calls a person. The handle is the name they first came by; whichever of the two a
 * later message bears, it belongs to the same threads.
 */
export const handleAliases = pgTable(
  'handle_aliases',
  {
    channel: text('channel').$type<ChannelKey>().notNull(),
    alias: text('alias').notNull(),
    handle: text('handle').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.channel, t.alias] }),
    index('handle_aliases_handle').on(t.handle),
  ],
);

/** A user's wish to talk to an expert; active once a text has proved the phone. */
export const connections = pgTable(
  'connections',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id),
    /** Null until a CONNECT code tells which address the person writes from. */
    handle: text('handle'),
    state: text('state').$type<'pending' | 'active'>().notNull(),
    code: text('code'),
    codeExpiresAt: time('code_expires_at'),
    createdAt: createdAt(),
    activatedAt: time('activated_at'),
  },
  (t) => [
    uniqueIndex('connections_user_expert_key').on(t.userId, t.expertId),
    uniqueIndex('connections_code_key').on(t.code),
    index('connections_handle').on(t.expertId, t.handle),
    check('connections_state', sql`${t.state} in ('pending', 'active')`),
  ],
);

/** One failed try at answering or sending, kept so that an admin sees why. */
export type Failure = {
  at: string;
  kind: string;
  detail: string;
  /** Of a text that its gateway took and then failed: the id that it had in that try. */
  gatewayMessageId?: string;
};

export const messages = pgTable(
  'messages',
  {
    id: id(),
    /** Order within a thread; given while the thread's row is locked, so it is the order of storing. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    direction: text('direction').$type<'inbound' | 'outbound'>().notNull(),
    origin: text('origin').$type<MessageOrigin>().notNull(),
    body: text('body').notNull(),
    createdAt: createdAt(),

    /** Inbound from a gateway: who carried it and its name there. Unique, so a message is claimed once. */
    channel: text('channel').$type<ChannelKey>(),
    gatewayAccount: text('gateway_account'),
    gatewayMessageId: text('gateway_message_id'),
    /** The gateway has already answered this keyword itself (Twilio's OptOutType). */
    keywordAnswered: text('keyword_answered').$type<'STOP' | 'START' | 'HELP'>(),
    content: text('content').$type<MessageContent>().notNull().default('words'),
    /** The gateway's id of the message that this one quotes or reacts to. */
    quotedGatewayId: text('quoted_gateway_id'),
    /** SMS, both ways: how many the carrier counts for the whole message. */
    segments: smallint('segments'),

    /** Inbound: what has become of it. */
    answerState: text('answer_state').$type<AnswerState>(),
    guard: text('guard'),
    attempts: smallint('attempts').notNull().default(0),
    failures: jsonb('failures').$type<Failure[]>().notNull().default([]),
    verdict: jsonb('verdict').$type<Verdict>(),
    /** One of a burst: the later message whose reply answers this one, too. */
    answeredWithId: uuid('answered_with_id'),

    /** Outbound: what it answers, what wrote it, and how far its sending is (null: not texted). */
    replyToId: uuid('reply_to_id'),
    systemKind: text('system_kind'),
    aiMeta: jsonb('ai_meta').$type<AiMeta>(),
    /** The expert as it was when it wrote this. */
    expertVersionId: uuid('expert_version_id'),
    /** Pages that a web search found and the reply cites. */
    sources: jsonb('sources').$type<Source[]>(),
    deliveryState: text('delivery_state').$type<DeliveryState>(),
    deliveryReason: text('delivery_reason'),
  },
  (t) => [
    uniqueIndex('messages_gateway_key').on(t.channel, t.gatewayAccount, t.gatewayMessageId),
    /** Never two replies to one message. */
    uniqueIndex('messages_reply_key').on(t.replyToId).where(sql`${t.origin} = 'ai'`),
    index('messages_thread').on(t.threadId, t.seq.desc()),
    index('messages_created').on(t.createdAt),
    index('messages_waiting').on(t.threadId, t.seq).where(sql`${t.answerState} = 'waiting'`),
    index('messages_system')
      .on(t.threadId, t.systemKind, t.createdAt)
      .where(sql`${t.systemKind} is not null`),
    check('messages_direction', sql`${t.direction} in ('inbound', 'outbound')`),
    check(
      'messages_answer_state',
      sql`(${t.answerState} is null) = (${t.direction} = 'outbound') and (${t.answerState} is null or ${t.answerState} in ('waiting', 'answered', 'refused', 'recorded', 'failed'))`,
    ),
  ],
);

/** A picture that came with a message. The gateway's address is fetched once; then the picture is ours. */
export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    /** What the gateway says of it: enough for its channel to fetch it. */
    source: jsonb('source').$type<MediaSource>().notNull(),
    state: text('state').$type<AttachmentState>().notNull().default('waiting'),
    /** Why it is not there, in words for people. */
    reason: text('reason'),
    /** Re-encoded: WebP without metadata. */
    picture: bytes('picture'),
    width: integer('width'),
    height: integer('height'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('attachments_key').on(t.messageId, t.position),
    check('attachments_state', sql`(${t.state} = 'stored') = (${t.picture} is not null)`),
  ],
);

/** A part of an outbound message on its way through the gateway: the thread's queue of sending. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    part: smallint('part').notNull(),
    body: text('body').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('queued'),
    gatewayMessageId: text('gateway_message_id'),
    attempts: smallint('attempts').notNull().default(0),
    firstAttemptAt: time('first_attempt_at'),
    /** The fence: when the call that may have sent it began. */
    sendingAt: time('sending_at'),
    /** Not before this; null: at once. */
    retryAt: time('retry_at'),
    failures: jsonb('failures').$type<Failure[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('deliveries_part_key').on(t.messageId, t.part),
    uniqueIndex('deliveries_gateway_key').on(t.gatewayMessageId),
    index('deliveries_waiting')
      .on(t.threadId, t.seq)
      .where(sql`${t.state} in ('queued', 'sending', 'uncertain')`),
    check(
      'deliveries_state',
      sql`${t.state} in ('queued', 'sending', 'uncertain', 'sent', 'delivered', 'read', 'failed')`,
    ),
  ],
);

/** A person's address that has said STOP to one of our addresses; lifted by START. */
export const optOuts = pgTable(
  'opt_outs',
  {
    channel: text('channel').$type<ChannelKey>().notNull(),
    /** Our address: the expert's number. */
    address: text('address').notNull(),
    handle: text('handle').notNull(),
    optedOutAt: createdAt(),
    /** The person closed the conversation without a word: writing again opens it. */
    endsWithNextMessage: boolean('ends_with_next_message').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.channel, t.address, t.handle] })],
);

/** Payments for messages: each was granted once, and is taken back while the payer has the money back. */
export const payments = pgTable(
  'payments',
  {
    checkoutSessionId: text('checkout_session_id').primaryKey(),
    /** What refunds and disputes speak of; null: nothing was owed. */
    paymentIntentId: text('payment_intent_id'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Why the payer has the money back; null: they have not. */
    reversal: text('reversal').$type<'refund' | 'dispute'>(),
    /** Grows with every answer of Stripe's that is stored, as that of subscriptions. */
    revision: integer('revision').notNull(),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('payments_intent_key').on(t.paymentIntentId)],
);

/** Append-only, which a trigger sees to: every grant, spend and give-back. Its sums are users.messageCount and users.paidMessages. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: id(),
    /** The order of storing: what was left after each entry is the sum up to it. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<(typeof creditEntryKinds)[number]>().notNull(),
    grantedDelta: integer('granted_delta').notNull().default(0),
    usedDelta: integer('used_delta').notNull().default(0),
    /** The inbound message whose reply it paid for. */
    messageId: uuid('message_id').references(() => messages.id),
    /** The payment that bought it, or that was given back and restored. */
    checkoutSessionId: text('checkout_session_id').references(() => payments.checkoutSessionId),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('credit_entries_message_key').on(t.messageId, t.kind),
    /** A payment grants once, however many events tell of it. */
    uniqueIndex('credit_entries_checkout_key')
      .on(t.checkoutSessionId)
      .where(sql`${t.kind} = 'grant'`),
    index('credit_entries_payment')
      .on(t.checkoutSessionId)
      .where(sql`${t.checkoutSessionId} is not null`),
    index('credit_entries_user').on(t.userId, t.seq),
    /** Each kind moves one of the two numbers one way, and says what for. */
    check(
      'credit_entries_kind',
      sql`case ${t.kind}
        when 'grant' then ${t.grantedDelta} > 0 and ${t.usedDelta} = 0
        when 'spend' then ${t.grantedDelta} = 0 and ${t.usedDelta} = 1 and ${t.messageId} is not null
        when 'give_back' then ${t.grantedDelta} = 0 and ${t.usedDelta} = -1 and ${t.messageId} is not null
        when 'refund' then ${t.grantedDelta} <= 0 and ${t.usedDelta} = 0 and ${t.checkoutSessionId} is not null
        when 'restore' then ${t.grantedDelta} >= 0 and ${t.usedDelta} = 0 and ${t.checkoutSessionId} is not null
        when 'adjust' then ${t.grantedDelta} <> 0 and ${t.usedDelta} = 0
        else false end`,
    ),
  ],
);

/** What Stripe said last of each subscription. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    stripeSubscriptionId: text('stripe_subscription_id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    plan: text('plan').$type<'monthly' | 'annual'>().notNull(),
    status: text('status').$type<'none' | 'active' | 'past_due' | 'canceled'>().notNull(),
    currentPeriodEnd: time('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Messages are unlimited until then; null: they are not. The latest is users.subExpiration. */
    accessUntil: time('access_until'),
    startedAt: time('started_at').notNull(),
    /** Grows with every change: a state that was fetched before the latest change is not stored. */
    revision: integer('revision').notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [index('subscriptions_user').on(t.userId)],
);

/** Events that Stripe has signed: each is stored with its effect, once. */
export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  /** What it told us to do, by ids. Stripe has the whole of it; names and addresses stay there. */
  payload: jsonb('payload').notNull(),
  createdAt: time('created_at').notNull(),
  receivedAt: time('received_at').notNull().defaultNow(),
  /** Null: of a kind that changes nothing. */
  appliedAt: time('applied_at'),
});

export const testConversations = pgTable(
  'test_conversations',
  {
    id: id(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    createdAt: createdAt(),
    lastMessageAt: time('last_message_at').notNull().defaultNow(),
  },
  (t) => [index('test_conversations_expert').on(t.expertId, t.lastMessageAt.desc())],
);

export const testMessages = pgTable(
  'test_messages',
  {
    id: id(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => testConversations.id, { onDelete: 'cascade' }),
    role: text('role').$type<'user' | 'assistant'>().notNull(),
    body: text('body').notNull(),
    aiMeta: jsonb('ai_meta').$type<AiMeta>(),
    sources: jsonb('sources').$type<Source[]>(),
    /** What the validator said of a user's message. */
    verdict: jsonb('verdict').$type<Verdict>(),
    createdAt: createdAt(),
  },
  (t) => [index('test_messages_conversation').on(t.conversationId, t.createdAt)],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    actorId: uuid('actor_id').notNull(),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: uuid('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    createdAt: createdAt(),
  },
  (t) => [index('audit_log_entity').on(t.entity, t.entityId, t.createdAt)],
);
