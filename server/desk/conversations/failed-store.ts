import { and, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { messages } from '#server/db/schema.ts';
import { isFailure } from './states.ts';

/** Conversations with a failure that was neither retried nor dismissed. */
export async function countFailedThreads(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${messages.threadId})::int` })
    .from(messages)
    .where(and(isFailure(), isNull(messages.dismissedAt)));
  return row?.count ?? 0;
}
