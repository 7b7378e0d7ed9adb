import { isNull, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';
import type { AnswerRoute, MediaSource } from '#server/channels/channel.ts';
import type { AiProviderKey } from '#shared/ai-providers.ts';
import type { AlertOccasion, AlertRule, ReceiverKind } from '#shared/api/alerts.ts';
import type { PhoneLoss } from '#shared/api/auth.ts';
import type { creditEntryKinds } from '#shared/api/billing.ts';
import type { PauseAfterText } from '#shared/api/experts.ts';
import type {
  EvidenceOutcome,
  KnowledgeMode,
  SourceKind,
  SourceState,
} from '#shared/api/knowledge.ts';
import { knowledgeBudget } from '#shared/api/knowledge.ts';
import type { LabelHue } from '#shared/api/labels.ts';
import type {
  AiMeta,
  AnswerState,
  AttachmentState,
  Keyword,
  MessageContent,
  MessageOrigin,
  Source,
  Verdict,
} from '#shared/api/messages.ts';
import type { UnsentChoice, WaitingChoice } from '#shared/api/restore.ts';
import type { CrisisLevel, RiskKind, RiskSettlement } from '#shared/api/safety.ts';
import type { ViewFilters } from '#shared/api/saved-views.ts';
import type { Handler, HandoverReason } from '#shared/api/threads.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import type { ExpertClass } from '#shared/disclosure-rules.ts';
import type { ExpertWords } from '#shared/expert-words.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';
import type { Role } from '#shared/roles.ts';
import { nameWords } from './name-words.ts';

const id = () => uuid('id').primaryKey().$defaultFn(uuidv7);
const time = (name: string) => timestamp(name, { withTimezone: true });
const createdAt = () => time('created_at').notNull().defaultNow();
/** Raised by every edit, to detect edits of an older state. */
const revision = () => integer('revision').notNull().default(1);
const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // PGlite returns a plain Uint8Array.
  fromDriver: (value) => Buffer.from(value),
});
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

type Columns<Name extends string> = Record<Name, PgColumn>;

export const userWords = (t: Columns<'firstName' | 'lastName' | 'email' | 'phoneNumber'>) =>
  nameWords({ texts: [t.firstName, t.lastName, t.email], address: t.phoneNumber });
export const threadWords = (t: Columns<'title' | 'handle'>) =>
  nameWords({ texts: [t.title], address: t.handle });

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    /** When the mailbox was proved: a mailed code was typed, or the team made the account. Null: only claimed. */
    emailVerifiedAt: time('email_verified_at'),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** E.164 */
    phoneNumber: text('phone_number'),
    /** When a text from the phone last confirmed it; null: only claimed. */
    phoneVerifiedAt: time('phone_verified_at'),
    /** When the number first proved itself for this account; a later YES does not move it. */
    phoneAttachedAt: time('phone_attached_at'),
    /** Takes the number's place once it has proved itself. */
    pendingPhoneNumber: text('pending_phone_number'),
    /** Whose question it was texted. */
    pendingPhoneExpertId: uuid('pending_phone_expert_id'),
    pendingPhoneAskedAt: time('pending_phone_asked_at'),
    /** Why another account has the number; cleared once read. */
    phoneLoss: text('phone_loss').$type<PhoneLoss>(),
    role: text('role').$type<Role>().notNull().default('USER'),
    /** Always the sums of credit_entries. */
    messageCount: integer('message_count').notNull().default(0),
    paidMessages: integer('paid_messages').notNull().default(0),
    subExpiration: time('sub_expiration'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    /** Unconfirmed during setup. */
    totpSecret: jsonb('totp_secret').$type<SealedSecret>(),
    totpConfirmedAt: time('totp_confirmed_at'),
    /** Of the last accepted code. */
    totpLastStep: integer('totp_last_step'),
    smsConsentAt: time('sms_consent_at'),
    smsConsentVersion: text('sms_consent_version'),
    smsConsentAddress: text('sms_consent_address'),
    createdAt: createdAt(),
    /** The row stays for the ledger, without personal data. */
    deletedAt: time('deleted_at'),
  },
  (t) => [
    index('users_email').on(sql`lower(${t.email})`),
    // A claim blocks no other account.
    uniqueIndex('users_verified_email_key')
      .on(sql`lower(${t.email})`)
      .where(sql`${t.emailVerifiedAt} is not null`),
    uniqueIndex('users_verified_phone_key')
      .on(t.phoneNumber)
      .where(sql`${t.phoneVerifiedAt} is not null`),
    index('users_phone_number').on(t.phoneNumber),
    index('users_pending_phone')
      .on(t.pendingPhoneNumber)
      .where(sql`${t.pendingPhoneNumber} is not null`),
    index('users_words').using('gin', userWords(t)).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_stripe_customer_key').on(t.stripeCustomerId),
    index('users_leaving')
      .on(t.id)
      .where(sql`${t.deletedAt} is not null and ${t.stripeCustomerId} is not null`),
    check('users_role', sql`${t.role} in ('ADMIN', 'AGENT', 'USER')`),
    check('users_credits', sql`0 <= ${t.messageCount} and ${t.messageCount} <= ${t.paidMessages}`),
  ],
);

export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    /** SHA-256; the token is never stored. */
    hash: text('hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text('device'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    /** Minutes late, to save writes. */
    lastUsedAt: time('last_used_at').notNull().defaultNow(),
    /** When a code was last entered. */
    steppedUpAt: time('stepped_up_at'),
    /** When the password was last entered, after the sign-in. */
    passwordAt: time('password_at'),
  },
  (t) => [uniqueIndex('tokens_hash_key').on(t.hash), index('tokens_user').on(t.userId)],
);

/** For scripts that put documents in. Never a person's way in: see server/access/api-tokens. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    name: text('name').notNull(),
    /** SHA-256; the token is shown once and never stored. */
    hash: text('hash').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** Minutes late, to save writes. */
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
  },
  (t) => [uniqueIndex('api_tokens_hash_key').on(t.hash)],
);

/** Strangers' failures don't delay a known device. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the device's token. */
    hash: text('hash').notNull(),
    lastSignInAt: time('last_sign_in_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);

/** Only an account's newest code is valid; the others count requests. */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** How the code was sent, so what typing it proves. Null in rows from before it was recorded. */
    sentBy: text('sent_by').$type<'mail' | 'text'>(),
    /** Keyed: six digits are too few for a plain hash. */
    codeHash: text('code_hash').notNull(),
    /** Fingerprint of the device that asked, or of its network. */
    askedBy: text('asked_by'),
    /** The device had signed in before: its codes and tries are counted apart from strangers'. */
    isKnown: boolean('is_known').notNull().default(false),
    /** From where the code was asked for; `otherTries` from elsewhere. */
    tries: smallint('tries').notNull().default(0),
    otherTries: smallint('other_tries').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    /** SHA-256 of the link sent beside the code, which lives longer and can't be guessed. */
    linkHash: text('link_hash'),
    linkExpiresAt: time('link_expires_at'),
    /** Fingerprint of the mailbox or number: once it has left the account, the link is over. */
    sentTo: text('sent_to'),
  },
  (t) => [
    uniqueIndex('password_resets_link_key').on(t.linkHash),
    index('password_resets_user').on(t.userId, t.createdAt.desc()),
    index('password_resets_created').on(t.createdAt),
  ],
);

/** Mailed at sign-up, and typed by the signed-in person. Only an account's newest code is valid. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address that it was mailed to. */
    email: text('email').notNull(),
    /** Keyed: six digits are too few for a plain hash. */
    codeHash: text('code_hash').notNull(),
    tries: smallint('tries').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    index('email_codes_user').on(t.userId, t.createdAt.desc()),
    index('email_codes_created').on(t.createdAt),
  ],
);

/** Links that an account's owner is sent: one that locks the account, one that lets a device sign in. */
export const ownerLinks = pgTable(
  'owner_links',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<'lock' | 'device'>().notNull(),
    /** SHA-256; the link is never stored. */
    hash: text('hash').notNull(),
    /** Of the device that waits to sign in. */
    deviceHash: text('device_hash'),
    /** The number it was texted to; once that has left the account, the link is over. Null: mailed. */
    handle: text('handle'),
    /** Tells of the change by which the number left, which it undoes. */
    outlivesPhone: boolean('outlives_phone').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('owner_links_hash_key').on(t.hash),
    index('owner_links_user').on(t.userId, t.createdAt),
    index('owner_links_created').on(t.createdAt),
    check('owner_links_purpose', sql`${t.purpose} in ('lock', 'device')`),
  ],
);

/** A change to the ways into an account. A handle is masked when it is stored. */
export type OwnerEvent =
  | { kind: 'password-changed' }
  | { kind: 'password-reset'; by: 'mail' | 'text' | 'team' }
  | { kind: 'sign-in'; device: string | null }
  | { kind: 'attached'; handle: string }
  | { kind: 'removed'; handle: string; by?: 'phone' }
  | { kind: 'email-changed'; email: string }
  | { kind: 'email-lost'; email: string }
  | { kind: 'second-factor'; change: 'on' | 'off' | 'new codes' }
  | { kind: 'joined-team' }
  | { kind: 'device-waits'; device: string | null }
  | { kind: 'factor-guessed'; device: string | null }
  | { kind: 'locked' }
  | { kind: 'erased' };

export type OwnerRoute =
  | { by: 'mail'; email: string }
  | { by: 'text'; handle: string; places: { threadId: string; expertId: string }[] };

/** What an account's owner is to be told, by mail or in a conversation of the proved phone. Kept for the limits. */
export const ownerNotices = pgTable(
  'owner_notices',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    event: jsonb('event').$type<OwnerEvent>().notNull(),
    /** Where to, as it was proved before the change. Null once it is sent. */
    route: jsonb('route').$type<OwnerRoute>(),
    createdAt: createdAt(),
  },
  (t) => [
    index('owner_notices_user').on(t.userId, t.createdAt),
    index('owner_notices_created').on(t.createdAt),
  ],
);

/** The new address confirms a change, and the old one may object for a while. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** When the old address had been proved. */
    oldVerifiedAt: time('old_verified_at'),
    /** Null: confirmed or replaced. */
    confirmHash: text('confirm_hash'),
    objectHash: text('object_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('email_changes_confirm_key').on(t.confirmHash),
    uniqueIndex('email_changes_object_key').on(t.objectHash),
    index('email_changes_user').on(t.userId, t.createdAt),
    index('email_changes_created').on(t.createdAt),
  ],
);

/** One per address; deleted once used. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    email: text('email').notNull(),
    role: text('role').$type<Exclude<Role, 'USER'>>().notNull(),
    hash: text('hash').notNull(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('invitations_hash_key').on(t.hash),
    uniqueIndex('invitations_email_key').on(t.email),
    index('invitations_created').on(t.createdAt),
    check('invitations_role', sql`${t.role} in ('ADMIN', 'AGENT')`),
  ],
);

/** Wrong passwords per account, address or known device. */
export const failureCounts = pgTable(
  'failure_counts',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    lastFailureAt: time('last_failure_at').notNull(),
  },
  (t) => [index('failure_counts_last').on(t.lastFailureAt)],
);

/** Each replaces a lost authenticator app once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    fingerprint: text('fingerprint').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fingerprint] })],
);

/** One per person and address. Hashed, because they outlive the account. */
export const trialClaims = pgTable(
  'trial_claims',
  {
    /** Null until the person has chatted from an address. */
    phoneHash: text('phone_hash'),
    /** Null for a person's further addresses. */
    emailHash: text('email_hash'),
    userId: uuid('user_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('trial_claims_phone_key').on(t.phoneHash),
    uniqueIndex('trial_claims_user_key').on(t.userId).where(sql`${t.emailHash} is not null`),
    index('trial_claims_user').on(t.userId),
    uniqueIndex('trial_claims_email_key').on(t.emailHash),
  ],
);

/** AES-256-GCM; each part is base64. */
export type SealedSecret = { keyId: string; iv: string; tag: string; data: string };
export type ProviderConfig = {
  model?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  useWebSearch?: boolean | undefined;
  webSearchDomains?: string[] | undefined;
  baseUrl?: string | null | undefined;
};

/** See server/experts/providers/health.ts. Times are ISO strings. */
export type StoredOutage = {
  since: string;
  nextTryAt: string;
  pauseMs: number;
  isProbed: boolean;
  reason: string;
};

export const providers = pgTable('providers', {
  id: id(),
  key: text('key').$type<AiProviderKey>().notNull(),
  displayName: text('display_name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  config: jsonb('config').$type<ProviderConfig>().notNull(),
  apiKey: jsonb('api_key').$type<SealedSecret>().notNull(),
  apiKeyLast4: text('api_key_last4').notNull(),
  /** Null while the provider answers. Every message reads it. */
  outage: jsonb('outage').$type<StoredOutage>(),
  revision: revision(),
  createdAt: createdAt(),
});

/** Sealed with SECRET_KEY; they stay when it changes. */
export const storedKeys = pgTable('stored_keys', {
  name: text('name').primaryKey(),
  sealed: jsonb('sealed').$type<SealedSecret>().notNull(),
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
    category: text('category'),
    /** One per line. */
    sampleQuestions: text('sample_questions'),
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
    /** On its own domain. */
    showsOtherExperts: boolean('shows_other_experts').notNull().default(false),
    siteName: text('site_name'),
    siteTagline: text('site_tagline'),
    primaryColor: text('primary_color'),
    secondaryColor: text('secondary_color'),
    accentColor: text('accent_color'),
    fallbackProviderId: uuid('fallback_provider_id').references(() => providers.id),
    answersBursts: boolean('answers_bursts').notNull().default(false),
    pauseAfterText: text('pause_after_text').$type<PauseAfterText>().notNull().default('twoHours'),
    /** Further words, one per line. */
    humanWords: text('human_words'),
    openingHours: jsonb('opening_hours').$type<OpeningHours>(),
    /** The last sentence of a crisis text. */
    crisisLine: text('crisis_line'),
    /** When its channel or address last changed; null: never. */
    addressSince: time('address_since'),
    /** Paused, and left out of every choice. */
    archivedAt: time('archived_at'),
    class: text('class').$type<ExpertClass>().notNull().default('service'),
    /** Null: the site. */
    business: text('business'),
    /** Replies disclose the AI at least this often; 0: as the law requires. */
    disclosureHours: smallint('disclosure_hours').notNull().default(0),
    /** Only those that differ from the defaults. */
    words: jsonb('words').$type<ExpertWords>().notNull().default({}),
    /** The newest row of expert_versions. */
    versionId: uuid('version_id'),
    /** Null: `guided` with live sources, `free` without. */
    knowledgeMode: text('knowledge_mode').$type<KnowledgeMode>(),
    /** In tokens, of the pieces that a turn is given. */
    knowledgeBudget: integer('knowledge_budget').notNull().default(knowledgeBudget.usual),
    noAnswerText: text('no_answer_text'),
    /** Raised by every change of what its sources say, so that no process gives what is gone. */
    knowledgeRevision: integer('knowledge_revision').notNull().default(0),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('experts_handle_key').on(sql`lower(${t.handle})`),
    uniqueIndex('experts_custom_domain_key').on(t.customDomain),
    uniqueIndex('experts_phone_number_key').on(t.channel, t.phoneNumber),
    uniqueIndex('experts_phone_number_id_key').on(t.channel, t.phoneNumberId),
    index('experts_provider').on(t.providerId),
    check('experts_status', sql`${t.status} in ('ACTIVE', 'PAUSED')`),
    check('experts_archived', sql`${t.archivedAt} is null or ${t.status} = 'PAUSED'`),
    check('experts_class', sql`${t.class} in ('service', 'companion')`),
    check(
      'experts_reachable',
      sql`${t.status} = 'PAUSED' or ${t.channel} not in ('SMS', 'WHATSAPP') or ${t.phoneNumber} is not null`,
    ),
  ],
);

/** What decides answers; each change adds a row. */
export const expertVersions = pgTable(
  'expert_versions',
  {
    id: id(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id),
    version: integer('version').notNull(),
    systemPrompt: text('system_prompt'),
    validator: text('validator'),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => providers.id),
    model: text('model').notNull(),
    /** Null if no admin made the expert. */
    authorId: uuid('author_id'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('expert_versions_key').on(t.expertId, t.version)],
);

/** What a reader of a document would not see, what speaks to the model, and pages without text. */
export type SourceReview = {
  hidden: { page: number; text: string; why: string }[];
  instructions: { page: number; text: string }[];
  emptyPages: { page: number; why: string }[];
};
const emptyReview: SourceReview = { hidden: [], instructions: [], emptyPages: [] };

/** As they were when the answer was written; `words` are emptied with their source. */
export type StoredQuote = {
  sourceId: string;
  /** Rows of before lack it. */
  generation?: number | undefined;
  title: string;
  page: number | null;
  words: string;
  validFrom: string | null;
  isQuotable: boolean;
};
/** The best of a search; none where all was given. */
export type GivenRef = { sourceId: string; title: string; page: number | null; rank: number };

/** What was wrong with the first answer, and whether the model gave a second one. */
export type StoredRetry = { faults: string[]; isAnswered: boolean };

/** Rows of before lack what is optional. */
export type StoredEvidence = {
  outcome: EvidenceOutcome;
  quotes: StoredQuote[];
  given: GivenRef[];
  givenCount?: number | null;
  faults: string[];
  refused: string | null;
  /** Null: asked once. */
  retry?: StoredRetry | null;
};

/** A document of an expert. Its file is stored under `fileName`, and what was read of it as pieces. */
export const sources = pgTable(
  'sources',
  {
    id: id(),
    expertId: uuid('expert_id')
      .notNull()
      .references(() => experts.id),
    kind: text('kind').$type<SourceKind>().notNull(),
    title: text('title').notNull(),
    state: text('state').$type<SourceState>().notNull(),
    failure: text('failure'),
    /** The name of the file that was added, or the address of a web page. */
    origin: text('origin'),
    url: text('url'),
    /** In the files' store; null for a web page that was not read yet. */
    fileName: text('file_name'),
    contentType: text('content_type').notNull(),
    /** SHA-256 of the file. Null for a web page that was not read yet. */
    hash: text('hash'),
    /** Of its pieces; each reading replaces them by those of the next. */
    generation: integer('generation').notNull().default(0),
    validFrom: date('valid_from', { mode: 'string' }),
    validUntil: date('valid_until', { mode: 'string' }),
    isQuotable: boolean('is_quotable').notNull().default(true),
    review: jsonb('review').$type<SourceReview>().notNull().default(emptyReview),
    pageCount: integer('page_count').notNull().default(0),
    pieceCount: integer('piece_count').notNull().default(0),
    tokenCount: integer('token_count').notNull().default(0),
    /** Null: there is nothing to read. A process that reads it puts it off, so that another one begins if it dies. */
    readDueAt: time('read_due_at'),
    readingAttempts: smallint('reading_attempts').notNull().default(0),
    /** Null: by a script, or an admin whose account is gone. */
    addedBy: uuid('added_by'),
    createdAt: createdAt(),
    publishedAt: time('published_at'),
    retiredAt: time('retired_at'),
  },
  (t) => [
    index('sources_expert').on(t.expertId, t.createdAt),
    uniqueIndex('sources_hash_key').on(t.expertId, t.hash).where(sql`${t.state} <> 'retired'`),
    index('sources_to_read').on(t.readDueAt).where(sql`${t.readDueAt} is not null`),
    check('sources_state', sql`${t.state} in ('reading', 'review', 'live', 'failed', 'retired')`),
  ],
);

/** What a model can be given of a source, in its order. */
export const sourcePieces = pgTable(
  'source_pieces',
  {
    id: id(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    position: integer('position').notNull(),
    page: integer('page'),
    heading: text('heading'),
    text: text('text').notNull(),
    tokens: integer('tokens').notNull(),
  },
  (t) => [uniqueIndex('source_pieces_key').on(t.sourceId, t.generation, t.position)],
);

/** What an answer leaned on, or why there was none; by the message that asked. */
export const evidence = pgTable(
  'evidence',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    expertId: uuid('expert_id').notNull(),
    outcome: text('outcome').$type<EvidenceOutcome>().notNull(),
    quotes: jsonb('quotes').$type<StoredQuote[]>().notNull(),
    given: jsonb('given').$type<GivenRef[]>().notNull(),
    /** All pieces, also those that no search ranked. */
    givenCount: integer('given_count'),
    /** What was wrong with an answer, in words. */
    faults: jsonb('faults').$type<string[]>().notNull(),
    /** The answer that was not sent. */
    refused: text('refused'),
    /** Null: the first answer counts. */
    retry: jsonb('retry').$type<StoredRetry>(),
    /** Equal questions of an expert have the same one. Null: answered, or never to be. */
    openKey: text('open_key'),
    /** The team's, to be texted by day. */
    lateAnswer: text('late_answer'),
    lateAnswerAt: time('late_answer_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('evidence_late').on(t.lateAnswerAt).where(sql`${t.lateAnswerAt} is not null`),
    index('evidence_open').on(t.expertId, t.createdAt.desc()).where(sql`${t.openKey} is not null`),
  ],
);

/**
 * One address's conversation with one expert. Without a userId, only admins see it: the phone wrote before an account
 * connected. If a number leaves its account, its threads stay there as records (isCurrent false).
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
    titleRevision: integer('title_revision').notNull().default(1),
    lastMessage: text('last_message'),
    lastMessageAt: time('last_message_at'),
    messageCount: integer('message_count').notNull().default(0),
    /** Some channels limit how long after this we may answer. */
    lastInboundAt: time('last_inbound_at'),
    /** By phone or dashboard. */
    lastInboundSeq: bigint('last_inbound_seq', { mode: 'number' }),
    /** When the person's newest message was stored. */
    personWroteAt: time('person_wrote_at'),
    lastInboundChannel: text('last_inbound_channel').$type<ChannelKey>(),
    /** The way of the person's last text; null: from the expert's address to the handle. */
    route: jsonb('route').$type<AnswerRoute>(),
    humanWantedAt: time('human_wanted_at'),
    /** Since when a team alert is due; null: none is. */
    alertDueAt: time('alert_due_at'),
    /** Null: not since a person answered. */
    disclosedAt: time('disclosed_at'),
    handler: text('handler').$type<Handler>().notNull().default('ai'),
    /** Raised by each change of handler, so an answer begun before is not sent. */
    handlerEpoch: integer('handler_epoch').notNull().default(0),
    /** When the last takeover began. */
    handedAt: time('handed_at'),
    handedBecause: text('handed_because').$type<HandoverReason>(),
    assigneeId: uuid('assignee_id').references(() => users.id),
    /** Null: only when the team returns the thread. */
    aiReturnsAt: time('ai_returns_at'),
    /** When a notice that the night delayed is due. */
    creditNoticeAt: time('credit_notice_at'),
    /** When a crisis was last seen; null once settled. */
    riskAt: time('risk_at'),
    /** When a sign of distress was last seen, which may be nothing; null once settled. */
    concernAt: time('concern_at'),
    /** The person said here that they are under 18; for all threads see ages-store.ts. */
    minorSince: time('minor_since'),
    /** Cleared by the person's next text. */
    resolvedAt: time('resolved_at'),
    /** Gateway id of the last closing event, which may repeat. */
    closedBy: text('closed_by'),
    /** The row stays for the ledger, with an empty handle. */
    erasedAt: time('erased_at'),
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
    index('threads_assignee').on(t.assigneeId).where(sql`${t.assigneeId} is not null`),
    // Threads with an account are found through it. Kept small, because every message updates its thread's row.
    index('threads_words')
      .using('gin', threadWords(t))
      .with({ fastupdate: false })
      .where(sql`${t.title} is not null or ${t.userId} is null`),
    index('threads_minor').on(t.userId, t.handle).where(sql`${t.minorSince} is not null`),
    index('threads_risk').on(t.riskAt).where(sql`${t.riskAt} is not null`),
    index('threads_alert_due').on(t.alertDueAt).where(sql`${t.alertDueAt} is not null`),
    index('threads_ai_returns').on(t.aiReturnsAt).where(sql`${t.aiReturnsAt} is not null`),
    index('threads_without_return')
      .on(t.handedAt)
      .where(sql`${t.handler} = 'human' and ${t.aiReturnsAt} is null and ${t.assigneeId} is null`),
    index('threads_credit_notice').on(t.creditNoticeAt).where(sql`${t.creditNoticeAt} is not null`),
    check('threads_handler', sql`${t.handler} in ('ai', 'human')`),
    check('threads_erased', sql`(${t.erasedAt} is null) = (${t.handle} <> '')`),
  ],
);

/** A person's further names at a gateway; the thread keeps the first handle. */
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
    /** Null until a CONNECT code arrives. */
    handle: text('handle'),
    state: text('state').$type<'pending' | 'active'>().notNull(),
    /** A YES answers the latest. */
    askedAt: time('asked_at'),
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

export type MailKind =
  | 'mail-code'
  | 'mail-code-known'
  | 'mail-code-owed'
  | 'mail-confirmation'
  | 'mail-device'
  | 'mail-invitation'
  | 'mail-notice'
  | 'mail-owner'
  | 'mail-sign-up';

/** Texts to phones without a connection, changes of number, and attempts to take another account's verified number. */
export const phoneAttempts = pgTable(
  'phone_attempts',
  {
    id: id(),
    kind: text('kind').$type<'text' | 'unsent' | 'change' | 'taken' | MailKind>().notNull(),
    /** Null if the phone has no account. */
    userId: uuid('user_id').references(() => users.id),
    /** Of an IPv6 address, the fingerprints of its /48, /56 and /64, one after the other. */
    networkHash: text('network_hash'),
    /** Without the last four digits. */
    prefixHash: text('prefix_hash'),
    /** Of a mail: without tags, so that the many spellings of one mailbox count as one. */
    mailboxHash: text('mailbox_hash'),
    createdAt: createdAt(),
  },
  (t) => [
    index('phone_attempts_created').on(t.kind, t.createdAt),
    index('phone_attempts_user').on(t.userId, t.kind, t.createdAt),
    index('phone_attempts_network').on(t.networkHash, t.createdAt),
    index('phone_attempts_prefix').on(t.prefixHash, t.createdAt),
    index('phone_attempts_mailbox').on(t.mailboxHash, t.createdAt),
    check(
      'phone_attempts_kind',
      sql`${t.kind} in ('text', 'unsent', 'change', 'taken', 'mail-code', 'mail-code-known', 'mail-code-owed', 'mail-confirmation', 'mail-device', 'mail-invitation', 'mail-notice', 'mail-owner', 'mail-sign-up')`,
    ),
  ],
);

export type Failure = {
  at: string;
  kind: string;
  detail: string;
  /** The gateway accepted the attempt and failed it later. */
  gatewayMessageId?: string;
};

export const messages = pgTable(
  'messages',
  {
    id: id(),
    /** Assigned under the thread's lock, so in its order. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    direction: text('direction').$type<'inbound' | 'outbound'>().notNull(),
    origin: text('origin').$type<MessageOrigin>().notNull(),
    body: text('body').notNull(),
    /** The end was too long to store. */
    isCut: boolean('is_cut').notNull().default(false),
    createdAt: createdAt(),
    /** When the person sent, last edited or deleted it, by the gateway's clock. */
    sentAt: time('sent_at'),
    editedAt: time('edited_at'),
    /** The words stay for the team. */
    revokedAt: time('revoked_at'),
    /** When its words, pictures and gateway's ids were deleted: see retention-store.ts. */
    expiredAt: time('expired_at'),

    /** Inbound by phone. Unique together, so a message is stored once. */
    channel: text('channel').$type<ChannelKey>(),
    gatewayAccount: text('gateway_account'),
    gatewayMessageId: text('gateway_message_id'),
    /** Of the webhook; it holds the time, by which it is found without an index. */
    requestId: uuid('request_id'),
    /** Answered by the gateway itself (Twilio's OptOutType). */
    keywordAnswered: text('keyword_answered').$type<Exclude<Keyword, 'YES'>>(),
    content: text('content').$type<MessageContent>().notNull().default('words'),
    quotedGatewayId: text('quoted_gateway_id'),
    /** Of a `reaction`; null if it takes one back. The latest to a message counts. */
    reaction: text('reaction'),
    /** Null if no text of the thread is meant. */
    reactsToId: uuid('reacts_to_id'),
    segments: smallint('segments'),

    /** Inbound only. */
    answerState: text('answer_state').$type<AnswerState>(),
    guard: text('guard'),
    /** A YES may still be an ordinary answer. */
    keyword: text('keyword').$type<Keyword>(),
    failures: jsonb('failures').$type<Failure[]>().notNull().default([]),
    verdict: jsonb('verdict').$type<Verdict>(),
    /** The burst's last message, which gets the reply. */
    answeredWithId: uuid('answered_with_id'),

    /** Outbound only; a null deliveryState means not texted. */
    replyToId: uuid('reply_to_id'),
    /** Who of the team wrote it; null in older rows. */
    authorId: uuid('author_id'),
    systemKind: text('system_kind'),
    /** Answers to STOP and HELP. */
    ignoresOptOut: boolean('ignores_opt_out').notNull().default(false),
    aiMeta: jsonb('ai_meta').$type<AiMeta>(),
    /** At the start of the body; models don't see it. */
    disclosureLength: smallint('disclosure_length'),
    /** At the end of the body; MORE sends it. */
    unsentLength: integer('unsent_length'),
    expertVersionId: uuid('expert_version_id'),
    sources: jsonb('sources').$type<Source[]>(),
    deliveryState: text('delivery_state').$type<DeliveryState>(),
    deliveryReason: text('delivery_reason'),

    /** Also set when a replay is requested. */
    dismissedAt: time('dismissed_at'),
    /** Null: no replay is pending. */
    replayBy: uuid('replay_by'),
  },
  (t) => [
    uniqueIndex('messages_gateway_key').on(t.channel, t.gatewayAccount, t.gatewayMessageId),
    uniqueIndex('messages_reply_key').on(t.replyToId).where(sql`${t.origin} = 'ai'`),
    index('messages_thread').on(t.threadId, t.seq.desc()),
    index('messages_created').on(t.createdAt),
    index('messages_seq').on(t.seq),
    // Without what has expired, which no hour should read again.
    index('messages_to_expire').on(t.createdAt).where(isNull(t.expiredAt)).concurrently(),
    index('messages_gateway_id')
      .on(t.gatewayMessageId)
      .where(sql`${t.gatewayMessageId} is not null`),
    index('messages_reactions').on(t.reactsToId, t.seq).where(sql`${t.reactsToId} is not null`),
    index('messages_failed')
      .on(t.threadId, t.createdAt)
      .where(
        sql`(${t.deliveryState} = 'failed' or ${t.answerState} = 'failed') and ${t.dismissedAt} is null`,
      ),
    index('messages_left').on(t.threadId).where(sql`${t.guard} = 'left'`).concurrently(),
    index('messages_to_replay').on(t.threadId).where(sql`${t.replayBy} is not null`),
    index('messages_keyword_answered').on(t.id).where(sql`${t.keywordAnswered} is not null`),
    index('messages_waiting').on(t.threadId, t.seq).where(sql`${t.answerState} = 'waiting'`),
    index('messages_held').on(t.threadId, t.createdAt).where(sql`${t.answerState} = 'held'`),
    index('messages_system')
      .on(t.threadId, t.systemKind, t.createdAt)
      .where(sql`${t.systemKind} is not null`),
    check('messages_direction', sql`${t.direction} in ('inbound', 'outbound')`),
    check(
      'messages_answer_state',
      sql`(${t.answerState} is null) = (${t.direction} = 'outbound') and (${t.answerState} is null or ${t.answerState} in ('waiting', 'held', 'answered', 'refused', 'recorded', 'failed'))`,
    ),
  ],
);

/** Can be rebuilt at any time, so without foreign keys. `createdAt` is the message's. */
export const messageSearch = pgTable(
  'message_search',
  {
    messageId: uuid('message_id').notNull(),
    threadId: uuid('thread_id').notNull(),
    expertId: uuid('expert_id').notNull(),
    createdAt: time('created_at').notNull(),
    words: tsvector('words').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.createdAt, t.messageId] }),
    index('message_search_thread').on(t.threadId),
    // With fastupdate, every search would scan the pending entries.
    index('message_search_words').using('gin', t.words).with({ fastupdate: false }),
  ],
);

/** Every change to `message_search` locks this row first. */
export const searchProgress = pgTable('search_progress', {
  table: text('table').$type<'messages'>().primaryKey(),
  /** All messages up to this are in. */
  doneSeq: bigint('done_seq', { mode: 'number' }).notNull().default(0),
  /** Becomes `doneSeq` once every transaction below `settlesAtXid` has ended. */
  nextSeq: bigint('next_seq', { mode: 'number' }),
  settlesAtXid: bigint('settles_at_xid', { mode: 'bigint' }),
});

/** Withheld after a takeover; an admin sends or discards them. */
export const replyDrafts = pgTable(
  'reply_drafts',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => messages.id),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('reply_drafts_thread').on(t.threadId)],
);

export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: id(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('canned_replies_name_key').on(sql`lower(${t.name})`)],
);

export const labels = pgTable(
  'labels',
  {
    id: id(),
    name: text('name').notNull(),
    hue: text('hue').$type<LabelHue>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('labels_name_key').on(sql`lower(${t.name})`)],
);

export const threadLabels = pgTable(
  'thread_labels',
  {
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    labelId: uuid('label_id')
      .notNull()
      .references(() => labels.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.threadId, t.labelId] }),
    index('thread_labels_label').on(t.labelId, t.threadId),
  ],
);

export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    /** Null: shared with the team. */
    ownerId: uuid('owner_id').references(() => users.id),
    name: text('name').notNull(),
    filters: jsonb('filters').$type<ViewFilters>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('saved_views_own_key').on(t.ownerId, sql`lower(${t.name})`),
    uniqueIndex('saved_views_shared_key').on(sql`lower(${t.name})`).where(isNull(t.ownerId)),
  ],
);

/** Which request of a page stored a message, so that a repeated one stores no other. */
export const dashboardTexts = pgTable(
  'dashboard_texts',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => messages.id),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    sendId: uuid('send_id').notNull(),
  },
  (t) => [uniqueIndex('dashboard_texts_send_key').on(t.threadId, t.sendId)],
);

/** What a team member has typed in a conversation, and not sent. Only they read it. */
export const typedTexts = pgTable(
  'typed_texts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    body: text('body').notNull(),
    /** New with each change: a page that knows an older one overwrites nothing. */
    revision: uuid('revision').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.threadId] }),
    index('typed_texts_thread').on(t.threadId),
  ],
);

/** Each team member's newest seen message. */
export const threadSeen = pgTable(
  'thread_seen',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    seq: bigint('seq', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.threadId] }),
    index('thread_seen_thread').on(t.threadId),
  ],
);

/** Never holds the person's words. */
export const riskEvents = pgTable(
  'risk_events',
  {
    id: id(),
    /** Null after an erasure. */
    threadId: uuid('thread_id').references(() => threads.id),
    kind: text('kind').$type<RiskKind>().notNull(),
    level: text('level').$type<CrisisLevel>().notNull().default('certain'),
    /** A word list's rule, the moderation's category, or the model's mark. */
    rule: text('rule').notNull(),
    /** From the number; null if it names none. */
    country: text('country'),
    /** The country of the helplines; null if none were sent with this event. */
    sent: text('sent'),
    /** Null while neither the person nor the team has ended it. */
    settledAs: text('settled_as').$type<RiskSettlement>(),
    createdAt: createdAt(),
  },
  (t) => [index('risk_events_created').on(t.createdAt), index('risk_events_thread').on(t.threadId)],
);

/** Only server/desk/notes reads it, so no note is texted or shown to a model. */
export const threadNotes = pgTable(
  'thread_notes',
  {
    id: id(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    body: text('body').notNull(),
    words: tsvector('words').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('thread_notes_thread').on(t.threadId, t.createdAt),
    index('thread_notes_words').using('gin', t.words),
  ],
);

export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    source: jsonb('source').$type<MediaSource>().notNull(),
    state: text('state').$type<AttachmentState>().notNull().default('waiting'),
    /** Shown to the person. */
    reason: text('reason'),
    /** Null if in a bucket: see server/messages/pictures.ts. */
    picture: bytes('picture'),
    width: integer('width'),
    height: integer('height'),
    /** Counts against the account's daily limit. */
    takenAt: time('taken_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('attachments_key').on(t.messageId, t.position),
    index('attachments_created').on(t.createdAt).where(sql`${t.state} = 'stored'`),
    check('attachments_state', sql`${t.picture} is null or ${t.state} = 'stored'`),
  ],
);

/** A row commits with the change that orphaned the file; the sweep removes the file. */
export const orphanedFiles = pgTable('orphaned_files', {
  name: text('name').primaryKey(),
  /** When the bucket last refused; other files go first. */
  failedAt: time('failed_at'),
});

/**
 * A thread with work; its rows say what, so one wakeup per job is enough. No foreign key: threads are never deleted,
 * and the check would cost every message a query.
 */
export const wakeups = pgTable(
  'wakeups',
  {
    /** Of `tell-owner`: the notice. */
    threadId: uuid('thread_id').notNull(),
    job: text('job').notNull(),
    dueAt: time('due_at').notNull(),
    /** Invalid once `leasedUntil` has passed. */
    lease: uuid('lease'),
    leasedUntil: time('leased_until'),
    /** Leases since the thread last progressed; each may have ended in a crash. */
    attempts: integer('attempts').notNull().default(0),
    /** Worker errors; `reason` is the last. */
    failures: smallint('failures').notNull().default(0),
    reason: text('reason'),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.job] }), index('wakeups_due').on(t.job, t.dueAt)],
);

/** A thread's queue of texts. */
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
    /** Of the one text that outlives its erased conversation, until it was sent. */
    route: jsonb('route').$type<AnswerRoute>(),
    state: text('state').$type<DeliveryState>().notNull().default('queued'),
    gatewayMessageId: text('gateway_message_id'),
    attempts: smallint('attempts').notNull().default(0),
    firstAttemptAt: time('first_attempt_at'),
    /** The fence, set before the call. */
    sendingAt: time('sending_at'),
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
      sql`${t.state} in ('queued', 'sending', 'uncertain', 'sent', 'delivered', 'read', 'failed', 'withheld')`,
    ),
  ],
);

/** STOP adds a row, START removes it. */
export const optOuts = pgTable(
  'opt_outs',
  {
    channel: text('channel').$type<ChannelKey>().notNull(),
    address: text('address').notNull(),
    handle: text('handle').notNull(),
    optedOutAt: createdAt(),
    /** The person closed the conversation without a STOP. */
    endsWithNextMessage: boolean('ends_with_next_message').notNull().default(false),
    /** The gateway blocks us too, and confirms a START itself. */
    blockedByGateway: boolean('blocked_by_gateway').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.channel, t.address, t.handle] })],
);

export const payments = pgTable(
  'payments',
  {
    checkoutSessionId: text('checkout_session_id').primaryKey(),
    /** Null if the amount was zero. */
    paymentIntentId: text('payment_intent_id'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Null: the payer did not get the money back. */
    reversal: text('reversal').$type<'refund' | 'dispute'>(),
    revision: integer('revision').notNull(),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('payments_intent_key').on(t.paymentIntentId)],
);

/** By methods that take days to settle. */
export const bankPayments = pgTable(
  'bank_payments',
  {
    checkoutSessionId: text('checkout_session_id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    plan: text('plan').$type<'payg' | 'monthly' | 'annual'>().notNull(),
    /** In the currency's smallest unit. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state').$type<'pending' | 'paid' | 'failed'>().notNull(),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [index('bank_payments_user').on(t.userId)],
);

/** Append-only: a trigger forbids changes. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: id(),
    /** The balance is the sum up to this. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<(typeof creditEntryKinds)[number]>().notNull(),
    grantedDelta: integer('granted_delta').notNull().default(0),
    usedDelta: integer('used_delta').notNull().default(0),
    messageId: uuid('message_id').references(() => messages.id),
    checkoutSessionId: text('checkout_session_id').references(() => payments.checkoutSessionId),
    /** For a subscription's payment and its refunds. */
    invoiceId: text('invoice_id'),
    /** In the currency's smallest unit; negative: refunded; null: none or unknown. */
    amount: integer('amount'),
    currency: text('currency'),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('credit_entries_invoice_key').on(t.invoiceId).where(sql`${t.kind} = 'payment'`),
    index('credit_entries_invoice').on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
    check('credit_entries_money', sql`(${t.amount} is null) = (${t.currency} is null)`),
    uniqueIndex('credit_entries_message_key').on(t.messageId, t.kind),
    uniqueIndex('credit_entries_checkout_key')
      .on(t.checkoutSessionId)
      .where(sql`${t.kind} = 'grant'`),
    index('credit_entries_payment')
      .on(t.checkoutSessionId)
      .where(sql`${t.checkoutSessionId} is not null`),
    index('credit_entries_user').on(t.userId, t.seq),
    check(
      'credit_entries_kind',
      sql`case ${t.kind}
        when 'grant' then ${t.grantedDelta} > 0 and ${t.usedDelta} = 0
        when 'spend' then ${t.grantedDelta} = 0 and ${t.usedDelta} = 1 and ${t.messageId} is not null
        when 'give_back' then ${t.grantedDelta} = 0 and ${t.usedDelta} = -1 and ${t.messageId} is not null
        when 'refund' then ${t.grantedDelta} <= 0 and ${t.usedDelta} = 0 and coalesce(${t.checkoutSessionId}, ${t.invoiceId}) is not null
        when 'restore' then ${t.grantedDelta} >= 0 and ${t.usedDelta} = 0 and coalesce(${t.checkoutSessionId}, ${t.invoiceId}) is not null
        when 'adjust' then ${t.grantedDelta} <> 0 and ${t.usedDelta} = 0
        when 'payment' then ${t.grantedDelta} = 0 and ${t.usedDelta} = 0 and ${t.invoiceId} is not null
        else false end`,
    ),
  ],
);

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
    /** End of the unlimited messages; users.subExpiration is the latest of these. */
    accessUntil: time('access_until'),
    startedAt: time('started_at').notNull(),
    /** Raised by every change, so an older state is not stored. */
    revision: integer('revision').notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [index('subscriptions_user').on(t.userId)],
);

export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Ids only: names and addresses stay at Stripe. */
    payload: jsonb('payload').notNull(),
    createdAt: time('created_at').notNull(),
    receivedAt: time('received_at').notNull().defaultNow(),
    /** Null if the event changed nothing. */
    appliedAt: time('applied_at'),
  },
  (t) => [index('stripe_events_received').on(t.receivedAt)],
);

/** Written by a restore. Until `resumedAt`, jobs rest in every process: no text leaves and no model is asked. */
export const restores = pgTable('restores', {
  id: id(),
  /** Of the installation that made the backup. */
  version: text('version').notNull(),
  backedUpAt: time('backed_up_at').notNull(),
  restoredAt: time('restored_at').notNull(),
  /** Messages and texts up to these were in the backup. */
  lastMessageSeq: bigint('last_message_seq', { mode: 'number' }).notNull(),
  lastDeliverySeq: bigint('last_delivery_seq', { mode: 'number' }).notNull(),
  /** Null: not chosen yet. */
  waitingChoice: text('waiting_choice').$type<WaitingChoice>(),
  unsentChoice: text('unsent_choice').$type<UnsentChoice>(),
  /** When Stripe's events since the backup had been applied. */
  paymentsFetchedAt: time('payments_fetched_at'),
  resumedAt: time('resumed_at'),
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
    verdict: jsonb('verdict').$type<Verdict>(),
    evidence: jsonb('evidence').$type<StoredEvidence>(),
    createdAt: createdAt(),
  },
  (t) => [index('test_messages_conversation').on(t.conversationId, t.createdAt)],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    /** Null if no one was signed in. */
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    /** Null for a sign-in to an unknown account. */
    entityId: uuid('entity_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_log_entity').on(t.entity, t.entityId, t.createdAt),
    index('audit_log_created').on(t.createdAt),
  ],
);

/**
 * A row per migration that took something away. Every version reads it before it works on a database that a newer one
 * has changed: see server/db/schema-state.ts.
 */
export const schemaContracts = pgTable('schema_contracts', {
  migration: text('migration').primaryKey(),
  /** The oldest migration that code must know to work without what was taken away. */
  needs: text('needs').notNull(),
  /** Its time in the journal. */
  needsAt: bigint('needs_at', { mode: 'number' }).notNull(),
  createdAt: createdAt(),
});

/** An episode: a rule of server/operations/alerts/rules.ts applied to something, from when it was first found until it was found no more. */
export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    rule: text('rule').$type<AlertRule>().notNull(),
    /** What it is about: an id, or the name of a machine. */
    subject: text('subject').notNull(),
    /** No person's name, number or words. */
    detail: text('detail').notNull(),
    /** A path of the dashboard. */
    link: text('link').notNull(),
    beganAt: time('began_at').notNull(),
    seenAt: time('seen_at').notNull(),
    /** Null while it lasts. */
    endedAt: time('ended_at'),
    repeatAt: time('repeat_at').notNull(),
    repeats: integer('repeats').notNull().default(0),
  },
  (t) => [
    uniqueIndex('alerts_open_key').on(t.rule, t.subject).where(isNull(t.endedAt)),
    index('alerts_began').on(t.beganAt),
  ],
);

export const alertReceivers = pgTable(
  'alert_receivers',
  {
    id: id(),
    kind: text('kind').$type<ReceiverKind>().notNull(),
    /** An email, an https address, or E.164. */
    address: text('address').notNull(),
    name: text('name').notNull(),
    /** When on duty; null: always. */
    hours: jsonb('hours').$type<OpeningHours>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('alert_receivers_key').on(t.kind, t.address),
    check('alert_receivers_kind', sql`${t.kind} in ('mail', 'text', 'webhook')`),
  ],
);

export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    /** Also the id of the mail, the webhook and the text: the same in every attempt. */
    id: id(),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => alertReceivers.id, { onDelete: 'cascade' }),
    occasion: text('occasion').$type<AlertOccasion>().notNull(),
    /** As it was then, so that every attempt says the same. */
    detail: text('detail').notNull(),
    /** Null: sent, or given up. */
    dueAt: time('due_at'),
    /** Counted before the attempt, so that a crash counts. */
    attempts: smallint('attempts').notNull().default(0),
    leasedUntil: time('leased_until'),
    sentAt: time('sent_at'),
    /** Of the last attempt. */
    problem: text('problem'),
    createdAt: createdAt(),
  },
  (t) => [
    index('alert_deliveries_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index('alert_deliveries_alert').on(t.alertId),
    index('alert_deliveries_receiver').on(t.receiverId, t.createdAt),
  ],
);

export type UserRow = typeof users.$inferSelect;
export type TokenRow = typeof tokens.$inferSelect;
export type InvitationRow = typeof invitations.$inferSelect;
export type EmailChangeRow = typeof emailChanges.$inferSelect;
export type OwnerLinkRow = typeof ownerLinks.$inferSelect;
export type OwnerNoticeRow = typeof ownerNotices.$inferSelect;
export type ProviderRow = typeof providers.$inferSelect;
export type ExpertRow = typeof experts.$inferSelect;
export type ExpertVersionRow = typeof expertVersions.$inferSelect;
export type CannedReplyRow = typeof cannedReplies.$inferSelect;
export type AlertRow = typeof alerts.$inferSelect;
export type AlertReceiverRow = typeof alertReceivers.$inferSelect;
export type AlertDeliveryRow = typeof alertDeliveries.$inferSelect;
export type LabelRow = typeof labels.$inferSelect;
export type SavedViewRow = typeof savedViews.$inferSelect;
export type ThreadRow = typeof threads.$inferSelect;
export type ConnectionRow = typeof connections.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
export type AttachmentRow = typeof attachments.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;
export type RestoreRow = typeof restores.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type TestConversationRow = typeof testConversations.$inferSelect;
export type TestMessageRow = typeof testMessages.$inferSelect;
export type SourceRow = typeof sources.$inferSelect;
export type SourcePieceRow = typeof sourcePieces.$inferSelect;
export type EvidenceRow = typeof evidence.$inferSelect;
export type ApiTokenRow = typeof apiTokens.$inferSelect;
