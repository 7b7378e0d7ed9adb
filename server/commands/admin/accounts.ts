import { randomBytes } from 'node:crypto';
import { recordChange } from '#server/access/audit/store.ts';
import { type Secrets, SecretUnreadable } from '#server/access/secrets/secrets.ts';
import { findUserByEmail, updateUser } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { endConfirmations } from '#server/people/emails/email-changes-store.ts';
import { tellOwner } from '#server/people/owner/tell-owner.ts';
import { findPasswordProblem } from '#server/people/passwords/password-strength.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { endResets } from '#server/people/passwords/resets-store.ts';
import { removeSecondFactor } from '#server/people/second-factor/second-factor.ts';
import { deleteDevices } from '#server/people/sign-in/devices-store.ts';
import { createAdmin } from '#server/people/sign-in/service.ts';
import { deleteSessions, listAdminSessions } from '#server/people/sign-in/sessions-store.ts';
import { email as emailAddress, newPassword } from '#shared/api/auth.ts';
import { isStaff } from '#shared/roles.ts';
import { type Command, UsageError } from './command.ts';

export const createAccount: Command = async ({ db, config, email: given, options, now }) => {
  // The sandbox admin's password is public.
  const named = config.admin?.isSandboxDefault ? null : config.admin;
  const typed = given ?? named?.email;
  if (typed === undefined) throw new UsageError('--email is needed: create --email EMAIL');
  const { data: email } = emailAddress.safeParse(typed);
  if (!email) throw new UsageError(`${typed} is not an email address`);
  const known = email === named?.email ? named?.password : undefined;
  const { password, notice } = await choosePassword(email, options.password ?? known);
  await createAdmin({ db }, { email, password, now });
  return [`Admin ${email.toLowerCase()} is ready.`, ...notice];
};

export const listAccounts: Command = async ({ db, now }) => {
  const admins = await listAdminSessions(db, now);
  if (admins.length === 0) return ['There is no admin. Make one: npm run admin -- create'];
  return admins.map(({ email, role, sessions, lastUsedAt, totpConfirmedAt }) => {
    const used = lastUsedAt ? `, last used ${lastUsedAt.toISOString().slice(0, 16)}Z` : '';
    const factor = totpConfirmedAt ? 'second factor' : 'no second factor';
    const title = role === 'AGENT' ? 'agent, ' : '';
    return `${email}  ${title}${factor}, ${sessions} ${sessions === 1 ? 'session' : 'sessions'}${used}`;
  });
};

export const resetPassword: Command = async (needs) => {
  const { db, changes, config, email, options, now } = needs;
  const admin = await getAdmin(db, email);
  const secrets = await loadReadable(needs);
  const { password, notice } = await choosePassword(admin.email, options.password);
  const passwordHash = await hashPassword(password);
  const ended = await transact(db, async (tx) => {
    const event = { kind: 'password-reset', by: 'team' } as const;
    if (secrets) await tellOwner({ config, secrets }, tx, { userId: admin.id, event, now });
    await updateUser(tx, admin.id, { passwordHash });
    await recordCommand(tx, admin, { action: 'user.reset-password', now });
    if (options['remove-second-factor']) await removeSecondFactor(tx, admin, now);
    await endResets(tx, admin.id, now);
    await endConfirmations(tx, admin.id);
    await deleteDevices(tx, admin.id);
    return deleteSessions(tx, { userId: admin.id });
  });
  changes.publish({ type: 'account', userId: admin.id });
  return [`${admin.email} has a new password. ${describeEnded(ended)}`, ...notice];
};

/** Null after SECRET_KEY was lost: the command must work then, too. */
async function loadReadable({ loadSecrets }: Parameters<Command>[0]): Promise<Secrets | null> {
  try {
    return await loadSecrets();
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

export const endSessions: Command = async ({ db, changes, email, now }) => {
  const admin = await getAdmin(db, email);
  const ended = await transact(db, async (tx) => {
    await recordCommand(tx, admin, { action: 'user.end-sessions', now });
    return deleteSessions(tx, { userId: admin.id });
  });
  changes.publish({ type: 'account', userId: admin.id });
  return [`${admin.email}: ${describeEnded(ended)}`];
};

function describeEnded(count: number): string {
  return count === 1 ? '1 session ended.' : `${count} sessions ended.`;
}

/** @throws {UsageError} for a user's account. */
async function getAdmin(db: Database, email = ''): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user || !isStaff(user)) throw new UsageError(`There is no admin ${email}.`);
  return user;
}

/** A command has no signed-in admin, so the entry names the account. */
async function recordCommand(
  tx: Database,
  { id }: UserRow,
  { action, now }: { action: string; now: Date },
): Promise<void> {
  const facts = { before: null, after: { by: 'npm run admin' } };
  await recordChange(tx, { actorId: id, action, entity: 'user', entityId: id, ...facts, now });
}

/** @throws {UsageError} with a line for every broken rule. */
async function choosePassword(
  email: string,
  given: string | undefined,
): Promise<{ password: string; notice: string[] }> {
  if (given === undefined) {
    let password = createPassword();
    // By chance it may contain a short email's name; its ending always contains "aa1".
    for (let tries = 0; tries < 20 && (await findPasswordProblem(password, email)); tries++) {
      password = createPassword();
    }
    return { password, notice: [`Password: ${password}`, 'It is shown only now: keep it.'] };
  }
  const { error } = newPassword.safeParse(given);
  const problems = error?.issues.map(({ message }) => message) ?? [];
  const weakness = problems.length === 0 && (await findPasswordProblem(given, email));
  if (weakness) problems.push(weakness);
  if (problems.length > 0) throw new UsageError(...problems);
  return { password: given, notice: [] };
}

/** 120 random bits; the ending meets the password rules. */
function createPassword(): string {
  return `${randomBytes(15).toString('base64url')}-Aa1`;
}
