import { and, asc, desc, eq, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type AttachmentRow, attachments, messages } from '#server/db/schema.ts';

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

export async function storePicture(
  db: Database,
  id: string,
  stored: { picture: Buffer; width: number; height: number },
): Promise<void> {
  await db
    .update(attachments)
    .set({ ...stored, state: 'stored' })
    .where(eq(attachments.id, id));
}

/** @param reason shown to people. */
export async function failPicture(db: Database, id: string, reason: string): Promise<void> {
  await db.update(attachments).set({ state: 'failed', reason }).where(eq(attachments.id, id));
}

/** The newest pictures of the given messages, oldest first. */
export async function latestPictures(
  db: Database,
  messageIds: string[],
  limit: number,
): Promise<{ messageId: string; picture: Buffer }[]> {
  if (messageIds.length === 0) return [];
  const rows = await db
    .select({ messageId: attachments.messageId, picture: attachments.picture })
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.messageId))
    .where(and(inArray(attachments.messageId, messageIds), eq(attachments.state, 'stored')))
    .orderBy(desc(messages.seq), desc(attachments.position))
    .limit(limit);
  return rows
    .reverse()
    .flatMap(({ messageId, picture }) => (picture ? [{ messageId, picture }] : []));
}

/** The caller has checked that the reader may see the thread. */
export async function findPicture(
  db: Database,
  threadId: string,
  id: string,
): Promise<Buffer | null> {
  const [row] = await db
    .select({ picture: attachments.picture })
    .from(attachments)
    .innerJoin(messages, eq(messages.id, attachments.messageId))
    .where(and(eq(messages.threadId, threadId), eq(attachments.id, id)));
  return row?.picture ?? null;
}

/**
 * Deletes the bytes of old pictures; the message says so instead.
 * @returns how many were deleted: at most `limit`.
 */
export async function expirePicturesBefore(
  db: Database,
  time: Date,
  limit: number,
): Promise<number> {
  const old = db
    .select({ id: attachments.id })
    .from(attachments)
    .where(and(lt(attachments.createdAt, time), eq(attachments.state, 'stored')))
    .limit(limit);
  const expired = await db
    .update(attachments)
    .set({ state: 'expired', picture: null, reason: 'This picture is no longer kept.' })
    .where(inArray(attachments.id, old))
    .returning({ id: attachments.id });
  return expired.length;
}

/** Most messages have none, and then need no further query. */
export const hasAttachments = (messageId: SQLWrapper) =>
  sql<boolean>`exists (select 1 from ${attachments} where ${attachments.messageId} = ${messageId})`;
