import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { limitStatements, longMs } from './limit-statements.ts';
import { transact } from './transact.ts';

/**
 * For large reads: plans for the actual values (a plan for one day is wrong for ninety), sorts in memory, skips JIT.
 * @param options.timeoutMs of each statement.
 */
export async function readMuch<Result>(
  db: Database,
  read: (tx: Database) => Promise<Result>,
  { timeoutMs = longMs }: { timeoutMs?: number } = {},
): Promise<Result> {
  return transact(
    db,
    async (tx) => {
      await tx.execute(
        sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
              set_config('work_mem', '128MB', true), set_config('jit', 'off', true)`,
      );
      await limitStatements(tx, timeoutMs);
      return read(tx);
    },
    { accessMode: 'read only' },
  );
}
