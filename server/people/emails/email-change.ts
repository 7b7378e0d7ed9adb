import { createHash, randomBytes } from 'node:crypto';
import { recordMailProof } from '#server/access/audit/store.ts';
import { updateUser } from '#server/access/users-store.ts';
import { lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, forbidden } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Mailer } from '#server/outside/mail/mailer.ts';
import type { Runtime } from '#server/runtime.ts';
import { productName } from '#shared/limits.ts';
import { isStaff } from '#shared/roles.ts';
import { hourMs } from '#shared/time.ts';
import { detachHandles } from '../connections/attached-store.ts';
import { endCodes } from '../connections/codes-store.ts';
import { countMail } from '../connections/mail-limits-store.ts';
import { noPendingNumber, unprovedNumber } from '../connections/number-change.ts';
import { lockWithHandles } from '../owner/lock-account.ts';
import { endDeviceLinks, endLocksSince } from '../owner/owner-links-store.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { endResets, mailboxWasAsked, mayBeOwners } from '../passwords/resets-store.ts';
import { deleteDevices } from '../sign-in/devices-store.ts';
import { lockUnchanged } from '../sign-in/lock-unchanged.ts';
import { throttleTaken } from '../sign-in/login-throttle.ts';
import { deleteSessions } from '../sign-in/sessions-store.ts';
import {
  createEmailChange,
  objectionMs,
  recordEmailChange,
  refuseChanger,
  takeConfirmation,
  takeObjection,
} from './email-changes-store.ts';
import { lockFreeEmail, proveMailbox, rejectTakenEmail } from './email-claims.ts';
import { deleteEmailCodes } from './email-codes-store.ts';
import { limitTakenEmails } from './limit-taken-emails.ts';

type Wanted = {
  email: string;
  currentPassword: string | undefined;
  address: string;
  sessionId: string;
};

/**
 * Returns whether the new address must confirm. Without a mail server, the change takes effect at once.
 * @throws {AppError} 400 without the password, 403 for a wrong one, 409 for a taken email, 429 at a limit on mails, or
 *   after many taken emails of the account or its network.
 */
export async function changeEmail(
  runtime: Runtime,
  user: UserRow,
  { email, currentPassword, address, sessionId }: Wanted,
): Promise<boolean> {
  if (!currentPassword) throw badRequest('currentPassword: Password is required');
  await confirmPassword(runtime, user, { password: currentPassword, address, sessionId });
  const newEmail = email.toLowerCase();
  const { mail } = runtime;
  const change = () =>
    mail
      ? askBothSides(runtime, mail, user, { newEmail, address })
      : changeAtOnce(runtime, user, newEmail);
  await throttleTaken(runtime, user, () => limitTakenEmails(runtime, address, change));
  return mail !== null;
}

async function changeAtOnce(runtime: Runtime, user: UserRow, newEmail: string): Promise<void> {
  await transact(runtime.db, async (tx) => {
    const now = runtime.clock.now();
    await lockFreeEmail(runtime, tx, { email: newEmail, userId: user.id, now });
    const account = await lockUnchanged(tx, user);
    // Only a proved phone is told, and can change it back.
    if (account.phoneVerifiedAt) {
      await refuseChanger(tx, user.id, now);
      await recordEmailChange(tx, account, { newEmail, now });
    }
    // A member of the team is known; nothing else can prove a mailbox here.
    const emailVerifiedAt = isStaff(user) ? now : null;
    const event = { kind: 'email-changed', email: newEmail } as const;
    await tellOwner(runtime, tx, { userId: user.id, event, now });
    await updateUser(tx, user.id, { email: newEmail, emailVerifiedAt });
  });
  runtime.changes.publish({ type: 'account', userId: user.id });
}

async function askBothSides(
  runtime: Runtime,
  mail: Mailer,
  user: UserRow,
  { newEmail, address }: { newEmail: string; address: string },
): Promise<void> {
  const { db, clock, config } = runtime;
  const now = clock.now();
  // An address that never proved itself, perhaps another person's, has no say.
  const isProved = user.emailVerifiedAt !== null;
  const [confirmation, objection] = [makeToken(), makeToken()];
  await transact(db, async (tx) => {
    await lockFreeEmail(runtime, tx, { email: newEmail, userId: user.id, now });
    await lockUnchanged(tx, user);
    await createEmailChange(tx, {
      userId: user.id,
      oldEmail: user.email,
      oldVerifiedAt: user.emailVerifiedAt,
      newEmail,
      confirmHash: hashToken(confirmation),
      objectHash: hashToken(objection),
      createdAt: now,
    });
    // Both or neither: no email is asked for without telling the old address.
    const by = { userId: user.id, address };
    const refusal =
      (await countMail(runtime, tx, { kind: 'mail-confirmation', to: newEmail, ...by })) ??
      (isProved && (await countMail(runtime, tx, { kind: 'mail-notice', to: user.email, ...by })));
    if (refusal) throw refusal;
  });
  // In the fragment, which no server or proxy logs.
  const page = `${config.publicUrl}/email-change`;
  await mail.send({
    to: newEmail,
    subject: 'Confirm your new email',
    text: `Confirm this address for your ${productName} account, in the browser where you are signed in:\n${page}#confirm=${confirmation}\n\nThe link works for an hour. If you didn't ask for it, ignore this mail.`,
  });
  if (!isProved) return;
  await mail.send({
    to: user.email,
    subject: 'Your email is about to change',
    text: `The email of your ${productName} account is about to change to ${maskEmail(newEmail)}. If you asked for it, there is nothing to do.\n\nIf it wasn't you, stop it within seven days:\n${page}#object=${objection}`,
  });
}

/**
 * Only for the account's own session: a stranger's link, clicked by who reads the mailbox, must not give the stranger's
 * account their address.
 * @throws {AppError} 400 for a wrong, used or old link, 403 for another session or none.
 */
export async function confirmEmail(
  runtime: Runtime,
  token: string,
  signedIn: UserRow | null,
): Promise<{ email: string }> {
  const { db, clock, changes } = runtime;
  const now = clock.now();
  const since = new Date(now.getTime() - hourMs);
  const { id, email } = await rejectTakenEmail(() =>
    transact(db, async (tx) => {
      const change = await takeConfirmation(tx, { hash: hashToken(token), since });
      if (!change) throw badLink();
      const user = await lockUser(tx, change.userId);
      if (user?.email !== change.oldEmail) throw badLink();
      if (user.id !== signedIn?.id) throw notSignedIn();
      if (await mayBeOwners(tx, user, now)) throw mailboxWasAsked();
      const event = { kind: 'email-changed', email: change.newEmail } as const;
      // The link undoes the change, which was asked for before.
      const from = { now, since: change.createdAt };
      await tellOwner(runtime, tx, { userId: user.id, event, ...from });
      await recordMailProof(tx, { userId: user.id, action: 'user.confirm-email', now });
      return proveMailbox(runtime, tx, { userId: user.id, email: change.newEmail, now });
    }),
  );
  changes.publish({ type: 'account', userId: id });
  return { email };
}

/**
 * Restores the old address. The stranger knew the password, so it and every session end; the phone number may be
 * theirs, and would get the next reset code.
 * @throws {AppError} 400 for a wrong, used or old link.
 */
export async function objectToEmail(
  { db, clock, changes }: Runtime,
  token: string,
): Promise<{ email: string }> {
  const now = clock.now();
  const since = new Date(now.getTime() - objectionMs);
  const passwordHash = await hashPassword(makeToken());
  const { id, email } = await rejectTakenEmail(() =>
    transact(db, async (tx) => {
      const change = await takeObjection(tx, { hash: hashToken(token), since });
      if (!change) throw badLink();
      const { userId, oldEmail } = change;
      const { user, handles } = await lockWithHandles(tx, { userId, since: change.createdAt });
      const own = user.phoneNumber ? [user.phoneNumber] : [];
      await detachHandles(tx, user, [...new Set([...handles, ...own])], now);
      await endCodes(tx, userId);
      await endDeviceLinks(tx, userId);
      await endLocksSince(tx, userId, change.createdAt);
      await deleteEmailCodes(tx, userId);
      await deleteSessions(tx, { userId });
      await deleteDevices(tx, userId);
      await endResets(tx, userId, now);
      await recordMailProof(tx, { userId, action: 'user.restore-email', now });
      const number = { phoneNumber: null, ...unprovedNumber, ...noPendingNumber };
      const email = { email: oldEmail, emailVerifiedAt: now };
      return updateUser(tx, userId, { ...email, passwordHash, ...number });
    }),
  );
  changes.publish({ type: 'account', userId: id });
  return { email };
}

const notSignedIn = () =>
  forbidden(
    'Sign in here with the account that asked for this email first, then open the link again.',
  );

const badLink = () => badRequest('token: This link is wrong, used or too old.');

function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
