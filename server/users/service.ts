import type { z } from 'zod';
import {
  countTaken,
  recordAttempt,
  refuseChange,
  refuseGuesser,
  refuseGuessingNetwork,
} from '#server/connections/limits-store.ts';
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
 * A new number is unverified; the old one leaves with its connections.
 * @throws {AppError} 409 for a number that another account has verified, 429 after too many changes.
 */
export async function updateProfile(
  runtime: Runtime,
  user: UserRow,
  {
    firstName,
    lastName,
    phoneNumber,
    phoneLoss,
    address,
  }: z.output<typeof profileRequest> & { address: string },
): Promise<UserRow> {
  const { db } = runtime;
  const facts = {
    ...(firstName !== undefined && { firstName: firstName || null }),
    ...(lastName !== undefined && { lastName: lastName || null }),
    ...(phoneLoss === null && { phoneLoss }),
  };
  const phone = phoneNumber ? parsePhone(phoneNumber) : null;
  if (phoneNumber === undefined || phone === user.phoneNumber) {
    return updateUser(db, user.id, facts);
  }
  const old = user.phoneNumber;
  const changed = await transact(db, async (tx) => {
    // A running YES holds the same locks and decides whose threads they are.
    if (old) await lockThreadsOf(tx, old);
    const account = await lockUser(tx, user.id);
    if (!account || account.deletedAt) throw unauthorized();
    if (account.phoneNumber !== old) throw numberChanged();
    const claim = { userId: user.id, handle: phone ?? '', address };
    if (phone && !(await mayClaim(runtime, tx, claim))) return null;
    if (old) await releaseNumber(tx, { userId: user.id, handle: old });
    const number = { phoneNumber: phone, phoneVerifiedAt: null, phoneLoss: null };
    return updateUser(tx, user.id, { ...facts, ...number });
  });
  // After the commit, so that the attempt stays counted.
  if (!changed) throw phoneTaken();
  return changed;
}

export const numberChanged = () =>
  conflict('Your phone number has just changed. Please try again.');

/** Counts the attempt. At a limit every number is refused with the same words. @throws {AppError} 429 */
async function mayClaim(
  runtime: Runtime,
  tx: Database,
  claim: { userId: string; handle: string; address: string },
): Promise<boolean> {
  const { userId, address } = claim;
  const now = runtime.clock.now();
  await refuseGuesser(tx, claim, now);
  await refuseChange(tx, claim, now);
  await refuseGuessingNetwork(runtime, tx, address);
  if (await isVerifiedByAnother(tx, claim, now)) {
    await countTaken(runtime, tx, { userId, address });
    return false;
  }
  await recordAttempt(tx, { kind: 'change', userId, createdAt: now });
  return true;
}
