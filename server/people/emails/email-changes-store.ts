import { and, eq, gt, gte, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type EmailChangeRow, emailChanges } from '#server/db/schema.ts';
import { dayMs } from '#shared/time.ts';

export const objectionMs = 7 * dayMs;

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

/** Whether an account may still get this address back. One that only claimed it may not. */
export async function mayBeRestored(db: Database, email: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - objectionMs);
  const [row] = await db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.oldEmail, email),
        isNotNull(emailChanges.oldVerifiedAt),
        gt(emailChanges.createdAt, since),
      ),
    )
    .limit(1);
  return row !== undefined;
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
