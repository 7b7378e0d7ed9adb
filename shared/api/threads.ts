import { z } from 'zod';
import { aiProviderKeys } from '../ai-providers.ts';
import { channelKeys, deliveryStates } from '../channels.ts';
import { threadMessageMaxLength } from '../limits.ts';
import { calendarDay, idParams, pageQuery, timestamp, timeZone } from './common.ts';

export const threadReply = z.object({
  id: z.uuid(),
  title: z.string(),
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
    /** Admins only. */
    provider: z.object({ key: z.enum(aiProviderKeys), displayName: z.string() }).nullable(),
  }),
  /** Admins only: whose thread it is, null while no account has proved the number. */
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
  /** Opted out by closing the conversation, without a word: it opens again when the person writes. */
  hasLeft: z.boolean(),
  /** False once its phone number has changed: a record that nobody can add to. */
  isCurrent: z.boolean(),
  /** The newest reply could not be given or delivered. */
  hasFailed: z.boolean(),
  /** When the gateway stops taking our texts until the person writes again; null: never. */
  windowClosesAt: timestamp.nullable(),
  /** Admins only: the person asked for a human, and none has answered yet. */
  humanWantedAt: timestamp.nullable(),
});

export const aiMeta = z.object({
  provider: z.string(),
  processingTimeMs: z.number(),
  tokenUsage: z.object({ input: z.number().nullable(), output: z.number().nullable() }),
  /** The provider's name in the dashboard and the model; missing in records of an older version. */
  providerName: z.string().optional(),
  model: z.string().optional(),
  /** Why the expert's first provider did not answer; missing where it did. */
  fallbackBecause: z.string().optional(),
  /** The answer was cut at Max tokens. */
  isCut: z.boolean().optional(),
});

/** What the validator said of a message, and who judged; those are missing in records of an older version. */
export const verdict = aiMeta
  .omit({ isCut: true })
  .partial({ provider: true })
  .extend({ isAllowed: z.boolean(), reason: z.string() });

/** A page that a reply cites. */
export const source = z.object({ url: z.string(), title: z.string().nullable() });

/** `reaction` and `unreadable` (a voice message, a place …) are kept, but no model is asked. */
export const messageContents = ['words', 'reaction', 'unreadable'] as const;
export const attachmentStates = ['waiting', 'stored', 'failed'] as const;

/** Who wrote a message: the person by phone or web, the model, an admin, or Sagewire itself. */
export const messageOrigins = ['gateway', 'web', 'ai', 'admin', 'system'] as const;
/** What has become of an inbound message. `refused`: a guard answered instead of the model. */
export const answerStates = ['waiting', 'answered', 'refused', 'recorded', 'failed'] as const;

export const messageReply = z.object({
  id: z.uuid(),
  body: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  createdAt: timestamp,
  origin: z.enum(messageOrigins),
  aiMeta: aiMeta.nullable(),
  content: z.enum(messageContents),
  /** Pictures that came with it; fetched from GET /api/threads/{id}/attachments/{attachmentId}. */
  attachments: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(attachmentStates),
      /** Why it is not there, in words for people. */
      reason: z.string().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    }),
  ),
  /** The message that it quotes or reacts to, where that is one of this thread. */
  quoted: z.object({ id: z.uuid(), body: z.string() }).nullable(),
  /** SMS only: how many segments the carrier counts. */
  segments: z.number().nullable(),
  /** Pages that the reply cites. */
  sources: z.array(source),
  /** Null where nothing was texted: inbound messages and replies that only the dashboard shows. */
  delivery: z
    .object({
      state: z.enum(deliveryStates),
      /** Why it failed, in words for people. */
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Inbound messages only: whether it gets an answer is not settled yet. */
  isWaiting: z.boolean(),
  /** Inbound messages only: it got no answer, because no messages were left. */
  isUnpaid: z.boolean(),
  /** Admins only; inbound messages only: how it was answered, or why not. */
  answer: z
    .object({
      state: z.enum(answerStates),
      guard: z.string().nullable(),
      /** What the validator said; null where none was asked. */
      verdict: verdict.nullable(),
      /** One of a burst: the message whose reply answers this one, too. */
      answeredWithId: z.uuid().nullable(),
      failures: z.array(z.object({ at: timestamp, kind: z.string(), detail: z.string() })),
    })
    .nullable(),
  /** Admins only; a model's replies only: the version of the expert that wrote it. */
  expertVersion: z.number().nullable(),
});

/**
 * What a message counts as in analytics; a list of threads can be narrowed to those that hold one.
 * `settled`: texted, and its fate is known. `judged`: a validator has looked at it.
 * `ai`: a model was asked for it, to write it or to judge it.
 */
export const messageKinds = [
  'in',
  'out',
  'system',
  'answered',
  'delivered',
  'failed',
  'settled',
  'judged',
  'rejected',
  'ai',
] as const;

/** Which threads: with an expert, with a message of some kind, with one of some days. Admins only. */
export const threadsQuery = pageQuery
  .extend({
    expertId: z.uuid('expertId must be a valid id').optional(),
    with: z.enum(messageKinds, `with must be one of ${messageKinds.join(', ')}`).optional(),
    /** First and last day, both included. */
    from: calendarDay.optional(),
    to: calendarDay.optional(),
    timeZone,
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'from and to come together',
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'The last day must not be before the first',
  });

export const threadsReply = z.object({
  threads: z.array(threadReply),
  nextCursor: z.string().nullable(),
});
/** Messages come newest first. */
export const messagesReply = z.object({
  thread: threadReply,
  messages: z.array(messageReply),
  nextCursor: z.string().nullable(),
});
export const attachmentParams = idParams.extend({
  attachmentId: z.uuid('attachmentId must be a valid id'),
});
export const messageParams = idParams.extend({
  messageId: z.uuid('messageId must be a valid id'),
});
export const titleRequest = z.object({
  title: z.string('Title is required').trim().min(1, 'Title is required').max(200),
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
export type MessageKind = (typeof messageKinds)[number];
export type ThreadsQuery = z.output<typeof threadsQuery>;
export type AiMeta = z.infer<typeof aiMeta>;
export type Verdict = z.infer<typeof verdict>;
export type ThreadsReply = z.infer<typeof threadsReply>;
export type MessagesReply = z.infer<typeof messagesReply>;
export type MessageOrigin = (typeof messageOrigins)[number];
export type Source = z.infer<typeof source>;
export type MessageContent = (typeof messageContents)[number];
export type AttachmentState = (typeof attachmentStates)[number];
export type AnswerState = (typeof answerStates)[number];
