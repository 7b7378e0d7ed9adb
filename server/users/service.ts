import type { z } from 'zod';
import { countChange, recordAttempt, refuseGuesser } from '#server/connections/limits-store.ts';
import { isVerifiedByAnother, releaseNumber } from '#server/connections/numbers-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsOf, lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, unauthorized } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { profileRequest } from '#shared/api/auth.ts';
import { parsePhone } from '#shared/phone.ts';
import { updateUser } from './store.ts';

export const phoneTaken = () => conflict('An account with this phone number already exists');

/**
 * A new number is unverified; the old one leaves the account with its connections.
 * @throws {AppError} 409 for a number that another account has verified, 429 after too many changes.
 */
export async function updateProfile(
  { db, clock }: Runtime,
  user: UserRow,
  { firstName, lastName, phoneNumber, phoneLoss }: z.output<typeof profileRequest>,
): Promise<UserRow> {
  const facts = {
    ...(firstName !== undefined && { firstName: firstName || null }),
    ...(lastName !== undefined && { lastName: lastName || null }),
    ...(phoneLoss === null && { phoneLoss }),
  };
  const phone = phoneNumber ? parsePhone(phoneNumber) : null;
  if (phoneNumber === undefined || phone === user.phoneNumber) {
    return updateUser(db, user.id, facts);
  }
  const now = clock.now();
  const old = user.phoneNumber;
  const changed = await transact(db, async (tx) => {
    // A YES being processed holds these locks and decides whose threads they are.
    if (old) await lockThreadsOf(tx, old);
    const account = await lockUser(tx, user.id);
    if (!account || account.deletedAt) throw unauthorized();
    if (account.phoneNumber !== old) throw numberChanged();
    if (phone && !(await mayClaim(tx, { userId: user.id, handle: phone }, now))) return null;
    if (old) await releaseNumber(tx, { userId: user.id, handle: old });
    const number = { phoneNumber: phone, phoneVerifiedAt: null, phoneLoss: null };
    return updateUser(tx, user.id, { ...facts, ...number });
  });
  // Only now: the refused attempt stays counted.
  if (!changed) throw phoneTaken();
  return changed;
}

export const numberChanged = () =>
  conflict('Your phone number has just changed. Please try again.');

/** Counts the attempt. @throws {AppError} 429 */
async function mayClaim(
  tx: Database,
  address: { userId: string; handle: string },
  now: Date,
): Promise<boolean> {
  await refuseGuesser(tx, address, now);
  if (await isVerifiedByAnother(tx, address, now)) {
    await recordAttempt(tx, { kind: 'taken', userId: address.userId, createdAt: now });
    return false;
  }
  await countChange(tx, address, now);
  return true;
}
