import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import { messageKinds, type Period, storedWithin } from '#server/db/message-kinds.ts';
import { readMuch } from '#server/db/read-much.ts';
import { experts, messages, optOuts, threads, users } from '#server/db/schema.ts';
import {
  type MessageKind,
  type ThreadCounts,
  type ThreadState,
  threadStates,
} from '#shared/api/thread-filters.ts';
import type { ChannelKey } from '#shared/channels.ts';

/** Threads in this state and with this expert, and with a message of that kind and time. */
export type ThreadFilter = {
  expertId?: string | undefined;
  channel?: ChannelKey | undefined;
  kind?: MessageKind | undefined;
  within?: Period | undefined;
  state?: ThreadState | undefined;
  now: Date;
  readerId: string;
};
/** When the question is asked and by whom, and the days that a failure must be of. */
type Asked = Pick<ThreadFilter, 'now' | 'within' | 'readerId'>;

/** Conditions on `threads` with their experts and users, shared by the list and its counts. */
const conditions: Record<ThreadState, (asked: Asked) => SQL | undefined> = {
  wantsHuman: () => isNotNull(threads.humanWantedAt),
  assignedToMe: ({ readerId }) => eq(threads.assigneeId, readerId),
  unassigned: () =>
    and(
      isNull(threads.assigneeId),
      isNull(threads.resolvedAt),
      sql`(${threads.handler} = 'human' or ${threads.humanWantedAt} is not null)`,
    ),
  failed: ({ within }) => hasFailure(within),
  resolved: () => isNotNull(threads.resolvedAt),
  optedOut: () =>
    sql`exists (select from ${optOuts} where ${optOuts.channel} = ${experts.channel}
      and ${optOuts.address} = ${expertAddress} and ${optOuts.handle} = ${threads.handle})`,
  noCredit: ({ now }) =>
    and(
      sql`${users.messageCount} >= ${users.paidMessages}`,
      sql`(${users.subExpiration} is null or ${users.subExpiration} <= ${now.toISOString()}::timestamptz)`,
    ),
  notConnected: () => isNull(threads.userId),
};

/** A condition on `threads` with their experts and users. */
export function matchesFilter(filter: ThreadFilter): SQL | undefined {
  const { expertId, channel, kind, within, state } = filter;
  const hasMessage = sql`exists (select from ${messages} where ${and(
    eq(messages.threadId, threads.id),
    kind && messageKinds[kind],
    within && storedWithin(within),
  )})`;
  return and(
    expertId ? eq(threads.expertId, expertId) : undefined,
    channel ? eq(experts.channel, channel) : undefined,
    kind || (within && state !== 'failed') ? hasMessage : undefined,
    state && conditions[state](filter),
  );
}

/** Its index must have the same condition. */
export function hasFailure(within?: Asked['within']): SQL {
  return sql`exists (select from ${messages} where ${messages.threadId} = ${threads.id}
    and ${isFailure(within)} and ${messages.dismissedAt} is null)`;
}

/** Of `messages`, dismissed ones too. */
export function isFailure(within?: Asked['within']): SQL {
  const failed = sql`(${messages.deliveryState} = 'failed' or ${messages.answerState} = 'failed')`;
  return within ? sql`${failed} and ${storedWithin(within)}` : failed;
}

/** True counts, in one pass over the threads: each is the length of the list with that filter and state. */
export async function countStates(
  db: Database,
  filter: Omit<ThreadFilter, 'state'>,
): Promise<ThreadCounts> {
  const columns = threadStates.map(
    (state) =>
      sql`(count(*) filter (where ${matchesFilter({ ...filter, state })}))::int as ${sql.identifier(state)}`,
  );
  const { now, readerId, expertId, channel } = filter;
  const isCounted = and(
    isNull(threads.erasedAt),
    matchesFilter({ now, readerId, expertId, channel }),
  );
  const [counts] = await readMuch(db, (tx) =>
    rowsOf<ThreadCounts>(
      tx,
      sql`select ${sql.join(columns, sql`, `)} from ${threads}
          join ${experts} on ${experts.id} = ${threads.expertId}
          left join ${users} on ${users.id} = ${threads.userId} where ${isCounted}`,
    ),
  );
  if (!counts) throw new Error('Counting gave no row');
  return counts;
}
