import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import { hasErrorCode } from '#server/db/error-code.ts';
import { isStoredWithin, messageKinds } from '#server/db/message-kinds.ts';
import { readMuch } from '#server/db/read-much.ts';
import { experts, messages, optOuts, threadSeen, threads, users } from '#server/db/schema.ts';
import { unprocessable } from '#server/errors.ts';
import { createLimit } from '#server/outside/concurrency.ts';
import { type ThreadCounts, type ThreadState, threadStates } from '#shared/api/thread-filters.ts';
import { isFailure, isLeft, matchesFilter, stateConditions, type ThreadFilter } from './states.ts';

const canceled = '57014';
const timeoutMs = 2_000;
/** Leaves most of the process's 20 connections to messages. */
const limitCounts = createLimit({ atOnce: 3 });

type Scope = Omit<ThreadFilter, 'state'>;

/** Joins: faster than `stateConditions` for a count of all threads, slower for a page. */
const joinedConditions: Partial<Record<ThreadState, SQL>> = {
  failed: sql`failed.thread_id is not null`,
  unanswered: sql`${threads.resolvedAt} is null and unanswered.thread_id is not null`,
  unread: sql`${threads.lastInboundSeq} > coalesce(${threadSeen.seq}, 0)
    and ${threads.personWroteAt} > reader.created_at`,
  optedOut: sql`${optOuts.handle} is not null`,
};

/**
 * In one pass. Each count equals the length of the list.
 * @throws {AppError} 422 if it takes too long.
 */
export async function countStates(db: Database, filter: Scope): Promise<ThreadCounts> {
  const isCounted = and(
    isNull(threads.erasedAt),
    matchesFilter({ ...filter, kind: undefined, within: undefined }),
  );
  const counted = sql`with ${writeMessageSets(filter)}
    select ${sql.join(writeCounts(filter), sql`, `)} from ${threads}
    join ${users} reader on reader.id = ${filter.readerId}
    join ${experts} on ${experts.id} = ${threads.expertId}
    left join ${users} on ${users.id} = ${threads.userId}
    left join failed on failed.thread_id = ${threads.id}
    left join unanswered on unanswered.thread_id = ${threads.id}
    ${needsPeriod(filter) ? sql`left join period on period.thread_id = ${threads.id}` : sql``}
    left join ${threadSeen} on ${threadSeen.userId} = ${filter.readerId}
      and ${threadSeen.threadId} = ${threads.id}
    left join ${optOuts} on ${optOuts.channel} = ${experts.channel}
      and ${optOuts.address} = ${expertAddress} and ${optOuts.handle} = ${threads.handle}
    where ${isCounted}`;
  try {
    const [counts] = await limitCounts(() =>
      readMuch(db, (tx) => rowsOf<ThreadCounts>(tx, counted), { timeoutMs }),
    );
    if (!counts) throw new Error('Counting gave no row');
    return counts;
  } catch (error) {
    if (hasErrorCode(error, canceled)) throw unprocessable('Narrow the list to be counted.');
    throw error;
  }
}

const needsPeriod = ({ kind, within }: Pick<Scope, 'kind' | 'within'>) =>
  kind !== undefined || within !== undefined;

function writeMessageSets({ kind, within }: Scope): SQL {
  const selectThreadsWhere = (condition: SQL | undefined) =>
    sql`(select distinct ${messages.threadId} as thread_id from ${messages} where ${condition})`;
  const failed = sql`failed as ${selectThreadsWhere(and(isFailure(within), isNull(messages.dismissedAt)))}`;
  const sets = sql`${failed}, unanswered as ${selectThreadsWhere(isLeft)}`;
  if (!needsPeriod({ kind, within })) return sets;
  const ofPeriod = and(kind && messageKinds[kind], within && isStoredWithin(within));
  return sql`${sets}, period as ${selectThreadsWhere(ofPeriod)}`;
}

function writeCounts(filter: Scope): SQL[] {
  return threadStates.map((state) => {
    // A period alone limits failures by their own time.
    const isOfPeriod = filter.kind || (filter.within && state !== 'failed');
    const condition = and(
      joinedConditions[state] ?? stateConditions[state](filter),
      isOfPeriod ? sql`period.thread_id is not null` : undefined,
    );
    return sql`(count(*) filter (where ${condition}))::int as ${sql.identifier(state)}`;
  });
}

/** Up to `atMost`; null if it takes too long. */
export async function countThreads(
  db: Database,
  filter: ThreadFilter,
  { atMost, timeoutMs }: { atMost: number; timeoutMs: number },
): Promise<number | null> {
  const found = sql`select from ${threads}
    join ${experts} on ${experts.id} = ${threads.expertId}
    left join ${users} on ${users.id} = ${threads.userId}
    where ${and(isNull(threads.erasedAt), matchesFilter(filter))} limit ${atMost}`;
  const counted = sql`select count(*)::int as count from (${found}) found`;
  try {
    const [row] = await limitCounts(() =>
      readMuch(db, (tx) => rowsOf<{ count: number }>(tx, counted), { timeoutMs }),
    );
    return row?.count ?? 0;
  } catch (error) {
    if (!hasErrorCode(error, canceled)) throw error;
    return null;
  }
}
