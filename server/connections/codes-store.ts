import { randomInt } from 'node:crypto';
import { and, count, eq, gt, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import { type ConnectionRow, connections, messages, threads, users } from '#server/db/schema.ts';
import { activateConnections } from './store.ts';

const lifeMs = 15 * 60_000;
const codes = 1_000_000;
/** An arbitrary number. */
const codesLock = 5_120_418;

export type LiveCode = { code: string; expiresAt: Date };

/** Renews an expired code. The connection is locked. */
export async function ensureCode(
  tx: Database,
  connection: ConnectionRow,
  now: Date,
): Promise<LiveCode> {
  const { id, code: known, codeExpiresAt } = connection;
  if (known && codeExpiresAt && codeExpiresAt > now)
    return { code: known, expiresAt: codeExpiresAt };
  // Until the commit, so that no other transaction picks the same code.
  await tx.execute(sql`select pg_advisory_xact_lock(${codesLock})`);
  // A connection that waits for this lock is locked itself: waiting for it would deadlock.
  const expired = tx
    .select({ id: connections.id })
    .from(connections)
    .where(lte(connections.codeExpiresAt, now))
    .for('update', { skipLocked: true });
  await tx
    .update(connections)
    .set({ code: null, codeExpiresAt: null })
    .where(inArray(connections.id, expired));
  const code = await pickCode(tx);
  const expiresAt = new Date(now.getTime() + lifeMs);
  await tx
    .update(connections)
    .set({ code, codeExpiresAt: expiresAt })
    .where(eq(connections.id, id));
  return { code, expiresAt };
}

async function pickCode(tx: Database): Promise<string> {
  for (;;) {
    const code = String(randomInt(codes)).padStart(6, '0');
    const [taken] = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.code, code));
    if (!taken) return code;
  }
}

type Code = { code: string; expertId: string; now: Date };

function isLive({ code, expertId, now }: Code) {
  return and(
    eq(connections.code, code),
    eq(connections.expertId, expertId),
    gt(connections.codeExpiresAt, now),
  );
}

/** @returns null for a code that is wrong, used, expired or for another expert. */
export async function findCodeOwner(db: Database, code: Code): Promise<string | null> {
  const [row] = await db
    .select({ userId: connections.userId })
    .from(connections)
    .where(isLive(code));
  return row?.userId ?? null;
}

export async function isVerifiedByAnother(
  db: Database,
  { handle, userId }: { handle: string; userId: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.phoneNumber, handle), isNotNull(users.phoneVerifiedAt), ne(users.id, userId)),
    );
  return row !== undefined;
}

/**
 * Uses a code up: its sender's address belongs to the code's owner at this expert. The threads are locked.
 * @returns false if the code was just used, or another account just got the thread.
 */
export async function redeemCode(
  tx: Database,
  {
    userId,
    threadId,
    handle,
    ...code
  }: Code & { userId: string; threadId: string; handle: string },
): Promise<boolean> {
  await lockUser(tx, userId);
  const [thread] = await tx
    .select({ userId: threads.userId })
    .from(threads)
    .where(eq(threads.id, threadId));
  if (!thread || (thread.userId ?? userId) !== userId) return false;
  const [connection] = await tx
    .update(connections)
    // Pending even where another address was active: activateConnections takes it from there.
    .set({ handle, code: null, codeExpiresAt: null, state: 'pending' })
    .where(and(isLive(code), eq(connections.userId, userId)))
    .returning({ id: connections.id });
  return connection !== undefined && activateConnections(tx, { userId, handle, now: code.now });
}

/** In `messages.guard`. */
export const wrongCode = 'code';

export async function countWrongCodes(
  db: Database,
  place: { handle: string } | { expertId: string },
  since: Date,
): Promise<number> {
  const isThere =
    'handle' in place ? eq(threads.handle, place.handle) : eq(threads.expertId, place.expertId);
  const [row] = await db
    .select({ wrong: count() })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(isThere, eq(messages.guard, wrongCode), gt(messages.createdAt, since)));
  return row?.wrong ?? 0;
}

export async function listConnectingMessages(db: Database, threadId: string): Promise<string[]> {
  const rows = await db
    .select({ body: messages.body })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.guard, 'connected')));
  return rows.map(({ body }) => body);
}
