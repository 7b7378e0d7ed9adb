import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from './client.ts';
import { type ThreadRow, threads, type UserRow, users } from './schema.ts';

/*
 * Row locks, held until the transaction ends. To rule out deadlocks every transaction takes them in one
 * order: threads by id, then the user, then the user's connections. This way round, because every answered
 * message locks its thread before it spends a credit.
 */

/** Serialises everything that changes what a thread has to do. */
export async function lockThread(tx: Database, threadId: string): Promise<ThreadRow> {
  const [thread] = await lockThreads(tx, eq(threads.id, threadId));
  if (!thread) throw new Error(`Thread ${threadId} is gone`);
  return thread;
}

/** Several at once, by id. */
export async function lockThreads(tx: Database, which: SQL | undefined): Promise<ThreadRow[]> {
  return tx.select().from(threads).where(which).orderBy(asc(threads.id)).for('no key update');
}

export async function lockThreadsById(tx: Database, ids: string[]): Promise<ThreadRow[]> {
  return lockThreads(tx, inArray(threads.id, ids));
}

/** All current threads of an address: connecting, releasing and erasing it change them together. */
export async function lockThreadsOf(tx: Database, handle: string): Promise<ThreadRow[]> {
  return lockThreads(tx, and(eq(threads.handle, handle), threads.isCurrent));
}

/**
 * Serialises changes of an account: its number, its credits, its deletion. Null if there is none.
 * @param options.changesPhone other tables' checks of their foreign key wait, too: a change of a unique column
 * would otherwise wait for them later, while they wait for us.
 */
export async function lockUser(
  tx: Database,
  userId: string,
  { changesPhone = false } = {},
): Promise<UserRow | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(eq(users.id, userId))
    .for(changesPhone ? 'update' : 'no key update');
  return user ?? null;
}
