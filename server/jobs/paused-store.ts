import { and, count, desc, eq, gt, isNotNull, isNull, lte, max, type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { messages, type RestoreRow, restores, threads } from '#server/db/schema.ts';

const isPausedNow = isNull(restores.resumedAt);

/** In the restore's own transaction. deploy/backup.sh does the same. */
export async function beginPause(
  tx: Database,
  { version, backedUpAt, now }: { version: string; backedUpAt: Date; now: Date },
): Promise<void> {
  // The backup may be of a paused installation.
  await tx.update(restores).set({ resumedAt: now }).where(isPausedNow);
  const [last] = await rowsOf<{ message: string; delivery: string }>(
    tx,
    sql`select coalesce((select max(seq) from messages), 0)::text as message,
          coalesce((select max(seq) from deliveries), 0)::text as delivery`,
  );
  await tx.insert(restores).values({
    version,
    backedUpAt,
    restoredAt: now,
    lastMessageSeq: Number(last?.message),
    lastDeliverySeq: Number(last?.delivery),
  });
}

export async function findPause(db: Database): Promise<RestoreRow | null> {
  const [row] = await db
    .select()
    .from(restores)
    .where(isPausedNow)
    .orderBy(desc(restores.restoredAt))
    .limit(1);
  return row ?? null;
}

/** For the log and commands. */
export const explainPause = ({ restoredAt }: RestoreRow) =>
  `paused since the restore at ${restoredAt.toISOString()}: no text leaves until an admin chooses, in the dashboard or by npm run admin -- resume`;

export async function findRestoredUpTo(db: Database): Promise<number> {
  const [row] = await db.select({ seq: max(restores.lastMessageSeq) }).from(restores);
  return row?.seq ?? 0;
}

/** Serializes choices. */
export async function lockPause(tx: Database): Promise<RestoreRow | null> {
  const [row] = await tx.select().from(restores).where(isPausedNow).for('update');
  return row ?? null;
}

export async function updatePause(
  tx: Database,
  id: string,
  change: Partial<typeof restores.$inferInsert>,
): Promise<void> {
  await tx.update(restores).set(change).where(eq(restores.id, id));
}

/** Of the last restore, also once it works again. */
export async function findUnfetched(db: Database): Promise<RestoreRow | null> {
  const [row] = await db
    .select()
    .from(restores)
    .where(isNull(restores.paymentsFetchedAt))
    .orderBy(desc(restores.restoredAt))
    .limit(1);
  return row ?? null;
}

const isInbound = eq(messages.direction, 'inbound');

/** Not answered at the backup: their turn had not ended, or the team had asked for another. */
export const wasWaiting = ({ lastMessageSeq }: RestoreRow): SQL =>
  and(
    isInbound,
    lte(messages.seq, lastMessageSeq),
    sql`(${messages.answerState} = 'waiting' or ${messages.replayBy} is not null)`,
  ) as SQL;

/** Of the backup; parts of one text count once. */
export const wasUnsent = ({ lastDeliverySeq }: RestoreRow): SQL =>
  sql`state in ('queued', 'sending', 'uncertain') and seq <= ${lastDeliverySeq}`;

export const hasReplayToSend = ({ lastMessageSeq }: RestoreRow): SQL =>
  and(
    eq(messages.direction, 'outbound'),
    lte(messages.seq, lastMessageSeq),
    isNotNull(messages.replayBy),
  ) as SQL;

export async function countWaiting(db: Database, pause: RestoreRow): Promise<number> {
  const [row] = await db.select({ count: count() }).from(messages).where(wasWaiting(pause));
  return row?.count ?? 0;
}

export async function countArrived(db: Database, { lastMessageSeq }: RestoreRow): Promise<number> {
  const isNew = and(isInbound, gt(messages.seq, lastMessageSeq));
  const [row] = await db.select({ count: count() }).from(messages).where(isNew);
  return row?.count ?? 0;
}

/** Also notices of credits and to owners, which are texted, too. */
export async function countUnsent(db: Database, pause: RestoreRow): Promise<number> {
  const notices = db.$count(threads, isNotNull(threads.creditNoticeAt));
  const replays = db.$count(messages, hasReplayToSend(pause));
  const [row] = await rowsOf<{ texts: number; owners: number }>(
    db,
    sql`select (select count(distinct message_id) from deliveries where ${wasUnsent(pause)})::int as texts,
          (select count(*) from owner_notices where route is not null
            and created_at <= ${pause.restoredAt.toISOString()}::timestamptz)::int as owners`,
  );
  return (row?.texts ?? 0) + (row?.owners ?? 0) + (await notices) + (await replays);
}
