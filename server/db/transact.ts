import { is, sql } from 'drizzle-orm';
import { PgTransaction, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import { hasErrorCode } from './error-code.ts';
import { limitStatements, longMs } from './limit-statements.ts';
import { prepareStatement } from './prepare-statement.ts';

const maxAttempts = 5;
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
      if (!isConflict || attempt === maxAttempts) throw error;
      // Random, so the two don't collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * waitMs * attempt));
    }
  }
}

type Awaiteds<Results extends readonly Promise<unknown>[]> = {
  -readonly [Index in keyof Results]: Awaited<Results[Index]>;
};

const commit = prepareStatement(sql`commit`);

/**
 * Sends the statements and the commit together, in order. After a failed statement PostgreSQL makes a rollback of the
 * commit. If the connection is lost, the transaction may still commit: it must do no harm twice.
 * @param send calls `rowsOf` or prepared statements, none of which waits for another's result.
 */
export async function transactAtOnce<Results extends readonly Promise<unknown>[]>(
  db: Database,
  send: (tx: Database) => readonly [...Results],
): Promise<Awaiteds<Results>> {
  // It would commit the outer transaction.
  if (is(db, PgTransaction)) throw new Error('transactAtOnce was called within a transaction');
  return transact(db, async (tx) => {
    const sent = send(tx);
    const committed = commit(tx, {});
    await Promise.allSettled([...sent, committed]);
    // In order: the first failure makes the others fail.
    const results: unknown[] = [];
    for (const one of sent) results.push(await one);
    await committed;
    return results as Awaiteds<Results>;
  });
}

/**
 * For a transaction that waits for something else than the database, or for another that does; all others end after
 * some seconds without a statement.
 */
export async function allowIdle(tx: Database): Promise<void> {
  await limitStatements(tx, longMs);
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
}
