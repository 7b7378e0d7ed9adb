import { z } from 'zod';
import { deliveryStates } from '../channels.ts';
import { threadMessageMaxLength } from '../limits.ts';
import { idParams, pageQuery, timestamp } from './common.ts';
import { evidenceReply } from './knowledge.ts';
import { noteReply } from './notes.ts';
import { threadEvent } from './thread-events.ts';
import { colleague, threadReply } from './threads.ts';

export const aiMeta = z.object({
  provider: z.string(),
  processingTimeMs: z.number(),
  tokenUsage: z.object({ input: z.number().nullable(), output: z.number().nullable() }),
  /** Admins only. */
  providerName: z.string().optional(),
  model: z.string().optional(),
  /** Why the expert's first provider did not answer. */
  fallbackBecause: z.string().optional(),
  /** By Max tokens. */
  isCut: z.boolean().optional(),
  /** The model saw danger or a wish for a person, so its answer is not sent. */
  mark: z.enum(['danger', 'person']).optional(),
});

/** Older records lack the provider. */
export const verdict = aiMeta
  .omit({ isCut: true, mark: true })
  .partial({ provider: true })
  .extend({ isAllowed: z.boolean(), reason: z.string() });

export const source = z.object({ url: z.string(), title: z.string().nullable() });

/**
 * No model answers a `reaction`, an `unreadable` message (voice, a location …), a `greeting` (the person has opened the
 * chat) or a `notice` (of the gateway, about the person).
 */
export const messageContents = ['words', 'reaction', 'unreadable', 'greeting', 'notice'] as const;
export const attachmentStates = ['waiting', 'stored', 'failed', 'skipped', 'expired'] as const;

/** Each must be the whole message. */
const keywords = ['STOP', 'START', 'YES', 'HELP'] as const;
export type Keyword = (typeof keywords)[number];

export const messageOrigins = ['gateway', 'web', 'ai', 'admin', 'system'] as const;
/** `held`: it waits for a person. `refused`: a guard answered instead of the model. */
const answerStates = ['waiting', 'held', 'answered', 'refused', 'recorded', 'failed'] as const;

const messageReply = z.object({
  id: z.uuid(),
  body: z.string(),
  /** Inbound only: longer than 64 KB, and its end is not stored. */
  isCut: z.boolean(),
  direction: z.enum(['inbound', 'outbound']),
  /** When the person sent it, if the gateway says so. */
  createdAt: timestamp,
  /** By its sender, on the phone. */
  editedAt: timestamp.nullable(),
  /** Deleted by its sender, on the phone; only the team still reads the words. */
  revokedAt: timestamp.nullable(),
  /** When its words and pictures were deleted for its age. */
  expiredAt: timestamp.nullable(),
  origin: z.enum(messageOrigins),
  aiMeta: aiMeta.nullable(),
  content: z.enum(messageContents),
  /** From GET /api/threads/{id}/attachments/{attachmentId}. */
  attachments: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(attachmentStates),
      /** Why it is missing: a sentence for the reader. */
      reason: z.string().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    }),
  ),
  /** The person's own emoji to it, as it is now. */
  reaction: z.string().nullable(),
  /** What it quotes or reacts to, within this thread. */
  quoted: z.object({ id: z.uuid(), body: z.string() }).nullable(),
  /** SMS only; as the carrier counts. */
  segments: z.number().nullable(),
  sources: z.array(source),
  /** Of an answer to which the expert's sources were given; admins: also of a question that they don't answer. */
  evidence: evidenceReply.nullable(),
  /** Null for inbound messages and replies that only the dashboard shows. */
  delivery: z
    .object({
      state: z.enum(deliveryStates),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Inbound only: not settled yet. */
  isWaiting: z.boolean(),
  /** Inbound only: no messages were left to answer it. */
  isUnpaid: z.boolean(),
  /** Admins only; inbound only. */
  answer: z
    .object({
      state: z.enum(answerStates),
      guard: z.string().nullable(),
      keyword: z.enum(keywords).nullable(),
      verdict: verdict.nullable(),
      /** In a burst: the message whose reply also answers this one. */
      answeredWithId: z.uuid().nullable(),
      failures: z.array(z.object({ at: timestamp, kind: z.string(), detail: z.string() })),
      /** What the AI would have answered, had no person taken over. */
      draft: z.string().nullable(),
    })
    .nullable(),
  /** Chosen by the page that sent it. */
  sendId: z.uuid().optional(),
  /** Admins only: the webhook's request, and the gateway's ids, one a text. */
  ids: z.object({ request: z.string().nullable(), gateway: z.array(z.string()) }).optional(),
  /** Admins only: who of the team wrote it; null for others' texts, and in older records. */
  author: colleague.nullable(),
  /** Admins only; a model's replies only. */
  expertVersion: z.number().nullable(),
});

export const messagesQuery = pageQuery
  .extend({
    /** The page has this message and those before and after it. */
    around: z.uuid('around must be a valid id').optional(),
    /** The `newerCursor` of an earlier reply. */
    newer: pageQuery.shape.cursor,
  })
  .refine(({ cursor, around, newer }) => [cursor, around, newer].filter(Boolean).length < 2, {
    path: ['around'],
    message: 'Send only one of cursor, around and newer',
  });
/** Newest first. */
export const messagesReply = z.object({
  thread: threadReply,
  messages: z.array(messageReply),
  nextCursor: z.string().nullable(),
  /** If newer messages follow on a page read with `around` or `newer`. */
  newerCursor: z.string().optional(),
  /** Admins only, without `cursor` and `newer`: all notes of the thread, oldest first. */
  notes: z.array(noteReply).optional(),
  /** Likewise: what the team and the system did to the conversation; if very many, the newest. */
  events: z.array(threadEvent).optional(),
});

export const attachmentParams = idParams.extend({
  attachmentId: z.uuid('attachmentId must be a valid id'),
});
export const messageParams = idParams.extend({
  messageId: z.uuid('messageId must be a valid id'),
});

export const postMessageRequest = z.object({
  body: z
    .string('Message is required')
    .max(threadMessageMaxLength, `A message has at most ${threadMessageMaxLength} characters`)
    .refine((text) => text.trim() !== '', 'Message is required'),
  /** A request that repeats it stores nothing, and is answered with the message that the first one stored. */
  sendId: z.uuid('sendId must be a valid id').optional(),
  /** Staff only: also marks the conversation as done, or neither happens. */
  resolves: z.boolean('resolves must be true or false').optional(),
});
export const oneMessageReply = z.object({ message: messageReply });

export type PostMessageRequest = z.infer<typeof postMessageRequest>;
export type Message = z.infer<typeof messageReply>;
export type AiMeta = z.infer<typeof aiMeta>;
export type Verdict = z.infer<typeof verdict>;
export type MessagesQuery = z.output<typeof messagesQuery>;
export type MessagesReply = z.infer<typeof messagesReply>;
export type MessageOrigin = (typeof messageOrigins)[number];
export type Source = z.infer<typeof source>;
export type MessageContent = (typeof messageContents)[number];
export type AttachmentState = (typeof attachmentStates)[number];
export type AnswerState = (typeof answerStates)[number];
