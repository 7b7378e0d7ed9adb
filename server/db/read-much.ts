import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { transact } from './transact.ts';

/**
 * For large reads: plans for the actual values (a plan for one day is wrong for ninety), sorts in memory, skips JIT.
 * @param options.timeoutMs of each statement.
 */
export async function readMuch<Result>(
  db: Database,
  read: (tx: Database) => Promise<Result>,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<Result> {
  return transact(
    db,
    async (tx) => {
      await tx.execute(
        sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
              set_config('work_mem', '128MB', true), set_config('jit', 'off', true)`,
      );
      if (timeoutMs) {
        await tx.execute(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`);
      }
      return read(tx);
    },
    { accessMode: 'read only' },
  );
}
