import type { SQL } from 'drizzle-orm';
import { type Database, rowsOf } from './client.ts';
import { DatabaseSlow } from './database-failure.ts';
import { limitStatements } from './limit-statements.ts';
import { transactAtOnce } from './transact.ts';

const defaultMs = 2_000;

/**
 * For what is repeated in any case: while a database hangs, each repetition would take one more connection.
 * @throws {DatabaseSlow}
 */
export async function queryWithTimeout<Row>(
  db: Database,
  statement: SQL,
  timeoutMs = defaultMs,
): Promise<Row[]> {
  const sent = transactAtOnce(db, (tx) => [
    limitStatements(tx, timeoutMs),
    rowsOf<Row>(tx, statement),
  ]);
  const [, rows] = await withTimeout(sent, timeoutMs);
  return rows;
}

/** Where no connection is free, or it is dead, the database can't end the wait. */
export async function withTimeout<Result>(
  answer: Promise<Result>,
  timeoutMs = defaultMs,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new DatabaseSlow(`no answer within ${timeoutMs} ms`));
  // An answer that has come while the event loop was busy is read first.
  const timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
