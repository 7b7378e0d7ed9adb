import { createHash } from 'node:crypto';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { knownDevices, users } from '#server/db/schema.ts';

/** Beyond this, the longest unused is deleted. */
const mostDevices = 20;

export async function isKnownDevice(
  db: Database,
  { email, deviceToken }: { email: string; deviceToken: string | null },
): Promise<boolean> {
  const [row] = await db
    .select({ hash: knownDevices.hash })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        eq(knownDevices.hash, hashDevice(deviceToken ?? '')),
      ),
    );
  return row !== undefined;
}

export async function rememberDevice(
  tx: Database,
  { userId, deviceToken, now }: { userId: string; deviceToken: string | null; now: Date },
): Promise<void> {
  if (deviceToken === null) return;
  await tx
    .insert(knownDevices)
    .values({ userId, hash: hashDevice(deviceToken), lastSignInAt: now })
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
    .limit(mostDevices);
  await tx.delete(knownDevices).where(and(ofUser, notInArray(knownDevices.hash, newest)));
}

export async function deleteDevices(tx: Database, userId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

export function hashDevice(deviceToken: string): string {
  return createHash('sha256').update(deviceToken).digest('hex');
}
