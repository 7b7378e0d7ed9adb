import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, messages } from '#server/db/schema.ts';
import { readableBody } from './readable-body.ts';

/** Those that wait right after it, with no text in another state between: oldest first. */
export async function listNextWaiting(
  db: Database,
  { threadId, seq }: MessageRow,
  limit: number,
): Promise<string[]> {
  const { id, answerState, direction } = messages;
  const later = await db
    .select({ id, answerState })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(direction, 'inbound'), gt(messages.seq, seq)))
    .orderBy(asc(messages.seq))
    .limit(limit);
  const end = later.findIndex((text) => text.answerState !== 'waiting');
  return later.slice(0, end < 0 ? later.length : end).map((text) => text.id);
}

export type WaitingText = Pick<MessageRow, 'id' | 'seq' | 'keyword' | 'body' | 'guard'>;

/**
 * Oldest first.
 * @param page.after a `seq`.
 */
export async function listWaiting(
  db: Database,
  threadId: string,
  { after, limit }: { after: number; limit: number },
): Promise<WaitingText[]> {
  const { id, seq, keyword, guard, answerState } = messages;
  return db
    .select({ id, seq, keyword, guard, body: readableBody })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(answerState, 'waiting'), gt(seq, after)))
    .orderBy(asc(seq))
    .limit(limit);
}
