import type { TestConversation, TestMessage } from '#shared/api/ai-testing.ts';
import type { User } from '#shared/api/auth.ts';
import type { Subscription, SubscriptionReply } from '#shared/api/billing.ts';
import type { ExpertVersion } from '#shared/api/expert-versions.ts';
import type { Expert, PublicExpert } from '#shared/api/experts.ts';
import type { Message, Verdict } from '#shared/api/messages.ts';
import type { Note } from '#shared/api/notes.ts';
import type { Person, PersonDetails } from '#shared/api/people.ts';
import type { AttachedPhone } from '#shared/api/phones.ts';
import type { Provider } from '#shared/api/providers.ts';
import type { Pause } from '#shared/api/restore.ts';
import type { MessageHit, SearchReply } from '#shared/api/search.ts';
import type { SessionsReply } from '#shared/api/sessions.ts';
import { type ThreadCounts, threadStates } from '#shared/api/thread-filters.ts';
import type { Thread } from '#shared/api/threads.ts';
import { hourMs } from '#shared/time.ts';

export const idOf = (number: number) =>
  `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const aUser = (fields: Partial<User> = {}): User => ({
  id: idOf(1),
  email: 'mia@example.com',
  isEmailVerified: true,
  firstName: 'Mia',
  lastName: 'Chen',
  phoneNumber: '+12025550143',
  isPhoneVerified: true,
  pendingPhoneNumber: null,
  phoneLoss: null,
  role: 'USER',
  secondFactor: 'off',
  messageCount: 0,
  paidMessages: 5,
  subExpiration: null,
  stripeSubscriptionId: null,
  revision: 7,
  ...fields,
});

export const anAttachedPhone = (fields: Partial<AttachedPhone> = {}): AttachedPhone => ({
  id: idOf(300),
  channels: ['SMS'],
  number: '+12025550143',
  ending: null,
  state: 'active',
  isOwnNumber: true,
  attachedAt: '2026-11-03T10:00:00.000Z',
  lastUsedAt: new Date(Date.now() - 2 * hourMs).toISOString(),
  experts: [{ id: idOf(10), displayName: 'Ada' }],
  ...fields,
});

export const anAdmin = (fields: Partial<User> = {}): User =>
  aUser({ id: idOf(2), email: 'boss@example.com', role: 'ADMIN', ...fields });

export const anAgent = (fields: Partial<User> = {}): User =>
  aUser({ id: idOf(4), email: 'agent@example.com', role: 'AGENT', ...fields });

export const aPause = (fields: Partial<Pause> = {}): Pause => ({
  backedUpAt: '2026-11-01T06:30:00.000Z',
  restoredAt: '2026-11-01T09:10:00.000Z',
  version: '0.1.0',
  waiting: { count: 3, choice: null },
  unsent: { count: 1, choice: null },
  arrived: 2,
  payments: 'pending',
  ...fields,
});

export const aPublicExpert = (fields: Partial<PublicExpert> = {}): PublicExpert => ({
  id: idOf(10),
  channel: 'SMS',
  handle: 'ada',
  displayName: 'Ada',
  tagline: 'Numbers, gently',
  description: 'Math for school, money and work, one step at a time.',
  category: null,
  imageUrl: null,
  phoneNumber: '+12025550100',
  connection: 'none',
  threadId: null,
  words: ['MENU', 'BALANCE', 'PLANS', 'WHO', 'HUMAN', 'FORGET ME'],
  chatLink: 'sms:+12025550100',
  sampleQuestions: [],
  ...fields,
});

export const anExpert = (fields: Partial<Expert> = {}): Expert => ({
  id: idOf(10),
  channel: 'SMS',
  handle: 'ada',
  displayName: 'Ada',
  tagline: 'Numbers, gently',
  description: 'Math for school, money and work, one step at a time.',
  category: null,
  sampleQuestions: null,
  imageUrl: null,
  phoneNumber: '+12025550100',
  providerId: idOf(20),
  systemPrompt: 'You teach math.',
  validator: null,
  rejected: null,
  status: 'ACTIVE',
  customDomain: null,
  siteName: null,
  siteTagline: null,
  primaryColor: null,
  secondaryColor: null,
  accentColor: null,
  phoneNumberId: null,
  fallbackProviderId: null,
  answersBursts: false,
  showsOtherExperts: false,
  pauseAfterText: 'twoHours',
  humanWords: null,
  crisisLine: null,
  openingHours: null,
  archivedAt: null,
  class: 'service',
  business: null,
  disclosureHours: 0,
  words: {},
  knowledgeMode: null,
  knowledgeBudget: 8_000,
  noAnswerText: null,
  revision: 1,
  gateway: 'real',
  webhookUrl: `https://texts.example.com/api/webhooks/experts/${idOf(10)}`,
  createdAt: '2026-11-01T09:00:00.000Z',
  ...fields,
});

export const aProvider = (fields: Partial<Provider> = {}): Provider => ({
  id: idOf(20),
  key: 'openai',
  displayName: 'OpenAI',
  isActive: true,
  outage: null,
  isSandboxed: false,
  config: {
    hasApiKey: true,
    apiKeyLast4: 'abcd',
    model: 'gpt-5',
    temperature: 0.7,
    maxTokens: 4096,
    useWebSearch: false,
    webSearchDomains: [],
    baseUrl: null,
  },
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
  ...fields,
});

export const aVersion = (fields: Partial<ExpertVersion> = {}): ExpertVersion => ({
  version: 1,
  systemPrompt: 'You teach math.',
  validator: null,
  provider: { id: idOf(20), displayName: 'OpenAI' },
  model: 'gpt-5',
  author: { email: 'boss@example.com' },
  createdAt: '2026-11-01T09:00:00.000Z',
  changed: [],
  ...fields,
});

/** Of a row in the team's list. */
export const aPreview = (text: string): NonNullable<Thread['preview']> => ({
  ...{ text, by: 'person', author: null },
});

export const aThread = (fields: Partial<Thread> = {}): Thread => ({
  id: idOf(30),
  title: 'Fractions, patiently',
  titleRevision: 1,
  userHandle: '+12025550143',
  userPhoneNumber: '+12025550143',
  lastMessage: 'Could you show me one with fractions?',
  lastMessageAt: new Date().toISOString(),
  messageCount: 4,
  preview: aPreview(fields.lastMessage ?? 'Could you show me one with fractions?'),
  failure: null,
  expert: {
    id: idOf(10),
    displayName: 'Ada',
    imageUrl: null,
    channel: 'SMS',
    provider: { key: 'openai', displayName: 'OpenAI' },
  },
  person: null,
  isOptedOut: false,
  canBeTexted: true,
  isUnread: false,
  labels: [],
  hasClosed: false,
  isCurrent: true,
  hasFailed: false,
  windowClosesAt: null,
  humanWantedAt: null,
  riskAt: null,
  isNewcomer: false,
  concernAt: null,
  isInLoop: false,
  minorSince: null,
  handler: 'ai',
  pauseAfterText: 'none',
  typed: null,
  canEndWait: false,
  handover: null,
  waitsSince: null,
  assignee: null,
  isResolved: false,
  ...fields,
});

export const aMessage = (fields: Partial<Message> = {}): Message => ({
  id: idOf(40),
  body: 'Hi Ada, my daughter has a test on Friday. Where do we start?',
  direction: 'inbound',
  createdAt: new Date().toISOString(),
  editedAt: null,
  revokedAt: null,
  expiredAt: null,
  origin: 'gateway',
  aiMeta: null,
  content: 'words',
  attachments: [],
  quoted: null,
  reaction: null,
  isCut: false,
  segments: null,
  sources: [],
  evidence: null,
  author: null,
  expertVersion: null,
  delivery: null,
  isWaiting: false,
  isUnpaid: false,
  answer: null,
  ...fields,
});

export const aNote = (fields: Partial<Note> = {}): Note => ({
  id: idOf(60),
  body: 'Her daughter is called Lin.',
  author: { id: idOf(61), name: 'Grace Hopper', role: 'ADMIN' },
  createdAt: new Date().toISOString(),
  ...fields,
});

export const anAttachment = (
  fields: Partial<Message['attachments'][number]> = {},
): Message['attachments'][number] => ({
  id: idOf(50),
  state: 'stored',
  reason: null,
  width: 64,
  height: 48,
  ...fields,
});

export const anAnswer = (
  fields: Partial<NonNullable<Message['answer']>> = {},
): NonNullable<Message['answer']> => ({
  state: 'answered',
  guard: null,
  keyword: null,
  failures: [],
  verdict: null,
  answeredWithId: null,
  draft: null,
  ...fields,
});

export const aVerdict = (fields: Partial<Verdict> = {}): Verdict => ({
  isAllowed: true,
  reason: 'It is about maths.',
  provider: 'openai',
  providerName: 'OpenAI',
  model: 'gpt-5.6',
  processingTimeMs: 800,
  tokenUsage: { input: 80, output: 15 },
  ...fields,
});

export const aPerson = (fields: Partial<Person> = {}): Person => ({
  id: idOf(1),
  kind: 'account',
  name: 'Mia Chen',
  email: 'mia@example.com',
  role: 'USER',
  handle: '+12025550143',
  channel: null,
  isVerified: true,
  plan: 'trial',
  messageCount: 2,
  paidMessages: 5,
  subExpiration: null,
  threadCount: 1,
  isOptedOut: false,
  lastSeenAt: new Date().toISOString(),
  createdAt: '2026-11-01T09:00:00.000Z',
  ...fields,
});

export const aNumber = (fields: Partial<Person> = {}): Person =>
  aPerson({
    id: idOf(31),
    kind: 'number',
    name: null,
    email: null,
    role: null,
    handle: '+442079460991',
    channel: 'SMS',
    isVerified: false,
    plan: null,
    messageCount: 0,
    paidMessages: 0,
    ...fields,
  });

export const personDetails = (fields: Partial<PersonDetails> = {}): PersonDetails => {
  const person = fields.person ?? aPerson();
  return {
    person,
    hasSecondFactor: false,
    addresses: [{ handle: person.handle ?? '', verifiedAt: '2026-11-02T09:00:00.000Z' }],
    optOuts: [],
    threads: [
      {
        id: idOf(30),
        title: 'Fractions, patiently',
        expert: 'Ada',
        channel: 'SMS',
        messageCount: 4,
        lastMessageAt: new Date().toISOString(),
        isCurrent: true,
      },
    ],
    sessions: [
      {
        id: idOf(70),
        device: 'Safari on iPhone',
        createdAt: '2026-11-20T09:00:00.000Z',
        lastUsedAt: '2026-11-23T12:40:00.000Z',
      },
    ],
    changes: [
      {
        id: idOf(80),
        action: 'user.adjust-credits',
        by: 'boss@example.com',
        before: { paidMessages: 2 },
        after: { paidMessages: 5, reason: 'A late answer', entryId: idOf(81) },
        createdAt: '2026-11-21T10:42:00.000Z',
      },
    ],
    ...fields,
  };
};

const aSubscription = (fields: Partial<Subscription> = {}): Subscription => ({
  status: 'none',
  plan: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  ...fields,
});

export const aSubscriptionReply = ({
  subscription,
  ...fields
}: Partial<Omit<SubscriptionReply, 'subscription'>> & {
  subscription?: Partial<Subscription>;
} = {}): SubscriptionReply => ({
  subscription: aSubscription(subscription),
  bankPayment: null,
  hasPortal: true,
  ...fields,
});

export const aTestMessage = (fields: Partial<TestMessage> = {}): TestMessage => {
  const role = fields.role ?? 'user';
  return {
    id: crypto.randomUUID(),
    role,
    body: 'What is 15% of 80?',
    direction: role === 'user' ? 'inbound' : 'outbound',
    createdAt: new Date().toISOString(),
    aiMeta: null,
    sources: [],
    evidence: null,
    verdict: null,
    isCrisis: false,
    mayBeCrisis: false,
    ...fields,
  };
};

export const aTestAnswer = (fields: Partial<TestMessage> = {}): TestMessage =>
  aTestMessage({
    role: 'assistant',
    body: '15% of 80 is 12.',
    aiMeta: {
      provider: 'openai',
      processingTimeMs: 1_840,
      tokenUsage: { input: 180, output: 32 },
    },
    ...fields,
  });

export const aTestConversation = (fields: Partial<TestConversation> = {}): TestConversation => {
  const messages = fields.messages ?? [aTestMessage(), aTestAnswer()];
  return {
    id: idOf(50),
    title: 'What is 15% of 80?',
    messageCount: messages.length,
    lastMessageAt: new Date().toISOString(),
    messages,
    ...fields,
  };
};

type SessionRow = SessionsReply['sessions'][number];

export const aSession = (fields: Partial<SessionRow> = {}): SessionRow => ({
  id: idOf(70),
  device: 'Chrome on Windows',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastUsedAt: '2026-11-23T15:41:00.000Z',
  isCurrent: true,
  ...fields,
});

export const aMessageHit = (fields: Partial<MessageHit> = {}): MessageHit => ({
  threadId: aThread().id,
  title: 'Fractions, patiently',
  personName: 'Mia Chen',
  userHandle: '+12025550143',
  expert: aThread().expert,
  messageId: idOf(90),
  direction: 'inbound',
  createdAt: new Date().toISOString(),
  snippet: 'Could you show me one with fractions?',
  matches: [{ start: 27, end: 36 }],
  ...fields,
});

export const aSearchReply = (fields: Partial<SearchReply> = {}): SearchReply => ({
  hits: [],
  people: [],
  threads: [],
  notes: [],
  nextCursor: null,
  ...fields,
});

export const noThreads = Object.fromEntries(
  threadStates.map((state) => [state, 0]),
) as ThreadCounts;
