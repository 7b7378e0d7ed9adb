import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from './client.ts';
import { PreparingClient } from './preparing-client.ts';

/** For reads of everything, deletions, and what waits for another's long work. */
export const longMs = 60_000;

/** Of each of the transaction's next statements, instead of the usual limit. Sends at once, like `rowsOf`. */
export async function limitStatements(tx: Database, ms: number): Promise<void> {
  // Drizzle's types hide a session's connection.
  const { client } = tx._.session as unknown as { client?: unknown };
  if (client instanceof PreparingClient) client.limitTransaction(ms);
  await rowsOf(tx, limitOf(ms));
}

const limitOf = (ms: number): SQL =>
  sql`select set_config('statement_timeout', ${String(ms)}, true)`;
