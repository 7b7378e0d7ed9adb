import { eq, lte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { threads } from '#server/db/schema.ts';

/** @param at null cancels the notice. */
export async function setCreditNotice(tx: Database, threadId: string, at: Date | null) {
  await tx.update(threads).set({ creditNoticeAt: at }).where(eq(threads.id, threadId));
}

export async function listDueCreditNotices(
  db: Database,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: threads.id })
    .from(threads)
    .where(lte(threads.creditNoticeAt, now))
    .limit(limit);
  return rows.map(({ id }) => id);
}
