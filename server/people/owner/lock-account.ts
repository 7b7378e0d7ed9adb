import { randomBytes } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { recordLock } from '#server/access/audit/store.ts';
import { findUserById, updateUser } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockText, lockThreads, lockUser } from '#server/db/locks.ts';
import { threads, type UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { detachHandles, listAttachedSince } from '../connections/attached-store.ts';
import { endCodes } from '../connections/codes-store.ts';
import { numberChanged } from '../connections/numbers-store.ts';
import {
  endConfirmations,
  findChangeSince,
  takeChangesSince,
} from '../emails/email-changes-store.ts';
import { findHolder, hasRoomForClaim } from '../emails/email-claims.ts';
import { deleteEmailCodes } from '../emails/email-codes-store.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { endResets } from '../passwords/resets-store.ts';
import { deleteDevices } from '../sign-in/devices-store.ts';
import { deleteSessions } from '../sign-in/sessions-store.ts';
import {
  endDeviceLinks,
  endLocksSince,
  findFirstLock,
  findOwnerLink,
  takeOwnerLink,
} from './owner-links-store.ts';
import { tellOwner } from './tell-owner.ts';

const passwordBytes = 32;
/** No mailbox can be there (RFC 2606). */
const nowhere = 'locked.invalid';

/**
 * By the link of a notice, for which no session is needed: ends every way into the account, and undoes what was attached
 * since the notice's event. The second factor stays: a thief of the mailbox must not end it.
 * @returns the masked email that a new password is for. @throws {AppError} 400 for a wrong, used or old link.
 */
export async function lockAccount(runtime: Runtime, token: string): Promise<{ email: string }> {
  const { db, clock, changes } = runtime;
  const wanted = { purpose: 'lock', token, now: clock.now() } as const;
  const passwordHash = await hashPassword(randomBytes(passwordBytes).toString('base64url'));
  const locked = await transact(db, async (tx) => {
    const link = await findOwnerLink(tx, wanted);
    if (!link) throw badLink();
    // The newest notice is no sign that the phones of an earlier one are the owner's.
    const since = (await findFirstLock(tx, link.userId, wanted.now)) ?? link.createdAt;
    const change = await findChangeSince(tx, { userId: link.userId, since: link.createdAt });
    if (change) await lockText(tx, 'email', change.oldEmail.toLowerCase());
    const { user, handles } = await lockWithHandles(tx, { userId: link.userId, since });
    if (!(await takeOwnerLink(tx, wanted))) throw badLink();
    await detachHandles(tx, user, handles, wanted.now);
    await endWaysIn(tx, user.id, wanted.now);
    await endLocksSince(tx, user.id, link.createdAt);
    const email = await restoreEmail(runtime, tx, user, link.createdAt);
    const account = await updateUser(tx, user.id, { passwordHash, ...email });
    await recordLock(tx, user.id, wanted.now);
    // Last: what a thief attached gets no notice any more.
    const event = { kind: 'locked' } as const;
    await tellOwner(runtime, tx, { userId: user.id, event, now: wanted.now });
    return account;
  });
  changes.publish({ type: 'account', userId: locked.id });
  return { email: maskEmail(locked.email) };
}

const badLink = () => badRequest('token: This link is wrong, used or too old.');

/** A running YES or code holds the same locks. */
export async function lockWithHandles(
  tx: Database,
  { userId, since }: { userId: string; since: Date },
): Promise<{ user: UserRow; handles: string[] }> {
  const known = await findUserById(tx, userId);
  const handles = known ? await listAttachedSince(tx, known, since) : [];
  await lockThreads(tx, inArray(threads.handle, handles));
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw badLink();
  const now = await listAttachedSince(tx, user, since);
  if (now.some((handle) => !handles.includes(handle))) throw numberChanged();
  return { user, handles: now };
}

async function endWaysIn(tx: Database, userId: string, now: Date): Promise<void> {
  await deleteSessions(tx, { userId });
  await deleteDevices(tx, userId);
  await endResets(tx, userId, now);
  await endConfirmations(tx, userId);
  await endCodes(tx, userId);
  await endDeviceLinks(tx, userId);
  await deleteEmailCodes(tx, userId);
}

/**
 * An email changed since then, unless another account has the old one by now. Where an old email that was never proved has
 * all its claims, the account answers to none: one more would shut out an earlier one. The caller has locked the email.
 */
async function restoreEmail(
  runtime: Runtime,
  tx: Database,
  { id: userId, email }: UserRow,
  since: Date,
): Promise<{ email?: string; emailVerifiedAt?: Date | null }> {
  const change = await takeChangesSince(tx, { userId, since });
  if (!change || change.oldEmail === email) return {};
  if (await findHolder(runtime, tx, change.oldEmail)) return {};
  const { oldEmail, oldVerifiedAt } = change;
  if (oldVerifiedAt !== null || (await hasRoomForClaim(tx, oldEmail))) {
    return { email: oldEmail, emailVerifiedAt: oldVerifiedAt };
  }
  return { email: `${userId}@${nowhere}`, emailVerifiedAt: null };
}
