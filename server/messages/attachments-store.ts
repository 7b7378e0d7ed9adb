import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import { type AttachmentRow, attachments, messages, threads } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { markOrphaned } from './picture-files-store.ts';

const columns = {
  id: attachments.id,
  messageId: attachments.messageId,
  source: attachments.source,
  state: attachments.state,
  reason: attachments.reason,
  width: attachments.width,
  height: attachments.height,
};

export type Attachment = Pick<AttachmentRow, keyof typeof columns>;

/** Oldest first. */
export async function listAttachments(db: Database, messageIds: string[]): Promise<Attachment[]> {
  if (messageIds.length === 0) return [];
  return db
    .select(columns)
    .from(attachments)
    .where(inArray(attachments.messageId, messageIds))
    .orderBy(asc(attachments.messageId), asc(attachments.position));
}

/** @returns false if the message was erased meanwhile. */
export async function storePicture(
  db: Database,
  id: string,
  stored: { picture: Buffer | null; width: number; height: number },
): Promise<boolean> {
  const rows = await db
    .update(attachments)
    .set({ ...stored, state: 'stored' })
    .where(eq(attachments.id, id))
    .returning({ id: attachments.id });
  return rows.length > 0;
}

/** @param reason shown to people. */
export async function failPicture(db: Database, id: string, reason: string): Promise<void> {
  await db.update(attachments).set({ state: 'failed', reason }).where(eq(attachments.id, id));
}

/** For a message that a guard answered. */
export async function skipPictures(tx: Database, messageId: string): Promise<void> {
  await tx
    .update(attachments)
    .set({ state: 'skipped', reason: 'This picture was not loaded.' })
    .where(and(eq(attachments.messageId, messageId), eq(attachments.state, 'waiting')));
}

/** A text that came as a file is now its message's words. */
export async function deleteAttachments(tx: Database, ids: string[]): Promise<void> {
  await tx.delete(attachments).where(inArray(attachments.id, ids));
}

export async function reopenPictures(tx: Database, messageId: string): Promise<void> {
  await tx
    .update(attachments)
    .set({ state: 'waiting', reason: null })
    .where(and(eq(attachments.messageId, messageId), eq(attachments.state, 'skipped')));
}

/**
 * Counts each picture once, before it is loaded.
 * @returns false if they exceed the limit; then none is counted.
 */
export async function countAgainstLimit(
  tx: Database,
  { userId, ids, since, now, limit }: Taking,
): Promise<boolean> {
  // Several threads of the account may load pictures at once.
  await lockUser(tx, userId);
  const isNew = and(inArray(attachments.id, ids), isNull(attachments.takenAt));
  const ofAccount = and(eq(threads.userId, userId), gt(attachments.takenAt, since));
  const [row] = await tx
    .select({ taken: count() })
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.messageId))
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(or(isNew, ofAccount));
  if ((row?.taken ?? 0) > limit) return false;
  await tx.update(attachments).set({ takenAt: now }).where(isNew);
  return true;
}

type Taking = { userId: string; ids: string[]; since: Date; now: Date; limit: number };

const stored = { id: attachments.id, state: attachments.state, picture: attachments.picture };
/** `picture` is null if the bytes are in the bucket. */
type StoredPicture = Pick<AttachmentRow, keyof typeof stored>;

/** The newest `limit`, oldest first. */
export async function listLatestPictures(
  db: Database,
  messageIds: string[],
  limit: number,
): Promise<(StoredPicture & { messageId: string })[]> {
  if (messageIds.length === 0) return [];
  const rows = await db
    .select({ messageId: attachments.messageId, ...stored })
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.messageId))
    .where(and(inArray(attachments.messageId, messageIds), eq(attachments.state, 'stored')))
    .orderBy(desc(messages.seq), desc(attachments.position))
    .limit(limit);
  return rows.reverse();
}

/** The caller has checked that the reader may see the thread. */
export async function findPicture(
  db: Database,
  threadId: string,
  id: string,
): Promise<StoredPicture | null> {
  const [row] = await db
    .select(stored)
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.messageId))
    .where(and(eq(messages.threadId, threadId), eq(attachments.id, id)));
  return row ?? null;
}

/** @returns how many were deleted, at most `limit`. */
export async function expirePicturesBefore(
  db: Database,
  time: Date,
  limit: number,
): Promise<number> {
  return transact(db, async (tx) => {
    const old = await tx
      .select({ id: attachments.id, isInBucket })
      .from(attachments)
      .where(and(lt(attachments.createdAt, time), eq(attachments.state, 'stored')))
      .limit(limit)
      .for('update', { skipLocked: true });
    await tx
      .update(attachments)
      .set({ state: 'expired', picture: null, reason: 'This picture is no longer kept.' })
      .where(inArray(attachments.id, listIds(old)));
    await markOrphaned(tx, listIds(old.filter(({ isInBucket }) => isInBucket)));
    return old.length;
  });
}

export async function listWithBytes(db: Database, limit: number) {
  return db.select(stored).from(attachments).where(isNotNull(attachments.picture)).limit(limit);
}

/** @returns false if the message was erased meanwhile. */
export async function clearBytes(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(attachments)
    .set({ picture: null })
    .where(and(eq(attachments.id, id), eq(attachments.state, 'stored')))
    .returning({ id: attachments.id });
  return rows.length > 0;
}

/** @param ofMessages a query with message ids. */
export async function eraseAttachments(tx: Database, ofMessages: SQLWrapper): Promise<void> {
  const erased = await tx
    .delete(attachments)
    .where(inArray(attachments.messageId, ofMessages))
    .returning({ id: attachments.id, isInBucket });
  // In any state: a picture may be uploaded before a crash, then given up.
  await markOrphaned(tx, listIds(erased.filter((one) => one.isInBucket)));
}

const isInBucket = sql<boolean>`${attachments.picture} is null`;
const listIds = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Most messages have none, and need no further query. */
export const hasAttachments = (messageId: SQLWrapper) =>
  sql<boolean>`exists (select 1 from ${attachments} where ${attachments.messageId} = ${messageId})`;
