import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import { storedWithin } from '#server/db/message-kinds.ts';
import { readMuch } from '#server/db/read-much.ts';
import { experts, messages, optOuts, threads, users } from '#server/db/schema.ts';
import { type ThreadCounts, type ThreadState, threadStates } from '#shared/api/threads.ts';
import type { ChannelKey } from '#shared/channels.ts';

/** When the question is asked, and the days that a failure must be of. */
type Asked = { now: Date; within?: { from: Date; to: Date } | undefined };

/** Conditions on `threads` with their experts and users, shared by the list and its counts. */
const conditions: Record<ThreadState, (asked: Asked) => SQL | undefined> = {
  wantsHuman: () => isNotNull(threads.humanWantedAt),
  failed: ({ within }) => hasFailure(within),
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

export const isInState = (state: ThreadState, asked: Asked) => conditions[state](asked);

/** Its index must have the same condition. */
export function hasFailure(within?: Asked['within']): SQL {
  const isWithin = within ? sql` and ${storedWithin(within)}` : sql``;
  return sql`exists (select from ${messages} where ${messages.threadId} = ${threads.id}
    and (${messages.deliveryState} = 'failed' or ${messages.answerState} = 'failed')
    and ${messages.dismissedAt} is null${isWithin})`;
}

/** True counts, in one pass over the threads. */
export async function countStates(
  db: Database,
  {
    now,
    expertId,
    channel,
  }: { now: Date; expertId: string | undefined; channel: ChannelKey | undefined },
): Promise<ThreadCounts> {
  const columns = threadStates.map(
    (state) =>
      sql`(count(*) filter (where ${conditions[state]({ now })}))::int as ${sql.identifier(state)}`,
  );
  const isCounted = and(
    isNull(threads.erasedAt),
    expertId ? eq(threads.expertId, expertId) : undefined,
    channel ? eq(experts.channel, channel) : undefined,
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
