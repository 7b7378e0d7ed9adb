import { updateUser } from '#server/access/users-store.ts';
import { lockUser } from '#server/db/locks.ts';
import { detachHandles } from '#server/people/connections/attached-store.ts';
import { tellOwner } from '#server/people/owner/tell-owner.ts';
import type { Applied, EffectOf, EffectStep } from './effect.ts';

/** Takes the phone back from the account, which is told. */
export async function leaveAccount(
  { runtime, tx, now, claim }: EffectStep,
  { userId }: EffectOf<'leave'>,
): Promise<Applied> {
  const { handle } = claim.thread;
  const account = await lockUser(tx, userId);
  if (!account || account.deletedAt) return 'stale';
  const event = { kind: 'removed', handle, by: 'phone' } as const;
  await tellOwner(runtime, tx, { userId, event, now });
  await detachHandles(tx, account, [handle], now);
  await updateUser(tx, userId, { phoneLoss: 'moved' });
  return 'done';
}
