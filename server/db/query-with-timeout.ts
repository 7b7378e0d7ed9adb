import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from './client.ts';
import { DatabaseSlow } from './database-failure.ts';
import { transactAtOnce } from './transact.ts';

const timeoutMs = 2_000;
const limitTime = sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`;

/**
 * For what is repeated in any case: while a database hangs, each repetition would take one more connection.
 * @throws {DatabaseSlow}
 */
export async function queryWithTimeout<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const sent = transactAtOnce(db, (tx) => [rowsOf(tx, limitTime), rowsOf<Row>(tx, statement)]);
  const [, rows] = await withTimeout(sent);
  return rows;
}

/** Where no connection is free, or it is dead, the database can't end the wait. */
export async function withTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new DatabaseSlow(`no answer within ${timeoutMs} ms`));
  const timer = setTimeout(giveUp, timeoutMs);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
