import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, gte, isNotNull, lt, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type EmailChangeRow, emailChanges, type UserRow } from '#server/db/schema.ts';
import { tryLater } from '#server/errors.ts';
import { dayMs } from '#shared/time.ts';

export const objectionMs = 7 * dayMs;
const maxChangesADay = 5;

type NewChange = typeof emailChanges.$inferInsert;

/** Ends the confirm links of earlier changes. */
export async function createEmailChange(tx: Database, change: NewChange): Promise<void> {
  await endConfirmations(tx, change.userId);
  await tx.insert(emailChanges).values(change);
}

export async function endConfirmations(tx: Database, userId: string): Promise<void> {
  await tx.update(emailChanges).set({ confirmHash: null }).where(eq(emailChanges.userId, userId));
}

/** Also ends objection links. */
export async function endEmailChanges(tx: Database, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
}

/** One that took effect at once: no link confirms or stops it, and the link that locks changes it back. */
export async function recordEmailChange(
  tx: Database,
  { id: userId, email: oldEmail, emailVerifiedAt: oldVerifiedAt }: UserRow,
  { newEmail, now }: { newEmail: string; now: Date },
): Promise<void> {
  const objectHash = randomBytes(32).toString('hex');
  const emails = { oldEmail, oldVerifiedAt, newEmail };
  await tx.insert(emailChanges).values({ userId, ...emails, objectHash, createdAt: now });
}

type OldEmail = { email: string; userId: string | null; isProved: boolean; now: Date };

/** Whether another account may still get this address back; with `isProved`, one that had proved it. */
export async function mayBeRestored(
  db: Database,
  { email, userId, isProved, now }: OldEmail,
): Promise<boolean> {
  const [row] = await db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.oldEmail, email),
        isProved ? isNotNull(emailChanges.oldVerifiedAt) : undefined,
        userId ? ne(emailChanges.userId, userId) : undefined,
        gt(emailChanges.createdAt, new Date(now.getTime() - objectionMs)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Each holds an old email for a week. @throws {AppError} 429 */
export async function refuseChanger(tx: Database, userId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const [oldest] = await tx
    .select({ at: emailChanges.createdAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.createdAt, since)))
    .orderBy(desc(emailChanges.createdAt))
    .offset(maxChangesADay - 1)
    .limit(1);
  if (!oldest) return;
  throw tryLater('You have changed your email too often.', oldest.at.getTime() - since.getTime());
}

/** Null for an unknown, used or old token. */
export async function takeConfirmation(
  tx: Database,
  { hash, since }: { hash: string; since: Date },
): Promise<EmailChangeRow | null> {
  const [row] = await tx
    .update(emailChanges)
    .set({ confirmHash: null })
    .where(and(eq(emailChanges.confirmHash, hash), gt(emailChanges.createdAt, since)))
    .returning();
  return row ?? null;
}

/**
 * Deletes the change and all later ones: an attacker may have requested those too, and their links could undo the
 * objection.
 */
export async function takeObjection(
  tx: Database,
  { hash, since }: { hash: string; since: Date },
): Promise<EmailChangeRow | null> {
  const [row] = await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.objectHash, hash), gt(emailChanges.createdAt, since)))
    .returning();
  if (!row) return null;
  const { userId, createdAt } = row;
  await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gte(emailChanges.createdAt, createdAt)));
  return row;
}

/** The first since then. */
export async function findChangeSince(
  db: Database,
  { userId, since }: { userId: string; since: Date },
): Promise<EmailChangeRow | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gte(emailChanges.createdAt, since)))
    .orderBy(emailChanges.createdAt)
    .limit(1);
  return row ?? null;
}

/** The first change since then and all later ones, for their old address. Null if there was none. */
export async function takeChangesSince(
  tx: Database,
  { userId, since }: { userId: string; since: Date },
): Promise<EmailChangeRow | null> {
  const taken = await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gte(emailChanges.createdAt, since)))
    .returning();
  return taken.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0] ?? null;
}

export async function deleteEmailChangesBefore(db: Database, time: Date, limit: number) {
  const which = lt(emailChanges.createdAt, time);
  return deleteBatch(db, emailChanges.id, { which, limit });
}
