import { and, asc, desc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { attachments, messages } from '#server/db/schema.ts';

/** What is known of a picture, without its bytes. */
const facts = {
  id: attachments.id,
  messageId: attachments.messageId,
  source: attachments.source,
  state: attachments.state,
  reason: attachments.reason,
  width: attachments.width,
  height: attachments.height,
};

export type Attachment = Pick<typeof attachments.$inferSelect, keyof typeof facts>;

/** In the order in which they came. */
export async function listAttachments(db: Database, messageIds: string[]): Promise<Attachment[]> {
  if (messageIds.length === 0) return [];
  return db
    .select(facts)
    .from(attachments)
    .where(inArray(attachments.messageId, messageIds))
    .orderBy(asc(attachments.messageId), asc(attachments.position));
}

export async function keepPicture(
  db: Database,
  id: string,
  stored: { picture: Buffer; width: number; height: number },
): Promise<void> {
  await db
    .update(attachments)
    .set({ ...stored, state: 'stored' })
    .where(eq(attachments.id, id));
}

/** @param reason in words for people. */
export async function giveUpPicture(db: Database, id: string, reason: string): Promise<void> {
  await db.update(attachments).set({ state: 'failed', reason }).where(eq(attachments.id, id));
}

/** The newest pictures of some messages, no more than a limit, in the order in which they came. */
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

/** A picture of a thread; the caller has made sure that the reader may see the thread. */
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

/** Asked beside what is read anyway: most messages are words alone. */
export const hasAttachments = (messageId: SQLWrapper) =>
  sql<boolean>`exists (select 1 from ${attachments} where ${attachments.messageId} = ${messageId})`;
