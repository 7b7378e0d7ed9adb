import { and, asc, eq, inArray, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { limitStatements, longMs } from '#server/db/limit-statements.ts';
import { lockThreadsById } from '#server/db/locks.ts';
import { deliveries, messages, replyDrafts, threads } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { eraseAttachments } from './attachments-store.ts';
import { removeWords } from './search/index-store.ts';
import { expiredLabel, isShown } from './threads-store.ts';

/** What a person or the gateway still waits for: an answer, a text, a replay, a choice of the team. */
const isWaiting = sql`(
  ${messages.answerState} in ('waiting', 'held')
  or ${messages.deliveryState} in ('queued', 'sending', 'uncertain')
  or ${messages.replayBy} is not null
  or exists (select from ${replyDrafts} where ${replyDrafts.messageId} = ${messages.id})
  or exists (select from ${deliveries} where ${deliveries.messageId} = ${messages.id}
    and ${deliveries.state} in ('queued', 'sending', 'uncertain')))`;

/** The team may have to read all of it. */
const isOpenForTeam = sql`exists (select from ${threads} where ${threads.id} = ${messages.threadId}
  and (${threads.riskAt} is not null or ${threads.humanWantedAt} is not null))`;

const mayExpire = (before: Date): SQL | undefined =>
  and(
    lt(messages.createdAt, before),
    isNull(messages.expiredAt),
    sql`${isWaiting} is not true`,
    not(isOpenForTeam),
  );

/**
 * Deletes words, pictures and the gateway's ids of the oldest messages. Their rows stay, for the ledger, opt-outs and
 * counts, which say nothing of what was written.
 * @returns how many expired, at most `limit`.
 */
export async function expireMessagesBefore(
  db: Database,
  before: Date,
  limit: number,
  now: Date,
): Promise<number> {
  return transact(db, async (tx) => {
    await limitStatements(tx, longMs);
    const old = await tx
      .select({ id: messages.id, threadId: messages.threadId })
      .from(messages)
      .where(mayExpire(before))
      .orderBy(asc(messages.createdAt))
      .limit(limit);
    if (old.length === 0) return 0;
    const threadIds = [...new Set(old.map(({ threadId }) => threadId))];
    await lockThreadsById(tx, threadIds);
    // Until the lock, an admin may have retried one.
    const isMeant = inArray(
      messages.id,
      old.map(({ id }) => id),
    );
    const expired = await tx
      .update(messages)
      .set({ ...wordless(now), expiredAt: now })
      .where(and(isMeant, mayExpire(before)))
      .returning({ id: messages.id });
    const ids = expired.map(({ id }) => id);
    if (ids.length > 0) await deleteParts(tx, ids, threadIds);
    return ids.length;
  });
}

const wordless = (now: Date) => ({
  body: '',
  isCut: false,
  unsentLength: null,
  gatewayAccount: null,
  gatewayMessageId: null,
  quotedGatewayId: null,
  reaction: null,
  failures: [],
  // The decision still counts, but its reason would reveal the text.
  verdict: sql`jsonb_set(${messages.verdict}, '{reason}', '""')`,
  sources: null,
  deliveryReason: null,
  // Without its words nothing can be tried again.
  dismissedAt: sql`case when ${messages.deliveryState} = 'failed' or ${messages.answerState} = 'failed'
    then coalesce(${messages.dismissedAt}, ${now.toISOString()}::timestamptz) else ${messages.dismissedAt} end`,
});

async function deleteParts(tx: Database, ids: string[], threadIds: string[]): Promise<void> {
  await tx.delete(deliveries).where(inArray(deliveries.messageId, ids));
  await eraseAttachments(
    tx,
    tx.select({ id: messages.id }).from(messages).where(inArray(messages.id, ids)),
  );
  const isNewestExpired = sql`(select expired_at is not null from ${messages}
    where ${eq(messages.threadId, threads.id)} and ${isShown} order by seq desc nulls last limit 1)`;
  await tx
    .update(threads)
    .set({ lastMessage: expiredLabel })
    .where(and(inArray(threads.id, threadIds), isNewestExpired));
  await removeWords(tx, ids);
}
