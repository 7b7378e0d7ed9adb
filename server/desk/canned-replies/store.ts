import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type CannedReplyRow, cannedReplies } from '#server/db/schema.ts';
import type { CannedReplyRequest } from '#shared/api/canned-replies.ts';

export async function listCannedReplies(db: Database): Promise<CannedReplyRow[]> {
  return db
    .select()
    .from(cannedReplies)
    .orderBy(sql`lower(${cannedReplies.name})`, asc(cannedReplies.id));
}

export async function lockCannedReply(tx: Database, id: string): Promise<CannedReplyRow | null> {
  const [row] = await tx
    .select()
    .from(cannedReplies)
    .where(eq(cannedReplies.id, id))
    .for('no key update');
  return row ?? null;
}

export async function insertCannedReply(
  tx: Database,
  reply: CannedReplyRequest & { createdAt: Date },
): Promise<CannedReplyRow> {
  const [row] = await tx.insert(cannedReplies).values(reply).returning();
  return row as CannedReplyRow;
}

export async function updateCannedReply(
  tx: Database,
  id: string,
  change: Partial<CannedReplyRequest>,
): Promise<void> {
  await tx.update(cannedReplies).set(change).where(eq(cannedReplies.id, id));
}

export async function deleteCannedReply(tx: Database, id: string): Promise<void> {
  await tx.delete(cannedReplies).where(eq(cannedReplies.id, id));
}
