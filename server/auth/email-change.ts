import { createHash, randomBytes } from 'node:crypto';
import { endCodes } from '#server/connections/codes-store.ts';
import { releaseNumber } from '#server/connections/numbers-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsOf, lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, conflict, tryLater, unauthorized } from '#server/errors.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { numberChanged } from '#server/users/service.ts';
import { findUserByEmail, findUserById, updateUser } from '#server/users/store.ts';
import { productName } from '#shared/limits.ts';
import { confirmPassword } from './confirm-password.ts';
import { deleteDevices } from './devices-store.ts';
import {
  countEmailChanges,
  createEmailChange,
  objectionMs,
  takeConfirmation,
  takeObjection,
} from './email-changes-store.ts';
import { lockUnchanged } from './lock-unchanged.ts';
import { hashPassword } from './passwords.ts';
import { endResets } from './resets-store.ts';
import { rejectTakenEmail } from './service.ts';
import { deleteSessions } from './sessions-store.ts';

const hourMs = 3_600_000;
/** Each mails an address whose owner did not ask for it. */
const mostPerHour = 3;

type Wanted = { email: string; currentPassword: string | undefined; address: string };

/**
 * Returns whether the new address must confirm. Without a mail server, the change takes effect at once.
 * @throws {AppError} 400 without the password, 403 for a wrong one, 409 for a taken email.
 */
export async function changeEmail(
  runtime: Runtime,
  user: UserRow,
  { email, currentPassword, address }: Wanted,
): Promise<boolean> {
  if (!currentPassword) throw badRequest('currentPassword: Password is required');
  await confirmPassword(runtime, user, { password: currentPassword, address });
  const newEmail = email.toLowerCase();
  const { db, mail, changes } = runtime;
  if (mail) {
    await askBothSides(runtime, mail, user, newEmail);
    return true;
  }
  await rejectTakenEmail(() =>
    transact(db, async (tx) => {
      await lockUnchanged(tx, user);
      return updateUser(tx, user.id, { email: newEmail });
    }),
  );
  changes.publish({ type: 'account', userId: user.id });
  return false;
}

async function askBothSides(
  { db, clock, config }: Runtime,
  mail: Mailer,
  user: UserRow,
  newEmail: string,
): Promise<void> {
  if (await findUserByEmail(db, newEmail)) {
    throw conflict('An account with this email already exists');
  }
  const now = clock.now();
  const [confirmation, objection] = [makeToken(), makeToken()];
  await transact(db, async (tx) => {
    await lockUnchanged(tx, user);
    const asked = await countEmailChanges(tx, user.id, new Date(now.getTime() - hourMs));
    if (asked >= mostPerHour) throw tryLater('Too many changes of your email.', hourMs);
    await createEmailChange(tx, {
      userId: user.id,
      oldEmail: user.email,
      newEmail,
      confirmHash: hashToken(confirmation),
      objectHash: hashToken(objection),
      createdAt: now,
    });
  });
  // In the fragment, which no server or proxy logs.
  const page = `${config.publicUrl}/email-change`;
  await mail.send({
    to: newEmail,
    subject: 'Confirm your new email',
    text: `Confirm this address for your ${productName} account:\n${page}#confirm=${confirmation}\n\nThe link works for an hour. If you didn't ask for it, ignore this mail.`,
  });
  await mail.send({
    to: user.email,
    subject: 'Your email is about to change',
    text: `The email of your ${productName} account is about to change to ${maskEmail(newEmail)}. If you asked for it, there is nothing to do.\n\nIf it wasn't you, stop it within seven days:\n${page}#object=${objection}`,
  });
}

/** @throws {AppError} 400 for a wrong, used or old link. */
export async function confirmEmail(
  { db, clock, changes }: Runtime,
  token: string,
): Promise<{ email: string }> {
  const since = new Date(clock.now().getTime() - hourMs);
  const { id, email } = await rejectTakenEmail(() =>
    transact(db, async (tx) => {
      const change = await takeConfirmation(tx, { hash: hashToken(token), since });
      if (!change) throw badLink();
      const user = await lockUser(tx, change.userId);
      if (user?.email !== change.oldEmail) throw badLink();
      return updateUser(tx, change.userId, { email: change.newEmail });
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
      await takeNumber(tx, userId);
      await deleteSessions(tx, { userId });
      await deleteDevices(tx, userId);
      await endResets(tx, userId, now);
      const number = { phoneNumber: null, phoneVerifiedAt: null };
      return updateUser(tx, userId, { email: oldEmail, passwordHash, ...number });
    }),
  );
  changes.publish({ type: 'account', userId: id });
  return { email };
}

async function takeNumber(tx: Database, userId: string): Promise<void> {
  const handle = (await findUserById(tx, userId))?.phoneNumber;
  if (handle) await lockThreadsOf(tx, handle);
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) throw unauthorized();
  if (user.phoneNumber !== handle) throw numberChanged();
  if (handle) await releaseNumber(tx, { userId, handle });
  await endCodes(tx, userId);
}

const badLink = () => badRequest('token: This link is wrong, used or too old.');

function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
