import { and, count, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { recoveryCodes, users } from '#server/db/schema.ts';

/** Accepts each time step once: a stranger may have seen the code. */
export async function takeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const isNewer = or(isNull(users.totpLastStep), lt(users.totpLastStep, step));
  const taken = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), isNewer))
    .returning({ id: users.id });
  return taken.length > 0;
}

/** False if unknown or used. */
export async function takeRecoveryCode(
  db: Database,
  { userId, fingerprint }: { userId: string; fingerprint: string },
): Promise<boolean> {
  const isTheirs = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.fingerprint, fingerprint),
  );
  return (await db.delete(recoveryCodes).where(isTheirs).returning()).length > 0;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const isTheirs = eq(recoveryCodes.userId, userId);
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(isTheirs);
  return row?.left ?? 0;
}

export async function replaceRecoveryCodes(
  tx: Database,
  userId: string,
  fingerprints: string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (fingerprints.length === 0) return;
  await tx
    .insert(recoveryCodes)
    .values(fingerprints.map((fingerprint) => ({ userId, fingerprint })));
}
