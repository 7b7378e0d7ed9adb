import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import { hasErrorCode } from './error-code.ts';

const mostAttempts = 5;
const waitMs = 20;

/** Runs `work` again after a deadlock or a serialization conflict, so it must change nothing but the database. */
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
      // Random, so the two don't collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * waitMs * attempt));
    }
  }
}
