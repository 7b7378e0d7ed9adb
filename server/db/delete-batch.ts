import { inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';

/** Returns how many rows were deleted: at most `limit`. */
export async function deleteBatch(
  db: Database,
  key: PgColumn,
  { which, limit }: { which: SQL | undefined; limit: number },
): Promise<number> {
  const batch = db.select({ key }).from(key.table).where(which).limit(limit);
  const deleted = await db.delete(key.table).where(inArray(key, batch)).returning({ key });
  return deleted.length;
}
