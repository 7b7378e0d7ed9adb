import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, threads, tokens, users } from '#server/db/schema.ts';
import type { UserRow } from '#server/users/store.ts';

const lifeMs = 30 * 24 * 3_600_000;

/** Makes a token and drops the user's expired ones. Only its hash is stored. */
export async function createToken(tx: Database, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.delete(tokens).where(and(eq(tokens.userId, userId), lte(tokens.expiresAt, now)));
  await tx.insert(tokens).values({
    hash: hashOf(token),
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  return token;
}

export async function findUserByToken(
  db: Database,
  token: string,
  now: Date,
): Promise<UserRow | null> {
  const [row] = await db
    .select({ user: users })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(and(eq(tokens.hash, hashOf(token)), gt(tokens.expiresAt, now), isNull(users.deletedAt)));
  return row?.user ?? null;
}

export async function deleteToken(db: Database, token: string): Promise<void> {
  await db.delete(tokens).where(eq(tokens.hash, hashOf(token)));
}

/**
 * Takes a number off an account: its threads stay with the account as a record, so that the next
 * owner of the number begins new ones, and its connections end.
 */
export async function releasePhone(
  tx: Database,
  { userId, handle }: { userId: string; handle: string },
): Promise<void> {
  // A YES that is being answered right now holds its thread; wait for it, then see whose thread it is.
  await tx
    .select({ id: threads.id })
    .from(threads)
    .where(and(eq(threads.handle, handle), threads.isCurrent))
    .orderBy(threads.id)
    .for('no key update');
  // Before the connections, as whoever redeems a code locks them.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  await tx
    .delete(connections)
    .where(and(eq(connections.userId, userId), eq(connections.handle, handle)));
  await tx
    .update(threads)
    .set({ isCurrent: false })
    .where(and(eq(threads.userId, userId), eq(threads.handle, handle)));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
