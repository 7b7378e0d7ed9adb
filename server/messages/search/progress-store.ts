import { eq, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { messageSearch, messages, searchProgress } from '#server/db/schema.ts';

const isOfMessages = eq(searchProgress.table, 'messages');

/** Done once all transactions below `settlesAtXid` have ended. */
type Candidate = { seq: number; settlesAtXid: bigint };
export type Progress = { doneSeq: number; candidate: Candidate | null };

/**
 * Locks out other changes to `message_search`; the last lock to take. Without it, words read before an erasure could be
 * written after it.
 */
export async function lockProgress(tx: Database): Promise<Progress> {
  await tx.insert(searchProgress).values({ table: 'messages' }).onConflictDoNothing();
  const [row] = await tx.select().from(searchProgress).where(isOfMessages).for('update');
  if (!row) throw new Error('The search has lost its progress');
  const { doneSeq, nextSeq, settlesAtXid } = row;
  const candidate =
    nextSeq === null || settlesAtXid === null ? null : { seq: nextSeq, settlesAtXid };
  return { doneSeq, candidate };
}

export async function saveProgress(tx: Database, { doneSeq, candidate }: Progress): Promise<void> {
  await tx
    .update(searchProgress)
    .set({
      doneSeq,
      nextSeq: candidate?.seq ?? null,
      settlesAtXid: candidate?.settlesAtXid ?? null,
    })
    .where(isOfMessages);
}

/**
 * A message gets its `seq` while its thread is locked, when its transaction has an id. So every `seq` up to this one
 * belongs to a transaction below this id. Once those have ended, each message is visible or never will be.
 */
export async function proposeCandidate(tx: Database): Promise<Candidate> {
  const [sequence] = await rowsOf<{ seq: string }>(
    tx,
    sql`select coalesce(pg_sequence_last_value('messages_seq_seq'), 0)::text as seq`,
  );
  // Its own statement: its snapshot must be younger than the number.
  const [snapshot] = await rowsOf<{ xid: string }>(
    tx,
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`,
  );
  return { seq: Number(sequence?.seq), settlesAtXid: BigInt(snapshot?.xid ?? 0) };
}

/** `unknown`: another server's id, as after a restored backup. */
export async function checkCandidate(
  tx: Database,
  { settlesAtXid }: Candidate,
): Promise<'settled' | 'open' | 'unknown'> {
  const [now] = await rowsOf<{ oldest: string; next: string }>(
    tx,
    sql`select pg_snapshot_xmin(snapshot)::text as oldest, pg_snapshot_xmax(snapshot)::text as next
        from pg_current_snapshot() as snapshot`,
  );
  if (settlesAtXid > BigInt(now?.next ?? 0)) return 'unknown';
  return settlesAtXid <= BigInt(now?.oldest ?? 0) ? 'settled' : 'open';
}

export async function resetProgress(tx: Database): Promise<void> {
  await lockProgress(tx);
  await tx.execute(sql`truncate ${messageSearch}`);
  await saveProgress(tx, { doneSeq: 0, candidate: null });
}

export type Unindexed = { id: string; seq: number; body: string };

/** Oldest first. */
export async function listUnindexed(
  tx: Database,
  { afterSeq, limit }: { afterSeq: number; limit: number },
): Promise<Unindexed[]> {
  const { id, seq, body, createdAt, revokedAt } = messages;
  return tx
    .select({ id, seq, body })
    .from(messages)
    .where(
      sql`${seq} > ${afterSeq} and ${body} <> '' and ${revokedAt} is null and not exists (select from ${messageSearch}
        where ${messageSearch.createdAt} = ${createdAt} and ${messageSearch.messageId} = ${id})`,
    )
    .orderBy(seq)
    .limit(limit);
}
