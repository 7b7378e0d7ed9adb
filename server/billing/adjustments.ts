import { recordChange } from '#server/audit/store.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { findUserById, type UserRow } from '#server/users/store.ts';
import type { AdjustCreditsRequest } from '#shared/api/billing.ts';
import { adjustGranted } from './credits.ts';
import { lockPayer } from './store.ts';

type Adjustment = AdjustCreditsRequest & { actorId: string; userId: string };

/**
 * Gives a person messages, or takes some that are left, for a reason that they can read.
 * @throws {AppError} 404, or 409 where fewer are left.
 */
export async function adjustCredits(
  { db, clock, changes }: Runtime,
  { actorId, userId, delta, reason }: Adjustment,
): Promise<UserRow> {
  const now = clock.now();
  const user = await db.transaction(async (tx) => {
    const found = (await lockPayer(tx, { userId })) && (await findUserById(tx, userId));
    if (!found || found.deletedAt) throw notFound('User');
    const left = found.paidMessages - found.messageCount;
    if (left + delta < 0) throw conflict(`Only ${left} messages are left to take away.`);
    const entryId = await adjustGranted(tx, {
      userId,
      grantedDelta: delta,
      reason,
      createdAt: now,
    });
    const paidMessages = found.paidMessages + delta;
    await recordChange(tx, {
      actorId,
      action: 'user.adjust-credits',
      entity: 'user',
      entityId: userId,
      before: { paidMessages: found.paidMessages },
      after: { paidMessages, reason, entryId },
      now,
    });
    return { ...found, paidMessages };
  });
  changes.publish({ type: 'account', userId });
  return user;
}
