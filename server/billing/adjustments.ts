import { adjustCreditsAction, recordChange } from '#server/access/audit/store.ts';
import { lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { AdjustCreditsRequest } from '#shared/api/billing.ts';
import { adjustGranted } from './credits.ts';

type Adjustment = AdjustCreditsRequest & { actorId: string; userId: string };

/**
 * The person can read `reason`.
 * @throws {AppError} 404; 409 if fewer messages are left.
 */
export async function adjustCredits(
  { db, clock, changes }: Runtime,
  { actorId, userId, delta, reason }: Adjustment,
): Promise<UserRow> {
  const now = clock.now();
  const user = await transact(db, async (tx) => {
    const found = await lockUser(tx, userId);
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
      action: adjustCreditsAction,
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
