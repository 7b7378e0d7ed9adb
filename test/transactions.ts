import { type SQL, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { rowsOf } from '#server/db/client.ts';
import { transact } from '#server/db/transact.ts';
import type { TestApp } from './runtime.ts';

/** Acts just before the nth transaction from now, where a busy moment could put it. */
export function beforeTransaction(
  { runtime: { db } }: TestApp,
  nth: number,
  act: () => Promise<unknown>,
): void {
  const begin = db.transaction;
  let begun = 0;
  db.transaction = async (...args: Parameters<typeof begin>) => {
    begun += 1;
    if (begun === nth) {
      db.transaction = begin;
      await act();
    }
    return begin.apply(db, args) as never;
  };
}

/**
 * Holds the locks of `statement` until `meet` ends, which may await that so many transactions wait for one. PostgreSQL
 * only.
 */
export async function holdLocks(
  { runtime: { db } }: TestApp,
  statement: SQL,
  meet: (awaitLocks: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const waits = sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  await transact(db, async (tx) => {
    await tx.execute(statement);
    await meet(async (count) => {
      while ((await rowsOf(db, waits)).length < count);
    });
  });
}

/** Also none that a second try would hide. */
export async function expectNoDeadlock({ runtime: { db } }: TestApp, race: () => Promise<void>) {
  const transaction = vi.spyOn(db, 'transaction');
  await race();
  const { settledResults } = transaction.mock;
  transaction.mockRestore();
  expect(settledResults.filter(({ type }) => type === 'rejected')).toEqual([]);
}
