import type { z } from 'zod';
import { createToken } from '#server/access/tokens-store.ts';
import { createUser, updateUser } from '#server/access/users-store.ts';
import { grantTrial } from '#server/billing/credits.ts';
import { offerCheckout } from '#server/billing/service.ts';
import type { Database } from '#server/db/client.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, unprocessable } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { registerRequest } from '#shared/api/auth.ts';
import { parsePhone } from '#shared/phone.ts';
import { smsAgreementVersion } from '#shared/sms-agreement.ts';
import { phoneTaken } from '../account/update-profile.ts';
import { countTaken } from '../connections/limits-store.ts';
import { isVerifiedByAnother } from '../connections/numbers-store.ts';
import { lockFreeEmail, makeRoomForClaim } from '../emails/email-claims.ts';
import { limitTakenEmails } from '../emails/limit-taken-emails.ts';
import { requireGoodPassword } from '../passwords/password-strength.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { rememberDevice } from './devices-store.ts';
import type { Client } from './read-client.ts';
import type { Session } from './service.ts';

type Origin = Client & { hostname: string };

/**
 * Creates the account with its trial, or neither. The phone is only claimed until a text from it.
 * @throws {AppError} 400 for a weak password; 409 for an email that is taken or had its trial, and for another
 *   account's verified phone; 422 for a plan not sold here; 429 for a network that tried many such.
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
  const { db, clock } = runtime;
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
  const create = async (tx: Database) => {
    // First: with a known email, a stranger could otherwise look up numbers uncounted.
    await lockFreeEmail(runtime, tx, { email: account.email, now });
    const claim = { handle: phoneNumber, userId: null };
    if (await isVerifiedByAnother(tx, claim, now)) {
      await countTaken(runtime, tx, { userId: null, address });
      return null;
    }
    const erased = await makeRoomForClaim(runtime, tx, account.email);
    const { id } = await createUser(tx, account);
    if (request.subscriptionPlan === 'trial') {
      const claimant = { email: account.email, userId: id };
      if (!(await grantTrial(runtime, tx, claimant, now))) throw trialIsOver();
    }
    await rememberDevice(tx, { userId: id, deviceToken, now });
    const token = await createToken(tx, id, now, device);
    return { token, user: await updateUser(tx, id, {}), erased };
  };
  const session = await limitTakenEmails(runtime, address, () => transact(db, create));
  // After the commit, so the refused attempt stays counted.
  if (!session) throw phoneTaken();
  const { erased, ...begun } = session;
  if (erased) runtime.changes.publish({ type: 'account', userId: erased.id });
  return begun;
}

function trialIsOver() {
  return conflict('This email has already had its free trial.');
}
