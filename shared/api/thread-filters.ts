import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { threadsAtOnce } from '../limits.ts';
import { calendarDay, pageQuery, timestamp, timeZone } from './common.ts';

/**
 * `settled`: with a final delivery outcome. `ai`: a model answered or validated it. `unreported`:
 * without the model's token counts.
 */
const messageKinds = [
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
  'unreported',
] as const;

/**
 * `crisis`: not yet dealt with by the team. `concern`: a sign that may be one of a crisis, and may not.
 * `unread`: the person has written since the reader last looked. `unassigned`: waits for a human. `failed`: a message was not delivered or not answered,
 * and neither retried nor dismissed, even if later ones succeeded. `unanswered`: a person returned it without answering what
 * was held, and no one of the team has written since.
 */
export const threadStates = [
  'crisis',
  'concern',
  'wantsHuman',
  'unread',
  'assignedToMe',
  'unassigned',
  'failed',
  'unanswered',
  'resolved',
  'optedOut',
  'noCredit',
  'notConnected',
] as const;

/** Admins only. */
export const threadFilter = z.object({
  expertId: z.uuid('expertId must be a valid id').optional(),
  channel: z.enum(channelKeys, `channel must be one of ${channelKeys.join(', ')}`).optional(),
  with: z.enum(messageKinds, `with must be one of ${messageKinds.join(', ')}`).optional(),
  /** Both days included; each works alone. With `failed`: a message of those days has failed. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  timeZone,
  /** A label's id. */
  labelled: z.uuid('labelled must be a valid id').optional(),
  /** A team member's id. An assignment also holds while the AI answers. */
  assigneeId: z.uuid('assigneeId must be a valid id').optional(),
});
export const threadState = z.enum(threadStates, `state must be one of ${threadStates.join(', ')}`);

export const areInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to;
export const notInOrder = { path: ['to'], message: 'The last day must not be before the first' };

export const threadsQuery = pageQuery
  .extend({ ...threadFilter.shape, state: threadState.optional() })
  .refine(areInOrder, notInOrder);

export const threadCountsQuery = threadFilter.refine(areInOrder, notInOrder);
export const threadCountsReply = z.object({ counts: z.record(z.enum(threadStates), z.number()) });

/** Sorted by name. */
export const threadExpertsReply = z.object({
  experts: z.array(
    z.object({ id: z.uuid(), displayName: z.string(), channel: z.enum(channelKeys) }),
  ),
});

/** The threads listed, or the newest 200 that match. */
export const threadChoice = z.object({
  threadIds: threadIds().optional(),
  all: z.literal(true).optional(),
  ...threadFilter.shape,
  state: threadState.optional(),
});

export function withOneChoice<Schema extends z.ZodType<z.output<typeof threadChoice>>>(
  schema: Schema,
): Schema {
  return schema
    .refine(({ threadIds, all }) => (threadIds === undefined) !== (all === undefined), {
      path: ['threadIds'],
      message: 'Send either threadIds or all',
    })
    .refine(areInOrder, notInOrder);
}

export function threadIds() {
  return z
    .array(z.uuid('threadIds must be valid ids'))
    .min(1, 'threadIds is required')
    .max(threadsAtOnce, `At most ${threadsAtOnce} conversations at once`);
}

/**
 * `send` retries undelivered replies, `answer` unanswered messages, `repair` both; `restore` undoes the `dismiss`
 * that returned `at`.
 */
export const failuresRequest = z.discriminatedUnion('action', [
  // With days, only their failures.
  withOneChoice(threadChoice.extend({ action: z.enum(['dismiss', 'repair', 'send', 'answer']) })),
  z.object({ action: z.literal('restore'), threadIds: threadIds(), at: timestamp }),
]);
/** `messages`: how many changed. `refusal`: why others did not. */
export const failuresReply = z.object({
  at: timestamp,
  results: z.array(
    z.object({ threadId: z.uuid(), messages: z.number(), refusal: z.string().nullable() }),
  ),
});

export type FailuresRequest = z.infer<typeof failuresRequest>;
export type FailuresInput = z.input<typeof failuresRequest>;
export type FailureAction = FailuresRequest['action'];
export type FailuresReply = z.infer<typeof failuresReply>;
export type ThreadState = (typeof threadStates)[number];
export type ThreadCounts = z.infer<typeof threadCountsReply>['counts'];
export type ThreadExpert = z.infer<typeof threadExpertsReply>['experts'][number];
export type ThreadCountsQuery = z.output<typeof threadCountsQuery>;
export type MessageKind = (typeof messageKinds)[number];
export type ThreadsQuery = z.output<typeof threadsQuery>;
