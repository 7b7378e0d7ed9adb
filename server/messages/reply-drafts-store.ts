import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { replyDrafts } from '#server/db/schema.ts';

/* What the AI would have answered, had no person taken over. */

export async function storeDraft(
  tx: Database,
  draft: { messageId: string; threadId: string; body: string; now: Date },
): Promise<void> {
  const { messageId, threadId, body, now: createdAt } = draft;
  await tx
    .insert(replyDrafts)
    .values({ messageId, threadId, body, createdAt })
    .onConflictDoUpdate({ target: replyDrafts.messageId, set: { body, createdAt } });
}

export async function deleteDraft(
  tx: Database,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<string | null> {
  const [gone] = await tx
    .delete(replyDrafts)
    .where(and(eq(replyDrafts.threadId, threadId), eq(replyDrafts.messageId, messageId)))
    .returning({ body: replyDrafts.body });
  return gone?.body ?? null;
}

export async function deleteDrafts(tx: Database, threadId: string): Promise<void> {
  await tx.delete(replyDrafts).where(eq(replyDrafts.threadId, threadId));
}
