import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type TokenRow, tokens, type UserRow, users } from '#server/db/schema.ts';
import { dayMs, minuteMs } from '#shared/time.ts';

const lifetimeMs = 30 * dayMs;
/** A user's token may idle for its whole life. */
const staffIdleMs = 7 * dayMs;
const useIsStoredAfterMs = 5 * minuteMs;

/** Also deletes the user's expired tokens. */
export async function createToken(
  tx: Database,
  userId: string,
  now: Date,
  device: string | null = null,
  steppedUpAt: Date | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.delete(tokens).where(and(eq(tokens.userId, userId), lte(tokens.expiresAt, now)));
  await tx.insert(tokens).values({
    hash: hashToken(token),
    userId,
    device,
    steppedUpAt,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: addMs(now, lifetimeMs),
  });
  return token;
}

export type SignedIn = { user: UserRow; token: TokenRow };

export async function findSignedIn(
  db: Database,
  token: string,
  now: Date,
): Promise<SignedIn | null> {
  const [row] = await db
    .select({ user: users, token: tokens })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(and(eq(tokens.hash, hashToken(token)), isLive(now), isNull(users.deletedAt)));
  return row ?? null;
}

/** For queries that join the users. */
export function isLive(now: Date) {
  return and(
    gt(tokens.expiresAt, now),
    or(eq(users.role, 'USER'), gt(tokens.lastUsedAt, addMs(now, -staffIdleMs))),
  );
}

export async function recordUse(db: Database, { hash, lastUsedAt }: TokenRow, now: Date) {
  if (now < addMs(lastUsedAt, useIsStoredAfterMs)) return;
  await db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.hash, hash));
}

export async function recordStepUp(db: Database, id: string, now: Date): Promise<void> {
  await db.update(tokens).set({ steppedUpAt: now }).where(eq(tokens.id, id));
}

export async function recordPassword(db: Database, id: string, now: Date): Promise<void> {
  await db.update(tokens).set({ passwordAt: now }).where(eq(tokens.id, id));
}

function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
