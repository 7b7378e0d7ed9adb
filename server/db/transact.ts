import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import { hasErrorCode } from './error-code.ts';

const mostAttempts = 5;
const waitMs = 20;

/**
 * Runs `work` in a transaction. Runs it again if PostgreSQL aborted it because of a deadlock or a serialization
 * conflict, so `work` must change nothing but the database.
 */
export async function transact<Result>(
  db: Database,
  work: (tx: Database) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work, config);
    } catch (error) {
      const isConflict = hasErrorCode(error, '40P01') || hasErrorCode(error, '40001');
      if (!isConflict || attempt === mostAttempts) throw error;
      // A random wait, so that the two transactions don't collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * waitMs * attempt));
    }
  }
}
