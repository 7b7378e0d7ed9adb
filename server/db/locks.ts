import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { planByKey } from './plan-by-key.ts';
import { prepareStatement } from './prepare-statement.ts';
import { type ThreadRow, threads, type UserRow, users } from './schema.ts';

/*
 * To rule out deadlocks, every transaction takes row locks in one order: threads by id, then users by id, then the
 * users' connections. Threads come first because every answered message locks its thread before it spends a credit.
 */

/** Arbitrary. */
const textLocks = { email: 5_120_421 };

/** Serializes changes to a thread's pending work. */
export async function lockThread(tx: Database, threadId: string): Promise<ThreadRow> {
  const [thread] = await lockThreads(tx, eq(threads.id, threadId));
  if (!thread) throw new Error(`Thread ${threadId} is gone`);
  return thread;
}

export async function lockThreads(tx: Database, which: SQL | undefined): Promise<ThreadRow[]> {
  return tx.select().from(threads).where(which).orderBy(asc(threads.id)).for('no key update');
}

export async function lockThreadsById(tx: Database, ids: string[]): Promise<ThreadRow[]> {
  return lockThreads(tx, inArray(threads.id, ids));
}

/** As JSON, because the planner would count the elements of an array and plan each batch again. */
const lockOwners = prepareStatement<{ id: string; userId: string | null }>(
  sql`select thread.id, user_id as "userId", ${planByKey}
      from (
        select id::uuid from json_array_elements_text(${sql.placeholder('ids')}::json) as id order by 1
      ) as wanted
      cross join lateral (
        select id, user_id from threads where threads.id = wanted.id for no key update) as thread`,
);

/** Reads no whole rows. The transaction's next statements go by key. */
export async function lockThreadOwners(
  tx: Database,
  ids: string[],
): Promise<{ id: string; userId: string | null }[]> {
  return lockOwners(tx, { ids: JSON.stringify(ids) });
}

/** Records too: connecting, releasing and erasing change them together. */
export async function lockThreadsOf(tx: Database, handle: string): Promise<ThreadRow[]> {
  return lockThreads(tx, eq(threads.handle, handle));
}

/** Serializes changes of an account's number, credits and deletion; null if unknown. */
export async function lockUser(tx: Database, userId: string): Promise<UserRow | null> {
  const [user] = await lockUsers(tx, eq(users.id, userId));
  return user ?? null;
}

export async function lockUsers(tx: Database, which: SQL | undefined): Promise<UserRow[]> {
  return tx.select().from(users).where(which).orderBy(asc(users.id)).for('no key update');
}

/** Of what has no row yet, by what it is. A transaction takes it before rows. */
export async function lockText(tx: Database, kind: 'email', text: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${textLocks[kind]}, hashtext(${text}))`);
}
