import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { listAccountsByEmail } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { knownDevices, tokens } from '#server/db/schema.ts';

/** Beyond this, the longest unused is deleted. */
const maxDevices = 20;

/** By an account that answers to the email: a claim that lost it must not let its device guess. */
export async function isKnownDevice(
  db: Database,
  { email, deviceToken }: { email: string; deviceToken: string | null },
): Promise<boolean> {
  const accounts = await listAccountsByEmail(db, email);
  return (await listKnowing(db, { accounts, deviceToken: deviceToken ?? '' })).length > 0;
}

export async function listKnowing<Account extends { id: string }>(
  db: Database,
  { accounts, deviceToken }: { accounts: Account[]; deviceToken: string },
): Promise<Account[]> {
  const ids = accounts.map(({ id }) => id);
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(inArray(knownDevices.userId, ids), eq(knownDevices.hash, hashDevice(deviceToken))));
  return accounts.filter(({ id }) => rows.some(({ userId }) => userId === id));
}

export async function rememberDevice(
  tx: Database,
  { userId, deviceToken, now }: { userId: string; deviceToken: string | null; now: Date },
): Promise<void> {
  if (deviceToken === null) return;
  await rememberHash(tx, { userId, hash: hashDevice(deviceToken), now });
}

export async function rememberHash(
  tx: Database,
  { userId, hash, now }: { userId: string; hash: string; now: Date },
): Promise<void> {
  await tx
    .insert(knownDevices)
    .values({ userId, hash, lastSignInAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.hash],
      set: { lastSignInAt: now },
    });
  const ofUser = eq(knownDevices.userId, userId);
  const newest = tx
    .select({ hash: knownDevices.hash })
    .from(knownDevices)
    .where(ofUser)
    .orderBy(desc(knownDevices.lastSignInAt))
    .limit(maxDevices);
  await tx.delete(knownDevices).where(and(ofUser, notInArray(knownDevices.hash, newest)));
}

/** The account has signed in before, and not from this device. */
export async function isNewDevice(
  db: Database,
  { userId, deviceToken }: { userId: string; deviceToken: string | null },
): Promise<boolean> {
  const ofUser = eq(knownDevices.userId, userId);
  const isThis = eq(knownDevices.hash, hashDevice(deviceToken ?? ''));
  if ((await db.$count(knownDevices, and(ofUser, isThis))) > 0) return false;
  const known = await db.$count(knownDevices, ofUser);
  return known > 0 || (await db.$count(tokens, eq(tokens.userId, userId))) > 0;
}

export async function deleteDevices(tx: Database, userId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

export function hashDevice(deviceToken: string): string {
  return createHash('sha256').update(deviceToken).digest('hex');
}
