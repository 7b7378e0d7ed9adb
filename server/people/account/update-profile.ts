import type { z } from 'zod';
import { toProfileRevision } from '#server/access/profile-revision.ts';
import { toUser, updateUser } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsOf, lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, outdated, unauthorized } from '#server/errors.ts';
import type { Runtime, Work } from '#server/runtime.ts';
import type { profileRequest } from '#shared/api/auth.ts';
import { parsePhone } from '#shared/phone.ts';
import { askNewNumber } from '../connections/ask-phone.ts';
import { requireAttachable } from '../connections/attach.ts';
import { refuseChange } from '../connections/changes-store.ts';
import { endCodes } from '../connections/codes-store.ts';
import {
  countTaken,
  recordAttempt,
  refuseGuesser,
  refuseGuessingNetwork,
} from '../connections/limits-store.ts';
import { noPendingNumber, planNumberChange, unprovedNumber } from '../connections/number-change.ts';
import { isVerifiedByAnother, numberChanged, releaseNumber } from '../connections/numbers-store.ts';
import { isQuestionOver } from '../connections/store.ts';
import { tellOwner } from '../owner/tell-owner.ts';

export const phoneTaken = () => conflict('An account with this phone number already exists');

type ChangeFrom = {
  basedOn: number | null;
  address: string;
  isFresh: boolean;
  sessionId: string;
  /** Takes the question to a new number, for after the reply. */
  later: (work: Work) => void;
};

/**
 * A verified number stays, with its conversations, until the new one proves itself; entering it again ends the change.
 * An unverified one leaves at once, and so does a removed one.
 * @param change.basedOn the revision that was read; null accepts any.
 * @throws {AppError} 403 with `need: 'password'` for one more phone, 409 for an edit of an older state or a number that another account has verified, 429 after too
 *   many changes.
 */
export async function updateProfile(
  runtime: Runtime,
  user: UserRow,
  {
    firstName,
    lastName,
    phoneNumber,
    phoneLoss,
    basedOn,
    address,
    isFresh,
    sessionId,
    later,
  }: z.output<typeof profileRequest> & ChangeFrom,
): Promise<UserRow> {
  const { db } = runtime;
  const facts = {
    ...(firstName !== undefined && { firstName: firstName || null }),
    ...(lastName !== undefined && { lastName: lastName || null }),
    ...(phoneLoss === null && { phoneLoss }),
  };
  const phone = phoneNumber ? parsePhone(phoneNumber) : null;
  const isKept = phone === user.phoneNumber;
  if (phoneNumber === undefined || isKept || isBeingAsked(runtime, user, phone)) {
    const isBack = isKept && phoneNumber !== undefined;
    return transact(db, async (tx) => {
      refuseOutdated(runtime, await lockUser(tx, user.id), basedOn);
      return updateUser(tx, user.id, { ...facts, ...(isBack && noPendingNumber) });
    });
  }
  const old = user.phoneNumber;
  const changed = await transact(db, async (tx) => {
    // A running YES holds the same locks and decides whose threads they are.
    if (old) await lockThreadsOf(tx, old);
    const account = await lockUser(tx, user.id);
    if (!account || account.deletedAt) throw unauthorized();
    refuseOutdated(runtime, account, basedOn);
    if (account.phoneNumber !== old) throw numberChanged();
    if (phone) await requireAttachable(tx, { userId: user.id, isFresh, sessionId });
    const claim = { userId: user.id, handle: phone ?? '', address };
    if (phone && !(await mayClaim(runtime, tx, claim))) return null;
    if (phone && account.phoneVerifiedAt) {
      const pending = await planNumberChange(runtime, tx, claim);
      return updateUser(tx, user.id, { ...facts, ...pending });
    }
    if (old && account.phoneVerifiedAt) {
      const event = { kind: 'removed', handle: old } as const;
      await tellOwner(runtime, tx, { userId: user.id, event, now: runtime.clock.now() });
      await endCodes(tx, user.id);
    }
    if (old) await releaseNumber(tx, { userId: user.id, handle: old, now: runtime.clock.now() });
    const number = { phoneNumber: phone, ...unprovedNumber, phoneLoss: null };
    return updateUser(tx, user.id, { ...facts, ...number, ...noPendingNumber });
  });
  // After the commit, so that the attempt stays counted.
  if (!changed) throw phoneTaken();
  if (changed.pendingPhoneNumber) {
    later(() => askNewNumber(runtime, { userId: user.id, address }));
  }
  return changed;
}

function isBeingAsked({ clock }: Runtime, user: UserRow, phone: string | null): boolean {
  if (phone === null || phone !== user.pendingPhoneNumber) return false;
  return !isQuestionOver({ askedAt: user.pendingPhoneAskedAt }, clock.now());
}

function refuseOutdated(
  { config }: Runtime,
  account: UserRow | null,
  basedOn: number | null,
): void {
  if (!account || basedOn === null || basedOn === toProfileRevision(account)) return;
  throw outdated('Your profile has since been changed in another window.', toUser(config, account));
}

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
