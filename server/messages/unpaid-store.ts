import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { type Failure, type MessageRow, messages } from '#server/db/schema.ts';
import { reopenPictures } from './attachments-store.ts';

/** What its sender has deleted since asks for no answer. */
const isUnpaid = and(
  eq(messages.answerState, 'refused'),
  eq(messages.guard, 'credit'),
  isNull(messages.revokedAt),
) as SQL;

type UnpaidThread = { threadId: string; displayName: string; imageUrl: string | null };
export type UnpaidText = Pick<MessageRow, 'id' | 'origin' | 'body'>;

/** Only since the last answer: older texts are not brought up again. */
export async function listUnpaidThreads(
  db: Database,
  userId: string,
  limit: number,
): Promise<UnpaidThread[]> {
  return rowsOf<UnpaidThread>(
    db,
    sql`select threads.id as "threadId", experts.display_name as "displayName",
          experts.image_url as "imageUrl"
        from threads
        join experts on experts.id = threads.expert_id and experts.status = 'ACTIVE'
        cross join lateral (
          select max(seq) as newest from messages
          where thread_id = threads.id and ${isUnpaid} and seq > ${findLastAnswered(sql`threads.id`)}
        ) unpaid
        where threads.user_id = ${userId} and threads.is_current and threads.handler = 'ai'
          and unpaid.newest is not null
        order by unpaid.newest desc limit ${limit}`,
  );
}

/** In the order they arrived. */
export async function listUnpaidTexts(
  tx: Database,
  threadId: string,
  limit: number,
): Promise<UnpaidText[]> {
  const newest = await tx
    .select({ id: messages.id, origin: messages.origin, body: messages.body })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        isUnpaid,
        sql`${messages.seq} > ${findLastAnswered(sql`${threadId}::uuid`)}`,
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(limit);
  return newest.toReversed();
}

/** The caller has locked the thread. */
export async function reopenUnpaidTexts(
  tx: Database,
  ids: string[],
  marker: Failure,
): Promise<void> {
  await tx
    .update(messages)
    .set({
      answerState: 'waiting',
      guard: null,
      failures: sql`${messages.failures} || ${JSON.stringify([marker])}::jsonb`,
    })
    .where(inArray(messages.id, ids));
  for (const id of ids) await reopenPictures(tx, id);
}

/** The `seq`; 0 if there is none. */
const findLastAnswered = (threadId: SQL) =>
  sql`coalesce((select seq from messages where thread_id = ${threadId} and answer_state = 'answered'
    order by seq desc limit 1), 0)`;
