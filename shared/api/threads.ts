import { z } from 'zod';
import { aiProviderKeys } from '../ai-providers.ts';
import { channelKeys } from '../channels.ts';
import { requiredText, timestamp } from './common.ts';
import { pausesAfterText } from './experts.ts';
import { label } from './labels.ts';
import { typedText } from './typed.ts';

const handlers = ['ai', 'human'] as const;
export type Handler = (typeof handlers)[number];
/** `failed`: two failures in a row, only from older versions. `age`: the person is too young for the service. */
export const handoverReasons = ['taken', 'wrote', 'asked', 'failed', 'crisis', 'age'] as const;
export type HandoverReason = (typeof handoverReasons)[number];

export const colleague = z.object({ id: z.uuid(), name: z.string() });

export const threadReply = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Quoted, it is the title's ETag. */
  titleRevision: z.number(),
  /** The person's address on the channel: E.164 for SMS. */
  userHandle: z.string(),
  userPhoneNumber: z.string().nullable(),
  lastMessage: z.string().nullable(),
  lastMessageAt: timestamp.nullable(),
  messageCount: z.number(),
  /**
   * Admins only, for a list: the person's last words where a person is waited for, else what was said last, without
   * automatic texts. `author`: who of the team wrote it, where that is known.
   */
  preview: z
    .object({
      text: z.string(),
      by: z.enum(['person', 'ai', 'team']),
      author: colleague.nullable(),
    })
    .nullable(),
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
  /** False for what is no person's phone (a short code, a name, a toll-free line) and for countries that we don't text. */
  canBeTexted: z.boolean(),
  /** Reopens when the person writes. */
  hasClosed: z.boolean(),
  /** False once the phone number has changed: the thread is then read-only. */
  isCurrent: z.boolean(),
  hasFailed: z.boolean(),
  /** Admins only: the last failure that is open. `isAnswer`: of a text that was not answered, not of one not delivered. */
  failure: z.object({ isAnswer: z.boolean(), reason: z.string().nullable() }).nullable(),
  /** The last text came as from a machine, and was not answered. */
  isInLoop: z.boolean(),
  /** When the gateway stops accepting our texts until the person writes; null if it never does. */
  windowClosesAt: timestamp.nullable(),
  /** Admins only: when this person asked for someone; null once one has answered. */
  humanWantedAt: timestamp.nullable(),
  /** Admins only: since when the person has waited for a human's answer. */
  waitsSince: timestamp.nullable(),
  /** Admins only: the last detected crisis; null once the team has dealt with it. */
  riskAt: timestamp.nullable(),
  /** Admins only: in a crisis, from a number without an account whose first text came less than a day before. */
  isNewcomer: z.boolean(),
  /** Admins only: the last sign that may be one of a crisis, and may not; null once the team has looked. */
  concernAt: timestamp.nullable(),
  /** Admins only: when the person said, to any expert, that they are under 18. */
  minorSince: timestamp.nullable(),
  handler: z.enum(handlers),
  /** Admins only: what a team member's own text does while the AI answers, as the expert is set. */
  pauseAfterText: z.enum(pausesAfterText).nullable(),
  /** A person answers because this one asked for one: the text AI ends it. */
  canEndWait: z.boolean(),
  /** Admins only. Also holds while the AI answers. */
  assignee: colleague.nullable(),
  /** Admins only: the person has written since the reader last looked. */
  isUnread: z.boolean(),
  /** Admins only. */
  labels: z.array(label),
  /** Admins only. Ends when the person texts again. */
  isResolved: z.boolean(),
  /** Admins only: what the reader has typed here and not sent, in any browser. */
  typed: typedText.nullable(),
  /** Admins only: set while a person handles the thread. */
  handover: z
    .object({
      at: timestamp,
      because: z.enum(handoverReasons),
      /** Null if the AI does not resume on its own. */
      aiReturnsAt: timestamp.nullable(),
      /** Grows with every change of who answers. */
      epoch: z.number(),
      /** How many texts wait for a person, and the newest of them. */
      held: z.object({ count: z.number(), upTo: z.number() }),
    })
    .nullable(),
});

export const threadsReply = z.object({
  threads: z.array(threadReply),
  nextCursor: z.string().nullable(),
});
export const titleRequest = z.object({
  title: requiredText('Title', 200),
});
/**
 * Which of the held texts the AI answers. `upTo` and `epoch` are what the reader had seen: newer
 * texts are answered in any case; if who answers has changed since, the request is a conflict.
 */
export const returnRequest = z.object({
  answer: z.enum(['all', 'last', 'none'], 'answer must be all, last or none').default('all'),
  upTo: z.int('upTo must be a number').nonnegative('upTo must be a number').optional(),
  epoch: z.int('epoch must be a number').optional(),
});
/** As for a return, which it is where a person answers. */
export const falseAlarmRequest = returnRequest.omit({ answer: true });
const staffId = (name: string) => z.uuid(`${name} must be a valid id`).nullable();
/** `seenId`: the assignee that the caller saw; if changed since, the request is a conflict. */
export const assignRequest = z.object({
  assigneeId: staffId('assigneeId'),
  seenId: staffId('seenId'),
});
export const assigneesReply = z.object({ assignees: z.array(colleague) });
/** `keeps`: the person who handles the conversation goes on; by default the AI has it again, and answers what was held. */
export const resolveRequest = z.object({
  isResolved: z.boolean('isResolved must be true or false'),
  keeps: z.boolean('keeps must be true or false').default(false),
});
export const seenRequest = z.object({ messageId: z.uuid('messageId must be a valid id') });
export const oneThreadReply = z.object({ thread: threadReply });

export type Colleague = z.infer<typeof colleague>;
export type Thread = z.infer<typeof threadReply>;
export type ReturnRequest = z.infer<typeof returnRequest>;
export type FalseAlarmRequest = z.infer<typeof falseAlarmRequest>;
export type HeldAnswer = ReturnRequest['answer'];
export type ThreadsReply = z.infer<typeof threadsReply>;
