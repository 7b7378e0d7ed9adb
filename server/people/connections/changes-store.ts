import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { phoneAttempts, users } from '#server/db/schema.ts';
import { tryLater } from '#server/errors.ts';
import { newNumberDays } from '#shared/limits.ts';
import { dayMs } from '#shared/time.ts';
import { type Account, findOpening, isOf } from './limits-store.ts';

const changesPerAccount = 2;

/** The caller has locked the account. @throws {AppError} 429 */
export async function refuseChange(tx: Database, { userId }: Account, now: Date): Promise<void> {
  const opensAt = await findOpening(tx, now, {
    limit: changesPerAccount,
    ms: dayMs,
    attempts: isOf(userId, 'change'),
  });
  if (opensAt) {
    const what = `You can change your number ${changesPerAccount} times a day.`;
    throw tryLater(what, opensAt.getTime() - now.getTime());
  }
}

/** The number entered last has just been proved, and so counts as changed now. One from sign-up was never changed. */
export async function dateNumberChange(tx: Database, { userId }: Account, now: Date) {
  const newest = tx
    .select({ id: phoneAttempts.id })
    .from(phoneAttempts)
    .where(isOf(userId, 'change'))
    .orderBy(desc(phoneAttempts.createdAt))
    .limit(1);
  await tx.update(phoneAttempts).set({ createdAt: now }).where(inArray(phoneAttempts.id, newest));
}

/** Changed within a week: a stranger may have entered it. A change that waits for its proof has not changed it. */
export async function hasNewNumber(
  tx: Database,
  { userId, verifiedAt }: Account & { verifiedAt: Date },
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - newNumberDays * dayMs);
  const isRecent = and(
    gt(phoneAttempts.createdAt, since),
    lte(phoneAttempts.createdAt, verifiedAt),
  );
  return (await tx.$count(phoneAttempts, and(isOf(userId, 'change'), isRecent))) > 0;
}

/** But of a number that waits for its proof: the week begins with it. */
export async function deleteNumberChangesBefore(db: Database, time: Date, limit: number) {
  const waits = and(
    eq(users.id, phoneAttempts.userId),
    or(isNotNull(users.pendingPhoneNumber), isNull(users.phoneVerifiedAt)),
    isNull(users.deletedAt),
  );
  const which = and(
    eq(phoneAttempts.kind, 'change'),
    lt(phoneAttempts.createdAt, time),
    notExists(db.select({ one: sql`1` }).from(users).where(waits)),
  );
  return deleteBatch(db, phoneAttempts.id, { which, limit });
}
