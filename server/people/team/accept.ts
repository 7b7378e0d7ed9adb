import { recordChange, recordSignIn } from '#server/access/audit/store.ts';
import { createToken } from '#server/access/tokens-store.ts';
import { createUser, updateUser } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { newPassword } from '#shared/api/auth.ts';
import type { AcceptInvitationRequest } from '#shared/api/team.ts';
import { endCodes } from '../connections/codes-store.ts';
import { endEmailChanges } from '../emails/email-changes-store.ts';
import {
  findHolder,
  lockUnprovedEmail,
  rejectTakenEmail,
  tellClaims,
} from '../emails/email-claims.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { confirmPassword, type TypedPassword } from '../passwords/confirm-password.ts';
import { requireGoodPassword } from '../passwords/password-strength.ts';
import { hashPassword, isPassword } from '../passwords/passwords.ts';
import { endResets } from '../passwords/resets-store.ts';
import { deleteDevices, rememberDevice } from '../sign-in/devices-store.ts';
import { lockUnchanged } from '../sign-in/lock-unchanged.ts';
import type { Client } from '../sign-in/read-client.ts';
import type { Session } from '../sign-in/service.ts';
import { deleteSessions } from '../sign-in/sessions-store.ts';
import { hashLink, lifetimeMs } from './links.ts';
import { findInvitation, takeInvitation } from './store.ts';

/**
 * An account that holds the email gets the role by its own password.
 * @throws {AppError} 400 for a link that is wrong, used or too old, and for a weak password; 403 for a wrong one.
 */
export async function acceptInvitation(
  runtime: Runtime,
  { token, password }: AcceptInvitationRequest,
  client: Client,
): Promise<Session> {
  const { db, clock, changes } = runtime;
  const now = clock.now();
  const link = { hash: hashLink(token), since: new Date(now.getTime() - lifetimeMs) };
  const invitation = await findInvitation(db, link);
  if (!invitation) throw badLink();
  const { email } = invitation;
  const { address } = client;
  const known = await findKnown(runtime, email, { password, address, sessionId: link.hash });
  const passwordHash = known?.passwordHash ?? (await hashNewPassword(password, email));
  const session = await rejectTakenEmail(() =>
    transact(db, async (tx) => {
      const taken = await takeInvitation(tx, link);
      if (!taken) throw badLink();
      const { role, invitedBy } = taken;
      const user = known
        ? await promote(runtime, tx, known, { role, now })
        : await createMember(runtime, tx, { email, passwordHash, role, createdAt: now });
      await recordChange(tx, {
        actorId: invitedBy,
        action: 'user.change-role',
        entity: 'user',
        entityId: user.id,
        before: { role: known?.role ?? null },
        after: { role },
        now,
      });
      await recordSignIn(tx, { userId: user.id, address, by: 'invitation', now });
      await rememberDevice(tx, { userId: user.id, deviceToken: client.deviceToken, now });
      return { token: await createToken(tx, user.id, now, client.device), user };
    }),
  );
  changes.publish({ type: 'account', userId: session.user.id });
  return session;
}

async function hashNewPassword(password: string, email: string): Promise<string> {
  const { error } = newPassword.safeParse(password);
  if (error) throw badRequest(`password: ${error.issues[0]?.message}`);
  await requireGoodPassword(password, { email, field: 'password' });
  return hashPassword(password);
}

/** Ends sessions, codes and links from the old role. */
async function promote(
  runtime: Runtime,
  tx: Database,
  known: UserRow,
  { role, now }: { role: UserRow['role']; now: Date },
): Promise<UserRow> {
  const { id: userId } = await lockUnchanged(tx, known);
  await tellOwner(runtime, tx, { userId, event: { kind: 'joined-team' }, now });
  await deleteSessions(tx, { userId });
  await endResets(tx, userId, now);
  await endEmailChanges(tx, userId);
  await endCodes(tx, userId);
  await deleteDevices(tx, userId);
  return updateUser(tx, userId, { role, emailVerifiedAt: known.emailVerifiedAt ?? now });
}

async function createMember(
  runtime: Runtime,
  tx: Database,
  member: Pick<UserRow, 'email' | 'passwordHash' | 'role' | 'createdAt'>,
): Promise<UserRow> {
  const { email, createdAt } = member;
  await lockUnprovedEmail(tx, { email, now: createdAt });
  await tellClaims(runtime, tx, { userId: null, email, now: createdAt });
  return createUser(tx, { ...member, emailVerifiedAt: createdAt });
}

const badLink = () =>
  badRequest('token: This link is wrong, used or too old. Ask for another invitation.');

/**
 * An account that only claims the email gets nothing by it. Where no mail is set up, nothing tells a claim from a
 * colleague's account but its password: with any other, the link makes an account of its own.
 * @throws {AppError} 403 for a wrong password of an account that proved the email. Wrong ones count for the link.
 */
async function findKnown(
  runtime: Runtime,
  email: string,
  typed: TypedPassword,
): Promise<UserRow | null> {
  const holder = await findHolder(runtime, runtime.db, email);
  if (!holder) return null;
  if (holder.emailVerifiedAt) await confirmPassword(runtime, holder, typed);
  else if (!(await isPassword(holder.passwordHash, typed.password))) return null;
  return holder;
}
