import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { failuresAtOnce } from '../limits.ts';
import { calendarDay, pageQuery, timestamp, timeZone } from './common.ts';

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
 * What an admin looks for. `unassigned`: a person should answer, and it is no one's yet. `failed`: a message of the thread was not delivered or not answered, and has been neither
 * tried again nor dismissed, however many succeeded later.
 */
export const threadStates = [
  'wantsHuman',
  'assignedToMe',
  'unassigned',
  'failed',
  'resolved',
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
