import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { threads } from '#server/db/schema.ts';

/** The first request counts until an admin has written. */
export async function setHumanWanted(tx: Database, threadId: string, now: Date): Promise<void> {
  await tx
    .update(threads)
    .set({
      humanWantedAt: sql`coalesce(${threads.humanWantedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(threads.id, threadId));
}

export async function clearHumanWanted(tx: Database, threadId: string): Promise<void> {
  await tx.update(threads).set({ humanWantedAt: null }).where(eq(threads.id, threadId));
}

/** @returns false if there is no such conversation, or this same event has closed it already. */
export async function closeThread(
  tx: Database,
  closing: { expertId: string; handle: string; gatewayMessageId: string },
): Promise<boolean> {
  const { expertId, handle, gatewayMessageId: closedBy } = closing;
  const closed = await tx
    .update(threads)
    .set({ closedBy })
    .where(
      and(
        eq(threads.expertId, expertId),
        eq(threads.handle, handle),
        threads.isCurrent,
        sql`${threads.closedBy} is distinct from ${closedBy}`,
      ),
    )
    .returning({ id: threads.id });
  return closed.length > 0;
}

export async function setThreadFailed(
  tx: Database,
  threadId: string,
  hasFailed: boolean,
): Promise<void> {
  await tx
    .update(threads)
    .set({ hasFailed })
    .where(and(eq(threads.id, threadId), sql`${threads.hasFailed} <> ${hasFailed}`));
}
