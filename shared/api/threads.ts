import { z } from 'zod';
import { aiProviderKeys } from '../ai-providers.ts';
import { channelKeys, deliveryStates } from '../channels.ts';
import { failuresAtOnce, threadMessageMaxLength } from '../limits.ts';
import { calendarDay, idParams, pageQuery, requiredText, timestamp, timeZone } from './common.ts';

export const handlers = ['ai', 'human'] as const;
export type Handler = (typeof handlers)[number];
/** `asked`: the person's own words. `failed`: two answers running. */
export const handoverReasons = ['taken', 'wrote', 'asked', 'failed'] as const;
export type HandoverReason = (typeof handoverReasons)[number];

export const threadReply = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Grows with every renaming; quoted, it is the title's ETag. */
  titleRevision: z.number(),
  /** The person's address on the channel: E.164 for SMS. */
  userHandle: z.string(),
  userPhoneNumber: z.string().nullable(),
  lastMessage: z.string().nullable(),
  lastMessageAt: timestamp.nullable(),
  messageCount: z.number(),
  expert: z.object({
    id: z.uuid(),
    displayName: z.string(),
    imageUrl: z.string().nullable(),
    channel: z.enum(channelKeys),
    provider: z.object({ key: z.enum(aiProviderKeys), displayName: z.string() }),
  }),
  /** Admins only; null until an account verifies the number. */
  person: z
    .object({
      id: z.uuid(),
      name: z.string().nullable(),
      email: z.string(),
      messageCount: z.number(),
      paidMessages: z.number(),
      subExpiration: timestamp.nullable(),
    })
    .nullable(),
  isOptedOut: z.boolean(),
  /** Reopens when the person writes. */
  hasClosed: z.boolean(),
  /** Read-only once its phone number has changed. */
  isCurrent: z.boolean(),
  /** See `threadStates`. */
  hasFailed: z.boolean(),
  /** When the gateway stops taking our texts until the person writes; null: never. */
  windowClosesAt: timestamp.nullable(),
  /** Admins only: the person asked for a human, unanswered. */
  humanWantedAt: timestamp.nullable(),
  /** Who answers. */
  handler: z.enum(handlers),
  /** Admins only: of a thread that a person handles. */
  handover: z
    .object({
      at: timestamp,
      because: z.enum(handoverReasons),
      assignee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      /** When the AI answers again by itself; null: when it is returned. */
      aiReturnsAt: timestamp.nullable(),
    })
    .nullable(),
});

export const aiMeta = z.object({
  provider: z.string(),
  processingTimeMs: z.number(),
  tokenUsage: z.object({ input: z.number().nullable(), output: z.number().nullable() }),
  /** Admins only. */
  providerName: z.string().optional(),
  model: z.string().optional(),
  /** Why the expert's first provider did not answer. */
  fallbackBecause: z.string().optional(),
  /** The answer was cut at Max tokens. */
  isCut: z.boolean().optional(),
});

/** Older records lack the provider. */
export const verdict = aiMeta
  .omit({ isCut: true })
  .partial({ provider: true })
  .extend({ isAllowed: z.boolean(), reason: z.string() });

export const source = z.object({ url: z.string(), title: z.string().nullable() });

/** `reaction` and `unreadable` (a voice message, a location …) get no model's answer. */
export const messageContents = ['words', 'reaction', 'unreadable'] as const;
export const attachmentStates = ['waiting', 'stored', 'failed', 'skipped', 'expired'] as const;

/** Orders, as a whole message. */
export const keywords = ['STOP', 'START', 'YES', 'HELP'] as const;
export type Keyword = (typeof keywords)[number];

export const messageOrigins = ['gateway', 'web', 'ai', 'admin', 'system'] as const;
/** `held`: it waits for a person. `refused`: a guard answered instead of the model. */
export const answerStates = [
  'waiting',
  'held',
  'answered',
  'refused',
  'recorded',
  'failed',
] as const;

export const messageReply = z.object({
  id: z.uuid(),
  body: z.string(),
  /** Inbound only: it was longer than 64 KB, and its end is not stored. */
  isCut: z.boolean(),
  direction: z.enum(['inbound', 'outbound']),
  createdAt: timestamp,
  origin: z.enum(messageOrigins),
  aiMeta: aiMeta.nullable(),
  content: z.enum(messageContents),
  /** Fetched from GET /api/threads/{id}/attachments/{attachmentId}. */
  attachments: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(attachmentStates),
      /** Why it is missing, for people. */
      reason: z.string().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    }),
  ),
  /** What it quotes or reacts to, within this thread. */
  quoted: z.object({ id: z.uuid(), body: z.string() }).nullable(),
  /** SMS only; as the carrier counts. */
  segments: z.number().nullable(),
  sources: z.array(source),
  /** Null for inbound messages and replies that only the dashboard shows. */
  delivery: z
    .object({
      state: z.enum(deliveryStates),
      /** A sentence for people. */
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Inbound only: not settled yet. */
  isWaiting: z.boolean(),
  /** Inbound only: no answer, because no messages were left. */
  isUnpaid: z.boolean(),
  /** Admins only; inbound only. */
  answer: z
    .object({
      state: z.enum(answerStates),
      guard: z.string().nullable(),
      keyword: z.enum(keywords).nullable(),
      /** Null without a validator. */
      verdict: verdict.nullable(),
      /** In a burst, the message whose reply answers this one, too. */
      answeredWithId: z.uuid().nullable(),
      failures: z.array(z.object({ at: timestamp, kind: z.string(), detail: z.string() })),
      /** What the AI would have answered, had no person taken over. */
      draft: z.string().nullable(),
    })
    .nullable(),
  /** Admins only; a model's replies only. */
  expertVersion: z.number().nullable(),
});

/**
 * Filters threads by what analytics counts. `settled`: with a final delivery outcome. `ai`: a model
 * answered or validated it.
 */
export const messageKinds = [
  'in',
  'out',
  'system',
  'answered',
  'delivered',
  'failed',
  'settled',
  'validated',
  'rejected',
  'ai',
] as const;

/**
 * What an admin looks for. `failed`: a message of the thread was not delivered or not answered, and has been neither
 * tried again nor dismissed, however many succeeded later.
 */
export const threadStates = [
  'wantsHuman',
  'failed',
  'optedOut',
  'noCredit',
  'notConnected',
] as const;

/** Admins only. */
const threadFilter = z.object({
  expertId: z.uuid('expertId must be a valid id').optional(),
  channel: z.enum(channelKeys, `channel must be one of ${channelKeys.join(', ')}`).optional(),
  with: z.enum(messageKinds, `with must be one of ${messageKinds.join(', ')}`).optional(),
  /** Both included; one alone is since or until that day. With `failed`: a message of those days has failed. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  timeZone,
});

const areInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to;
const notInOrder = { path: ['to'], message: 'The last day must not be before the first' };

export const threadsQuery = pageQuery
  .extend({
    ...threadFilter.shape,
    state: z.enum(threadStates, `state must be one of ${threadStates.join(', ')}`).optional(),
  })
  .refine(areInOrder, notInOrder);

/** How many threads are in each state, however many are loaded. */
export const threadCountsQuery = threadFilter.refine(areInOrder, notInOrder);
export const threadCountsReply = z.object({ counts: z.record(z.enum(threadStates), z.number()) });

/** Those that conversations can be narrowed to, by name. */
export const threadExpertsReply = z.object({
  experts: z.array(
    z.object({ id: z.uuid(), displayName: z.string(), channel: z.enum(channelKeys) }),
  ),
});

/** `send` and `answer` try the undelivered and the unanswered again; `restore` undoes the `dismiss` that gave `at`. */
export const failuresRequest = z.discriminatedUnion('action', [
  z
    .object({
      action: z.enum(['dismiss', 'send', 'answer']),
      threadIds: failedThreads().optional(),
      /** The newest 200 that match. */
      all: z.literal(true).optional(),
      /** Only threads that match, and only their failures of those days. */
      ...threadFilter.shape,
    })
    .refine(({ threadIds, all }) => (threadIds === undefined) !== (all === undefined), {
      path: ['threadIds'],
      message: 'Send either threadIds or all',
    })
    .refine(areInOrder, notInOrder),
  z.object({ action: z.literal('restore'), threadIds: failedThreads(), at: timestamp }),
]);
/** Of each thread, how many messages were changed, and why others were not. */
export const failuresReply = z.object({
  at: timestamp,
  results: z.array(
    z.object({ threadId: z.uuid(), messages: z.number(), refusal: z.string().nullable() }),
  ),
});

function failedThreads() {
  return z
    .array(z.uuid('threadIds must be valid ids'))
    .min(1, 'threadIds is required')
    .max(failuresAtOnce, `At most ${failuresAtOnce} conversations at once`);
}

export const threadsReply = z.object({
  threads: z.array(threadReply),
  nextCursor: z.string().nullable(),
});
/** One of the three, or none for the newest. */
export const messagesQuery = pageQuery
  .extend({
    /** A message: the page shows it with those before and after it. */
    around: z.uuid('around must be a valid id').optional(),
    /** What `newerCursor` gave. */
    newer: pageQuery.shape.cursor,
  })
  .refine(({ cursor, around, newer }) => [cursor, around, newer].filter(Boolean).length < 2, {
    path: ['around'],
    message: 'A page has one beginning: cursor, around or newer',
  });
/** Newest first. */
export const messagesReply = z.object({
  thread: threadReply,
  messages: z.array(messageReply),
  nextCursor: z.string().nullable(),
  /** Of a page around a message, or newer than one, unless it ends with the newest. */
  newerCursor: z.string().optional(),
});
export const attachmentParams = idParams.extend({
  attachmentId: z.uuid('attachmentId must be a valid id'),
});
export const messageParams = idParams.extend({
  messageId: z.uuid('messageId must be a valid id'),
});
export const titleRequest = z.object({
  title: requiredText('Title', 200),
});
/** Which of the texts that are held the AI answers: all, the last one, or none. */
export const returnRequest = z.object({
  answer: z.enum(['all', 'last', 'none'], 'answer must be all, last or none'),
});
export const oneThreadReply = z.object({ thread: threadReply });
export const postMessageRequest = z.object({
  body: z
    .string('Message is required')
    .max(threadMessageMaxLength, `A message has at most ${threadMessageMaxLength} characters`)
    .refine((text) => text.trim() !== '', 'Message is required'),
});
export const oneMessageReply = z.object({ message: messageReply });

export type Thread = z.infer<typeof threadReply>;
export type Message = z.infer<typeof messageReply>;
export type FailuresRequest = z.infer<typeof failuresRequest>;
export type FailuresInput = z.input<typeof failuresRequest>;
export type FailureAction = FailuresRequest['action'];
export type FailuresReply = z.infer<typeof failuresReply>;
export type HeldAnswer = z.infer<typeof returnRequest>['answer'];
export type ThreadState = (typeof threadStates)[number];
export type ThreadCounts = z.infer<typeof threadCountsReply>['counts'];
export type ThreadExpert = z.infer<typeof threadExpertsReply>['experts'][number];
export type ThreadCountsQuery = z.output<typeof threadCountsQuery>;
export type MessageKind = (typeof messageKinds)[number];
export type ThreadsQuery = z.output<typeof threadsQuery>;
export type AiMeta = z.infer<typeof aiMeta>;
export type Verdict = z.infer<typeof verdict>;
export type ThreadsReply = z.infer<typeof threadsReply>;
export type MessagesQuery = z.output<typeof messagesQuery>;
export type MessagesReply = z.infer<typeof messagesReply>;
export type MessageOrigin = (typeof messageOrigins)[number];
export type Source = z.infer<typeof source>;
export type MessageContent = (typeof messageContents)[number];
export type AttachmentState = (typeof attachmentStates)[number];
export type AnswerState = (typeof answerStates)[number];
