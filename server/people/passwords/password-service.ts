import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { recordFailedSignIn, recordSignIn } from '#server/access/audit/store.ts';
import { createToken } from '#server/access/tokens-store.ts';
import { findUserById, listAccountsByEmail, updateUser } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, conflict, unauthorized } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type { changePasswordRequest, resetPasswordRequest } from '#shared/api/passwords.ts';
import { lockPerson } from '../account/store.ts';
import { endCodes } from '../connections/codes-store.ts';
import { endConfirmations } from '../emails/email-changes-store.ts';
import { proveMailbox, rejectTakenEmail } from '../emails/email-claims.ts';
import { deleteEmailCodes } from '../emails/email-codes-store.ts';
import { dropWays } from '../owner/drop-ways.ts';
import { endLinks } from '../owner/owner-links-store.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { hasSecondFactor, requireCodeToEnter } from '../second-factor/check-code.ts';
import { deleteDevices, rememberDevice } from '../sign-in/devices-store.ts';
import { lockUnchanged, requireUnchanged } from '../sign-in/lock-unchanged.ts';
import { throttleAddress } from '../sign-in/login-throttle.ts';
import type { Client } from '../sign-in/read-client.ts';
import type { Session } from '../sign-in/service.ts';
import { deleteSessions } from '../sign-in/sessions-store.ts';
import { confirmPassword } from './confirm-password.ts';
import { requireGoodPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { hashResetToken, identifyAsker, isResetToken, isStillSentThere } from './reset-codes.ts';
import { deleteReset, endResets, findResetByLink, tryNewestResets } from './resets-store.ts';

/**
 * Ends every other session.
 * @throws {AppError} 400 for a weak new password, 403 for a wrong current one.
 */
export async function changePassword(
  runtime: Runtime,
  user: UserRow,
  { currentPassword, newPassword }: z.output<typeof changePasswordRequest>,
  client: Client & { sessionId: string },
): Promise<Session> {
  await requireGoodPassword(newPassword, { email: user.email, field: 'newPassword' });
  await confirmPassword(runtime, user, { ...client, password: currentPassword });
  const passwordHash = await hashPassword(newPassword);
  return endAndBegin(runtime, user.id, async (tx) => {
    await lockUnchanged(tx, user);
    const now = runtime.clock.now();
    await tellOwner(runtime, tx, { userId: user.id, event: { kind: 'password-changed' }, now });
    const session = await replacePassword(runtime, tx, { userId: user.id, passwordHash, client });
    await rememberDevice(tx, { userId: user.id, ...client, now });
    return session;
  });
}

/**
 * Ends every session and deletes every known device: one may be a stranger's. A mailed code proves the mailbox. Either
 * code drops the numbers and handles that it does not vouch for.
 * @throws {AppError} 400 for a wrong code, after the same work as for an unknown email; 401 without the second factor's
 *   code; 429 after many attempts from one network.
 */
export async function resetPassword(
  runtime: Runtime,
  { newPassword, ...request }: z.output<typeof resetPasswordRequest>,
  client: Client,
): Promise<Session> {
  // By a link, the email is known once the link is found to be right.
  const { email } = request;
  if (email) await requireGoodPassword(newPassword, { email, field: 'newPassword' });
  const reset = await throttleAddress(runtime, client.address, () =>
    getReset(runtime, request, client),
  );
  if (!email) {
    await requireGoodPassword(newPassword, { email: reset.user.email, field: 'newPassword' });
  }
  const passwordHash = await hashPassword(newPassword);
  const { userId, sentBy } = reset;
  const work = async (tx: Database) => {
    const now = runtime.clock.now();
    const person = await lockPerson(tx, reset.user);
    if (!person) throw conflict('This account is changing right now. Please try again.');
    const user = requireUnchanged(reset.user, person.user);
    if (!(await deleteReset(tx, reset.id))) throw wrongCode();
    const event = { kind: 'password-reset', by: sentBy ?? 'text' } as const;
    const isTakenBack = sentBy === 'mail' && !user.emailVerifiedAt;
    // Its phone may be of who signed up first, who must not lock the account again.
    if (isTakenBack) await endLinks(tx, userId);
    else await tellOwner(runtime, tx, { userId, event, now });
    await updateUser(tx, userId, await dropWays(tx, user, sentBy ?? 'text'));
    await deleteEmailCodes(tx, userId);
    if (isTakenBack) await proveMailbox(runtime, tx, { userId, email: user.email, now });
    const session = await replacePassword(runtime, tx, { ...reset, passwordHash, client });
    const by = hasSecondFactor(session.user) ? 'reset code and code' : 'reset code';
    await recordSignIn(tx, { userId, address: client.address, by, now });
    await deleteDevices(tx, userId);
    await rememberDevice(tx, { userId, ...client, now });
    return session;
  };
  return rejectTakenEmail(() => endAndBegin(runtime, userId, work));
}

type Given = Omit<z.output<typeof resetPasswordRequest>, 'newPassword'>;

async function getReset(
  runtime: Runtime,
  { email, code, secondFactorCode }: Given,
  client: Client,
) {
  const found = isResetToken(code)
    ? await findByLink(runtime, code)
    : await findByCode(runtime, { email: email ?? '', code }, client);
  const { user } = found;
  if (user && found.reset && isStillSentThere(runtime, user, found.reset)) {
    // A phone number can be taken over, so the second factor stays.
    await requireCodeToEnter(runtime, user, { code: secondFactorCode, client });
    return { ...found.reset, user };
  }
  const { address } = client;
  const now = runtime.clock.now();
  const failure = { userId: found.known?.id ?? null, address, reason: 'wrong reset code', now };
  const maskedEmail = email ? maskEmail(email) : 'a link';
  await recordFailedSignIn(runtime.db, { ...failure, maskedEmail });
  throw wrongCode();
}

type Found = {
  reset: Awaited<ReturnType<typeof findResetByLink>>;
  user: UserRow | undefined;
  /** That the email is of. */
  known: UserRow | undefined;
};

async function findByLink({ db, clock }: Runtime, token: string): Promise<Found> {
  const reset = await findResetByLink(db, { hash: hashResetToken(token), now: clock.now() });
  const user = reset ? ((await findUserById(db, reset.userId)) ?? undefined) : undefined;
  const isTheirs = user && !user.deletedAt && (await answersToEmail(db, user));
  return { reset, user: isTheirs ? user : undefined, known: user };
}

/** Another claim may have proved the mailbox since. */
async function answersToEmail(db: Database, { id, email }: UserRow): Promise<boolean> {
  return (await listAccountsByEmail(db, email)).some((account) => account.id === id);
}

async function findByCode(
  runtime: Runtime,
  { email, code }: { email: string; code: string },
  client: Client,
): Promise<Found> {
  const { db, secrets, clock } = runtime;
  const accounts = await listAccountsByEmail(db, email);
  const userIds = accounts.map(({ id }) => id);
  const askedBy = identifyAsker(runtime, client);
  const resets = await tryNewestResets(db, { userIds, askedBy, now: clock.now() });
  const reset = resets.find(({ userId, codeHash }) => {
    const given = secrets.fingerprint('code', `${userId} ${code}`);
    return timingSafeEqual(Buffer.from(codeHash), Buffer.from(given));
  });
  const user = accounts.find(({ id }) => id === reset?.userId);
  return { reset: reset ?? null, user, known: accounts[0] };
}

const wrongCode = () =>
  badRequest('code: This code is wrong or too old. Check it, or ask for a new one.');

async function replacePassword(
  { clock }: Runtime,
  tx: Database,
  { userId, passwordHash, client }: { userId: string; passwordHash: string; client: Client },
): Promise<Session> {
  const now = clock.now();
  const locked = await lockUser(tx, userId);
  if (!locked || locked.deletedAt) throw unauthorized();
  const user = await updateUser(tx, userId, { passwordHash });
  await deleteSessions(tx, { userId });
  await endResets(tx, userId, now);
  // A thief may have requested another email or a code for their phone.
  await endConfirmations(tx, userId);
  await endCodes(tx, userId);
  return { token: await createToken(tx, userId, now, client.device), user };
}

/** Publishing after the commit ends the ended sessions' streams. */
async function endAndBegin(
  { db, changes }: Runtime,
  userId: string,
  work: (tx: Database) => Promise<Session>,
): Promise<Session> {
  const session = await transact(db, work);
  changes.publish({ type: 'account', userId });
  return session;
}
