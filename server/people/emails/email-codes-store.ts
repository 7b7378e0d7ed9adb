import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { emailCodes } from '#server/db/schema.ts';
import { minuteMs } from '#shared/time.ts';

export const codeLifeMs = 30 * minuteMs;
const maxTries = 5;

type NewCode = typeof emailCodes.$inferInsert;

export async function createEmailCode(tx: Database, code: NewCode): Promise<void> {
  await tx.insert(emailCodes).values(code);
}

/** Counts a try of the newest code; null if it is over. */
export async function tryEmailCode(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<{ email: string; codeHash: string } | null> {
  const newest = db
    .select({ id: emailCodes.id })
    .from(emailCodes)
    .where(eq(emailCodes.userId, userId))
    .orderBy(desc(emailCodes.createdAt), desc(emailCodes.id))
    .limit(1);
  const [row] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(
      and(
        inArray(emailCodes.id, newest),
        lt(emailCodes.tries, maxTries),
        gt(emailCodes.expiresAt, now),
      ),
    )
    .returning({ email: emailCodes.email, codeHash: emailCodes.codeHash });
  return row ?? null;
}

export async function deleteEmailCodes(tx: Database, userId: string): Promise<void> {
  await tx.delete(emailCodes).where(eq(emailCodes.userId, userId));
}

export async function deleteEmailCodesBefore(db: Database, time: Date, limit: number) {
  const which = lt(emailCodes.createdAt, time);
  return deleteBatch(db, emailCodes.id, { which, limit });
}
