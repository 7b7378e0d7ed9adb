import type { z } from 'zod';
import { recordFailedSignIn, recordSignIn } from '#server/audit/store.ts';
import { grantTrial } from '#server/billing/credits.ts';
import { offerCheckout } from '#server/billing/service.ts';
import { publicPassword } from '#server/config.ts';
import { countTaken, refuseGuessingNetwork } from '#server/connections/limits-store.ts';
import { isVerifiedByAnother } from '#server/connections/numbers-store.ts';
import type { Database } from '#server/db/client.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, unauthorized, unprocessable } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import { rejectTaken } from '#server/reject-taken.ts';
import type { Runtime } from '#server/runtime.ts';
import { phoneTaken } from '#server/users/service.ts';
import { createUser, findUserByEmail, updateUser } from '#server/users/store.ts';
import type { loginRequest, registerRequest } from '#shared/api/auth.ts';
import { parsePhone } from '#shared/phone.ts';
import { smsAgreementVersion } from '#shared/sms-agreement.ts';
import { hasSecondFactor, requireCode } from './check-code.ts';
import { rememberDevice } from './devices-store.ts';
import { mayBeRestored } from './email-changes-store.ts';
import { lockUnchanged } from './lock-unchanged.ts';
import { throttleLogin } from './login-throttle.ts';
import { requireGoodPassword } from './password-strength.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { Client } from './read-client.ts';
import { createToken } from './store.ts';

const emailTaken = 'An account with this email already exists';

export type Session = { token: string; user: UserRow };

export type Origin = Client & { hostname: string };

/**
 * Creates the account with its trial, or neither. The phone is only claimed until a text from it.
 * @throws {AppError} 400 for a weak password; 409 for an email that is taken or had its trial, and for another
 *   account's verified phone; 422 for a plan not sold here; 429 for a network that tried many such phones.
 */
export async function register(
  runtime: Runtime,
  request: z.output<typeof registerRequest>,
  origin: Origin,
): Promise<Session & { checkoutUrl?: string | undefined }> {
  const plan = request.subscriptionPlan;
  if (plan !== 'trial' && !runtime.config.stripe) {
    throw unprocessable("Paid plans can't be bought here. Please start with the free trial.");
  }
  await requireGoodPassword(request.password, { email: request.email, field: 'password' });
  const session = await createAccount(runtime, request, origin);
  if (plan === 'trial') return session;
  // Last: a refused sign-up must leave nothing at Stripe.
  const checkoutUrl = await offerCheckout(
    runtime,
    { user: session.user, hostname: origin.hostname },
    plan,
  );
  return { ...session, checkoutUrl };
}

async function createAccount(
  runtime: Runtime,
  request: z.output<typeof registerRequest>,
  { address, device, deviceToken }: Origin,
): Promise<Session> {
  const { db, clock, secrets } = runtime;
  const now = clock.now();
  const phoneNumber = parsePhone(request.phoneNumber) as string; // the schema has validated it
  const account = {
    email: request.email.toLowerCase(),
    passwordHash: await hashPassword(request.password),
    firstName: request.firstName || null,
    lastName: request.lastName || null,
    phoneNumber,
    smsConsentAt: now,
    smsConsentVersion: smsAgreementVersion,
    smsConsentAddress: address,
    createdAt: now,
  };
  const session = await rejectTakenEmail(() =>
    transact(db, async (tx) => {
      await refuseGuessingNetwork(runtime, tx, address);
      // First: with a known email, a stranger could otherwise look up numbers uncounted.
      const isEmailTaken = (await findUserByEmail(tx, account.email)) !== null;
      if (isEmailTaken || (await mayBeRestored(tx, account.email, now))) throw conflict(emailTaken);
      const claim = { handle: phoneNumber, userId: null };
      if (await isVerifiedByAnother(tx, claim, now)) {
        await countTaken(runtime, tx, { userId: null, address });
        return null;
      }
      const { id } = await createUser(tx, account);
      if (request.subscriptionPlan === 'trial') {
        const claimant = { email: account.email, userId: id };
        if (!(await grantTrial(secrets, tx, claimant, now))) throw trialIsOver();
      }
      await rememberDevice(tx, { userId: id, deviceToken, now });
      return { token: await createToken(tx, id, now, device), user: await updateUser(tx, id, {}) };
    }),
  );
  // After the commit, so the refused attempt stays counted.
  if (!session) throw phoneTaken();
  return session;
}

function trialIsOver() {
  return conflict('This email has already had its free trial.');
}

/**
 * @throws {AppError} 401 for an unknown email, a wrong password (same text, same time) or a wrong code; 429 after too
 *   many failures.
 */
export async function logIn(
  runtime: Runtime,
  login: z.output<typeof loginRequest>,
  client: Client,
): Promise<Session> {
  const { deviceToken, device } = client;
  const attempt = { ...client, email: login.email };
  return throttleLogin(runtime, attempt, async () => {
    const user = await getByPassword(runtime, login, client);
    await requireCode(runtime, user, { code: login.code, status: 401, address: client.address });
    const now = runtime.clock.now();
    const steppedUpAt = hasSecondFactor(user) ? now : null;
    return transact(runtime.db, async (tx) => {
      await lockUnchanged(tx, user);
      const by = hasSecondFactor(user) ? 'password and code' : 'password';
      await recordSignIn(tx, { userId: user.id, address: client.address, by, now });
      await rememberDevice(tx, { userId: user.id, deviceToken, now });
      return { token: await createToken(tx, user.id, now, device, steppedUpAt), user };
    });
  });
}

async function getByPassword(
  { db, clock, config }: Runtime,
  { email, password }: z.output<typeof loginRequest>,
  { address }: Client,
): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  const isRight = await isPassword(user?.passwordHash ?? null, password);
  if (user && isRight && password === publicPassword && !config.sandbox.takesKnownPassword) {
    throw passwordIsPublic();
  }
  if (user && isRight) return user;
  await recordFailedSignIn(db, {
    userId: user?.id ?? null,
    address,
    reason: user ? 'wrong password' : 'unknown email',
    maskedEmail: maskEmail(email),
    now: clock.now(),
  });
  throw unauthorized('Invalid email or password');
}

/** The data may come from a sandbox with the demo's accounts. */
function passwordIsPublic() {
  return forbidden(
    "This is the sandbox's password, which is public. An operator can set another: npm run admin -- reset-password",
  );
}

/** @throws {AppError} 400 for a weak password, 409 for a taken email. */
export async function createAdmin(
  db: Database,
  { email, password }: { email: string; password: string },
): Promise<UserRow> {
  await requireGoodPassword(password, { email, field: 'password' });
  const passwordHash = await hashPassword(password);
  return rejectTakenEmail(() =>
    createUser(db, { email: email.toLowerCase(), passwordHash, role: 'ADMIN' }),
  );
}

/** @throws {AppError} 409 for a taken email. */
export async function rejectTakenEmail<Result>(change: () => Promise<Result>): Promise<Result> {
  return rejectTaken(change, { users_email_key: emailTaken });
}
