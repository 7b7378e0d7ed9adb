import { inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import { limitStatements, longMs } from './limit-statements.ts';
import { transact } from './transact.ts';

/** Returns how many rows were deleted: at most `limit`. */
export async function deleteBatch(
  db: Database,
  key: PgColumn,
  { which, limit }: { which: SQL | undefined; limit: number },
): Promise<number> {
  return transact(db, async (tx) => {
    // What refers to the rows goes with them.
    await limitStatements(tx, longMs);
    const batch = tx.select({ key }).from(key.table).where(which).limit(limit);
    const deleted = await tx.delete(key.table).where(inArray(key, batch)).returning({ key });
    return deleted.length;
  });
}
