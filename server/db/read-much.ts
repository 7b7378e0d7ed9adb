import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/**
 * For a statement that may go over a great many rows: planned for the very values it is run with (a plan
 * that suits any day does not suit ninety), sorting in memory, and not compiled first, which takes longer
 * than running it.
 */
export async function readMuch<Result>(
  db: Database,
  read: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await tx.execute(
        sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
              set_config('work_mem', '128MB', true), set_config('jit', 'off', true)`,
      );
      return read(tx);
    },
    { accessMode: 'read only' },
  );
}
