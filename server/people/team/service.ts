import { ne } from 'drizzle-orm';
import type { z } from 'zod';
import { recordChange } from '#server/access/audit/store.ts';
import { findUserByEmail, updateUser } from '#server/access/users-store.ts';
import { lockUsers } from '#server/db/locks.ts';
import { type InvitationRow, type UserRow, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import { deleteTypedBy } from '#server/messages/typed-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { InviteReply, inviteRequest, TeamReply } from '#shared/api/team.ts';
import { productName } from '#shared/limits.ts';
import { isAdmin, isStaff, type Role } from '#shared/roles.ts';
import { countMail } from '../connections/mail-limits-store.ts';
import { removeSecondFactor } from '../second-factor/second-factor.ts';
import { deleteDevices } from '../sign-in/devices-store.ts';
import { deleteSessions } from '../sign-in/sessions-store.ts';
import { createLink, hashLink, lifetimeMs } from './links.ts';
import {
  deleteInvitation,
  deleteInvitationsBy,
  listInvitations,
  listMembers,
  storeInvitation,
  unassignThreads,
} from './store.ts';

export async function describeTeam(
  { db, clock }: Runtime,
  reader: { id: string },
): Promise<TeamReply> {
  const since = new Date(clock.now().getTime() - lifetimeMs);
  const members = await listMembers(db);
  return {
    members: members.map(({ id, email, firstName, lastName, role, totpConfirmedAt }) => ({
      id,
      email,
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      role: role === 'ADMIN' ? 'ADMIN' : 'AGENT',
      hasSecondFactor: totpConfirmedAt !== null,
      isYou: id === reader.id,
    })),
    invitations: (await listInvitations(db, since)).map(({ invitation, invitedBy }) =>
      toInvitation(invitation, invitedBy),
    ),
  };
}

/**
 * Mails the link if there is a mail server, once a day to an address, and returns it in any case.
 * @throws {AppError} 409 for a member of the team.
 */
export async function invite(
  runtime: Runtime,
  actor: UserRow,
  { email: typed, role, address }: z.output<typeof inviteRequest> & { address: string },
): Promise<InviteReply> {
  const { db, clock, config, mail } = runtime;
  const email = typed.toLowerCase();
  const known = await findUserByEmail(db, email);
  if (known && isStaff(known)) throw conflict(`${email} is already on the team.`);
  const { token, link } = createLink(config.publicUrl, email);
  const now = clock.now();
  const { invitation, mayMail } = await transact(db, async (tx) => {
    const row = await storeInvitation(tx, {
      email,
      role,
      hash: hashLink(token),
      invitedBy: actor.id,
      createdAt: now,
    });
    await recordChange(tx, {
      actorId: actor.id,
      action: 'team.invite',
      entity: 'user',
      entityId: row.id,
      before: null,
      after: { email: maskEmail(email), role },
      now,
    });
    const letter = { kind: 'mail-invitation', to: email, userId: actor.id, address } as const;
    return { invitation: row, mayMail: mail && !(await countMail(runtime, tx, letter)) };
  });
  const letter = {
    to: email,
    subject: `Your invitation to ${productName}`,
    text: `${actor.email} invites you to work with ${productName}. Choose your password here:\n${link}\n\nThe link works for 24 hours, once. If you don't know ${actor.email}, ignore this mail.`,
  };
  // The mailer has logged the error; the admin still gets the link.
  const isMailed =
    mail && mayMail
      ? await mail.send(letter).then(
          () => true,
          () => false,
        )
      : false;
  return { invitation: toInvitation(invitation, actor.email), link, isMailed };
}

function toInvitation({ id, email, role, createdAt }: InvitationRow, invitedBy: string) {
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs).toISOString();
  return { id, email, role, invitedBy, expiresAt };
}

type Who = { actorId: string; id: string };

/** @throws {AppError} 404, also for an accepted one. */
export async function withdrawInvitation(
  { db, clock }: Runtime,
  { actorId, id }: Who,
): Promise<void> {
  await transact(db, async (tx) => {
    const gone = await deleteInvitation(tx, id);
    if (!gone) throw notFound('Invitation');
    await recordChange(tx, {
      actorId,
      action: 'team.withdraw',
      entity: 'user',
      entityId: id,
      before: null,
      after: { email: maskEmail(gone.email) },
      now: clock.now(),
    });
  });
}

/**
 * Signs the member out everywhere. With USER the account stays, for the audit log.
 * @throws {AppError} 404 outside the team, 409 for the actor's own role, so that one admin always remains.
 */
export async function changeRole(
  { db, clock, changes }: Runtime,
  { actorId, id }: Who,
  role: Role,
): Promise<void> {
  const now = clock.now();
  await transact(db, async (tx) => {
    // Locks all staff: of two admins who remove each other, the second is no longer an admin.
    const staff = await lockUsers(tx, ne(users.role, 'USER'));
    const actor = staff.find((one) => one.id === actorId);
    if (!actor || !isAdmin(actor)) throw forbidden();
    const member = staff.find((one) => one.id === id);
    if (!member) throw notFound('Member');
    if (id === actorId) throw conflict("You can't change your own role. Ask another admin.");
    if (member.role === role) return;
    await updateUser(tx, id, { role });
    await deleteSessions(tx, { userId: id });
    if (!isAdmin({ role })) await deleteInvitationsBy(tx, id);
    if (role === 'USER') {
      await deleteDevices(tx, id);
      // Without the role they could not turn it off.
      if (member.totpConfirmedAt) await removeSecondFactor(tx, member, now);
    }
    const facts = { before: { role: member.role }, after: { role } };
    const change = { actorId, action: 'user.change-role', entity: 'user', entityId: id } as const;
    await recordChange(tx, { ...change, ...facts, now });
  });
  // After the commit: threads are locked before users.
  if (role === 'USER') {
    await transact(db, async (tx) => {
      await unassignThreads(tx, id);
      await deleteTypedBy(tx, id);
    });
  }
  changes.publish({ type: 'account', userId: id });
}
