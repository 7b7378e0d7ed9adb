import { inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { threadLabels, threadNotes, threadSeen, typedTexts } from '#server/db/schema.ts';

/** What the team has put on conversations: private notes, labels, unsent texts, and who has read how far. */
export async function eraseMarks(tx: Database, threadIds: string[]): Promise<void> {
  await tx.delete(threadNotes).where(inArray(threadNotes.threadId, threadIds));
  await tx.delete(threadLabels).where(inArray(threadLabels.threadId, threadIds));
  await tx.delete(typedTexts).where(inArray(typedTexts.threadId, threadIds));
  await tx.delete(threadSeen).where(inArray(threadSeen.threadId, threadIds));
}
