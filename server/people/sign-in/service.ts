import type { z } from 'zod';
import { recordFailedSignIn, recordSignIn } from '#server/access/audit/store.ts';
import { publicPassword } from '#server/access/sandbox-admin.ts';
import { createToken } from '#server/access/tokens-store.ts';
import {
  createUser,
  listAccountsByEmail,
  maxClaims,
  updateUser,
} from '#server/access/users-store.ts';
import type { Config } from '#server/config.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { forbidden, unauthorized } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type { loginRequest } from '#shared/api/auth.ts';
import { normalizePassword } from '#shared/passwords.ts';
import { isStaff } from '#shared/roles.ts';
import { lockUnprovedEmail } from '../emails/email-claims.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { requireGoodPassword } from '../passwords/password-strength.ts';
import { checkPassword, hashPassword } from '../passwords/passwords.ts';
import { hasSecondFactor, requireCodeToEnter } from '../second-factor/check-code.ts';
import { isNewDevice, listKnowing, rememberDevice } from './devices-store.ts';
import { offerDevice } from './let-device-in.ts';
import { lockUnchanged } from './lock-unchanged.ts';
import { throttleLogin } from './login-throttle.ts';
import type { Client } from './read-client.ts';
import { endOldestSessions } from './sessions-store.ts';

export type Session = { token: string; user: UserRow };

type Visitor = Client & { isFromHere: boolean };

/**
 * @throws {AppError} 401 for an unknown email, a wrong password (same text, same time) or a wrong code; 429 after too
 *   many failures.
 */
export async function logIn(
  runtime: Runtime,
  login: z.output<typeof loginRequest>,
  client: Visitor & { later: Later },
): Promise<Session> {
  const attempt = { ...client, email: login.email };
  return throttleLogin(runtime, attempt, {
    logIn: () => begin(runtime, login, client),
    hold: () => holdDevice(runtime, login, client),
  });
}

/** Does work whose time must not show in the answer. */
type Later = (work: () => Promise<void>) => void;

/** Right or wrong, it takes as long and stores nothing: a flood would fill the audit log. */
async function holdDevice(
  runtime: Runtime,
  login: z.output<typeof loginRequest>,
  { later, ...client }: Client & { later: Later },
): Promise<void> {
  const accounts = await listSignInAccounts(runtime, { ...client, email: login.email });
  const { user } = await findByPassword(runtime.config, accounts, login.password);
  if (user) later(() => offerDevice(runtime, user, client));
}

async function begin(
  runtime: Runtime,
  login: z.output<typeof loginRequest>,
  client: Visitor,
): Promise<Session> {
  const { deviceToken, device } = client;
  const { user, isOutdated } = await getByPassword(runtime, login, client);
  await requireCodeToEnter(runtime, user, { code: login.code, client });
  const now = runtime.clock.now();
  const steppedUpAt = hasSecondFactor(user) ? now : null;
  const passwordHash = isOutdated ? await hashPassword(login.password) : null;
  const session = await transact(runtime.db, async (tx) => {
    await lockUnchanged(tx, user);
    if (passwordHash) await updateUser(tx, user.id, { passwordHash });
    const by = hasSecondFactor(user) ? 'password and code' : 'password';
    await recordSignIn(tx, { userId: user.id, address: client.address, by, now });
    if (await isNewDevice(tx, { userId: user.id, deviceToken })) {
      const event = { kind: 'sign-in', device } as const;
      await tellOwner(runtime, tx, { userId: user.id, event, now });
    }
    await rememberDevice(tx, { userId: user.id, deviceToken, now });
    const ended = await endOldestSessions(tx, user.id);
    return { token: await createToken(tx, user.id, now, device, steppedUpAt), user, ended };
  });
  // After the commit: closes the ended sessions' streams.
  if (session.ended > 0) runtime.changes.publish({ type: 'account', userId: user.id });
  return session;
}

async function getByPassword(
  runtime: Runtime,
  { email, password }: z.output<typeof loginRequest>,
  { address, deviceToken, isFromHere }: Visitor,
): Promise<{ user: UserRow; isOutdated: boolean }> {
  const { db, clock, config } = runtime;
  const accounts = await listSignInAccounts(runtime, { email, deviceToken });
  const { user, isOutdated } = await findByPassword(config, accounts, password);
  const isPublic = normalizePassword(password) === publicPassword;
  if (user && isPublic && !config.sandbox.takesKnownPassword) throw passwordIsPublic();
  if (user && isStaff(user) && isPublic && !isFromHere) throw passwordIsForHere();
  if (user) return { user, isOutdated };
  const [known] = accounts;
  await recordFailedSignIn(db, {
    userId: known?.id ?? null,
    address,
    reason: known ? 'wrong password' : 'unknown email',
    maskedEmail: maskEmail(email),
    now: clock.now(),
  });
  throw unauthorized('Invalid email or password');
}

/**
 * A known device guesses uncounted by strangers' limits, so only at the accounts that know it: who claims an email, too,
 * has such a device.
 */
async function listSignInAccounts(
  { db }: Runtime,
  { email, deviceToken }: { email: string; deviceToken: string | null },
): Promise<UserRow[]> {
  const accounts = await listAccountsByEmail(db, email);
  if (accounts.length < 2 || !deviceToken) return accounts;
  const knowing = await listKnowing(db, { accounts, deviceToken });
  return knowing.length > 0 ? knowing : accounts;
}

/** As much work for every email, or the time would tell how many accounts claim it. */
async function findByPassword(
  { mail }: Pick<Config, 'mail'>,
  accounts: UserRow[],
  password: string,
): Promise<{ user: UserRow | null; isOutdated: boolean }> {
  const count = Math.max(accounts.length, mail ? maxClaims : 1);
  const checks = await Promise.all(
    Array.from({ length: count }, (_, nth) =>
      checkPassword(accounts[nth]?.passwordHash ?? null, password),
    ),
  );
  const nth = checks.findIndex((check) => check !== 'wrong');
  return { user: accounts[nth] ?? null, isOutdated: checks[nth] === 'unnormalized' };
}

/** The data may come from a sandbox with the demo's accounts. */
function passwordIsPublic() {
  return forbidden(
    "This is the sandbox's password, which is public. An operator can set another: npm run admin -- reset-password",
  );
}

/** A proxy or tunnel that no setting names lets others in. */
const passwordIsForHere = () =>
  forbidden(
    "This is the sandbox's password, which is public, so it works on its own machine alone. Set PUBLIC_URL to the address that others use: the next start prints another password.",
  );

/** The operator vouches for the email. @throws {AppError} 400 for a weak password, 409 for a taken email. */
export async function createAdmin(
  { db }: Pick<Runtime, 'db'>,
  { email: typed, password, now }: { email: string; password: string; now: Date },
): Promise<UserRow> {
  const email = typed.toLowerCase();
  await requireGoodPassword(password, { email, field: 'password' });
  const passwordHash = await hashPassword(password);
  return transact(db, async (tx) => {
    await lockUnprovedEmail(tx, { email, now });
    return createUser(tx, { email, emailVerifiedAt: now, passwordHash, role: 'ADMIN' });
  });
}
