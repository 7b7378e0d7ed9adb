import { randomInt } from 'node:crypto';
import { and, count, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, messages, threads, users } from '#server/db/schema.ts';
import { activateConnections, type ConnectionRow, lockPhone } from './store.ts';

const lifeMs = 15 * 60_000;
const codes = 1_000_000;
/** Any number will do. */
const codesLock = 5_120_418;

export type LiveCode = { code: string; expiresAt: Date };

/** The connection's live code, or a new one that no other connection has; the connection is locked. */
export async function ensureCode(
  tx: Database,
  connection: ConnectionRow,
  now: Date,
): Promise<LiveCode> {
  const { id, code: known, codeExpiresAt } = connection;
  if (known && codeExpiresAt && codeExpiresAt > now)
    return { code: known, expiresAt: codeExpiresAt };
  // Held until the commit, so that nobody picks the same one meanwhile.
  await tx.execute(sql`select pg_advisory_xact_lock(${codesLock})`);
  await tx
    .update(connections)
    .set({ code: null, codeExpiresAt: null })
    .where(lte(connections.codeExpiresAt, now));
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

/** Whose code it is; null for one that is wrong, used, too old or for another expert. */
export async function findCodeOwner(db: Database, code: Code): Promise<string | null> {
  const [row] = await db
    .select({ userId: connections.userId })
    .from(connections)
    .where(isLive(code));
  return row?.userId ?? null;
}

/** Whether another account has proved that the address is its phone. */
export async function isProvedBySomebodyElse(
  db: Database,
  { handle, userId }: { handle: string; userId: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.phoneNumber, handle), isNotNull(users.phoneProvedAt), ne(users.id, userId)),
    );
  return row !== undefined;
}

/**
 * Uses a code up: the address it came from is its owner's from now on, at this expert. The thread is locked.
 * @returns false where the code has just been used or the thread taken by somebody else.
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
  await lockPhone(tx, userId);
  const [thread] = await tx
    .select({ userId: threads.userId })
    .from(threads)
    .where(eq(threads.id, threadId));
  if (!thread || (thread.userId ?? userId) !== userId) return false;
  const [connection] = await tx
    .update(connections)
    // Pending, also where another address of theirs was active: what follows activates what waits.
    .set({ handle, code: null, codeExpiresAt: null, state: 'pending' })
    .where(and(isLive(code), eq(connections.userId, userId)))
    .returning({ id: connections.id });
  return connection !== undefined && activateConnections(tx, { userId, handle, now: code.now });
}

/** As `messages.guard` has it. */
export const wrongCode = 'code';

/** How many wrong codes have come from an address, or to an expert. */
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
