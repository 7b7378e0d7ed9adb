import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { messages, threadSeen } from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';

/**
 * Never lowers it: a tab that lags behind undoes nothing.
 * @throws {AppError} 404 for a message of another thread.
 */
export async function markSeenUpTo(
  db: Database,
  { userId, threadId, messageId }: { userId: string; threadId: string; messageId: string },
): Promise<void> {
  const [message] = await db
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.threadId, threadId)));
  if (!message) throw notFound('Message');
  const { seq } = message;
  await db
    .insert(threadSeen)
    .values({ userId, threadId, seq })
    .onConflictDoUpdate({
      target: [threadSeen.userId, threadSeen.threadId],
      set: { seq: sql`excluded.seq` },
      setWhere: lt(threadSeen.seq, seq),
    });
}
