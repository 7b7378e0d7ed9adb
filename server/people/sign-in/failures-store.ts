import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { failureCounts } from '#server/db/schema.ts';

export type FailureCount = { failures: number; lastFailureAt: Date };

/** A missing count starts at zero. */
export async function lockFailures(tx: Database, key: string): Promise<FailureCount> {
  const start = { failures: 0, lastFailureAt: new Date(0) };
  await tx
    .insert(failureCounts)
    .values({ key, ...start })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(failureCounts)
    .where(eq(failureCounts.key, key))
    .for('update');
  return row ?? start;
}

export async function readFailures(db: Database, key: string): Promise<number> {
  const [row] = await db.select().from(failureCounts).where(eq(failureCounts.key, key));
  return row?.failures ?? 0;
}

export async function setFailures(tx: Database, key: string, count: FailureCount): Promise<void> {
  await tx.update(failureCounts).set(count).where(eq(failureCounts.key, key));
}

export async function takeBackFailure(db: Database, key: string): Promise<void> {
  await db
    .update(failureCounts)
    .set({ failures: sql`greatest(${failureCounts.failures} - 1, 0)` })
    .where(eq(failureCounts.key, key));
}

export async function clearFailures(db: Database, key: string): Promise<void> {
  await db.delete(failureCounts).where(eq(failureCounts.key, key));
}

export async function deleteFailuresBefore(db: Database, time: Date, limit: number) {
  const which = lt(failureCounts.lastFailureAt, time);
  return deleteBatch(db, failureCounts.key, { which, limit });
}
