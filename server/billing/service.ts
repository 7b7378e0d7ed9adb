import type { SubscriptionRow, UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unprocessable } from '#server/errors.ts';
import { isCustomDomain } from '#server/experts/store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { CheckoutReply, PricingReply, SubscriptionReply } from '#shared/api/billing.ts';
import { trialMessages } from '#shared/limits.ts';
import { type PaidPlanId, type PlanId, plans } from '#shared/plans.ts';
import { isAdmin } from '#shared/roles.ts';
import { findBankPayment, refuseSecondPayment } from './bank-payments.ts';
import { alreadySubscribed, createCheckout } from './checkout.ts';
import { hadTrial } from './claims.ts';
import { grantTrial } from './credits.ts';
import { findSubscriptionOf, hasBought, setCustomer } from './store.ts';
import { CustomerUnknown, createCustomer, createPortal, findCheckout } from './stripe.ts';

type Visit = { user: UserRow; hostname: string };

/** @param user null for visitors. */
export async function listPlansFor(
  runtime: Runtime,
  user: UserRow | null,
): Promise<PricingReply['plans']> {
  const { config, db } = runtime;
  const { trial, ...paid } = plans;
  const isTrialOver =
    user !== null && ((await hadTrial(runtime, db, user)) || (await hasBought(db, user.id)));
  return { ...(!isTrialOver && { trial }), ...(config.stripe && paid) };
}

/**
 * @throws {AppError} 409 for a second trial, a second subscription, messages beside a subscription, or what a bank is
 *   paying for; 422 without a phone; 502.
 */
export async function choosePlan(
  runtime: Runtime,
  visit: Visit,
  plan: PlanId,
): Promise<CheckoutReply> {
  if (plan === 'trial') return startTrial(runtime, visit.user);
  if (plan === 'payg') refuseUnlimited(runtime, visit.user);
  else await refuseSubscriber(runtime, visit.user);
  const { db, clock } = runtime;
  await refuseSecondPayment(db, { userId: visit.user.id, plan, now: clock.now() });
  const url = await startCheckout(runtime, visit, plan);
  return { success: false, message: 'Continue on the payment page.', url };
}

/** If Stripe fails, the person can choose a plan later. */
export async function offerCheckout(
  runtime: Runtime,
  visit: Visit,
  plan: PaidPlanId,
): Promise<string | undefined> {
  try {
    return await startCheckout(runtime, visit, plan);
  } catch (error) {
    runtime.log.error({ err: error }, 'no payment page for a new account');
    return undefined;
  }
}

export async function openPortal(runtime: Runtime, visit: Visit): Promise<string> {
  const nothingYet = conflict('There is nothing to manage yet: choose a plan first.');
  const { stripeCustomerId: customerId } = visit.user;
  if (!customerId || !(await hasPortal(runtime, visit.user))) throw nothingYet;
  const page = isAdmin(visit.user) ? '/subscription' : '/user/subscription';
  const returnUrl = (await findOrigin(runtime, visit.hostname)) + page;
  try {
    return await createPortal(runtime, { customerId, returnUrl });
  } catch (error) {
    throw error instanceof CustomerUnknown ? nothingYet : error;
  }
}

/** @throws {AppError} 404 for an unknown payment or another user's, 409 for an incomplete one. */
export async function getPaidPlanFor(
  runtime: Runtime,
  user: UserRow,
  checkoutId: string,
): Promise<PlanId> {
  const checkout = runtime.config.stripe && (await findCheckout(runtime, checkoutId));
  if (!checkout?.plan || checkout.userId !== user.id) throw notFound('Payment');
  if (!checkout.isPaid) throw conflict('This payment is not complete yet.');
  return checkout.plan;
}

export async function getSubscriptionOf(
  runtime: Runtime,
  user: UserRow,
): Promise<SubscriptionReply> {
  const { db, clock } = runtime;
  return {
    subscription: describeSubscription(await findSubscriptionOf(db, user)),
    bankPayment: await findBankPayment(db, user.id, clock.now()),
    hasPortal: await hasPortal(runtime, user),
  };
}

/** What another product of the Stripe account sold is no reason to open it from here. */
async function hasPortal({ db }: Runtime, { id, stripeCustomerId }: UserRow): Promise<boolean> {
  return stripeCustomerId !== null && (await hasBought(db, id));
}

function describeSubscription(row: SubscriptionRow | null): SubscriptionReply['subscription'] {
  if (!row) return { status: 'none', plan: null, currentPeriodEnd: null, cancelAtPeriodEnd: false };
  const { status, plan, currentPeriodEnd, cancelAtPeriodEnd } = row;
  return {
    status,
    plan,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd,
  };
}

async function startTrial(runtime: Runtime, user: UserRow): Promise<CheckoutReply> {
  const { db, clock, changes } = runtime;
  const { id: userId, phoneNumber, email } = user;
  if (!phoneNumber) {
    throw unprocessable(
      'Please add your phone number in Settings first: the trial is for a phone.',
    );
  }
  const claimant = { userId, email };
  await transact(db, async (tx) => {
    if (await hasBought(tx, userId)) throw trialIsForNew();
    if (await grantTrial(runtime, tx, claimant, clock.now())) return;
    throw conflict('The free trial has already been used. Please choose another plan.');
  });
  changes.publish({ type: 'account', userId });
  return {
    success: true,
    message: `You have ${trialMessages} messages to chat with our AI experts.`,
  };
}

/** Also after a refund: the person has tried it. */
const trialIsForNew = () =>
  conflict('The free trial is for people who have not bought anything yet. Please choose a plan.');

function refuseUnlimited({ clock }: Runtime, { subExpiration }: UserRow): void {
  if (!subExpiration || subExpiration <= clock.now()) return;
  const day = subExpiration.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  throw conflict(`Your messages are unlimited until ${day}. You don't need to buy any.`);
}

async function refuseSubscriber({ db }: Runtime, user: UserRow): Promise<void> {
  const subscription = await findSubscriptionOf(db, user);
  if (subscription && subscription.status !== 'canceled') throw alreadySubscribed();
}

async function startCheckout(runtime: Runtime, visit: Visit, plan: PaidPlanId): Promise<string> {
  const { user, hostname } = visit;
  const origin = await findOrigin(runtime, hostname);
  const open = (customerId: string) =>
    createCheckout(runtime, {
      userId: user.id,
      customerId,
      plan,
      successUrl: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}/payment-cancel`,
    });
  try {
    return await open(user.stripeCustomerId ?? (await addCustomer(runtime, user)));
  } catch (error) {
    if (!(error instanceof CustomerUnknown)) throw error;
    return open(await addCustomer(runtime, user));
  }
}

async function addCustomer(runtime: Runtime, user: UserRow): Promise<string> {
  const { id: userId, email, stripeCustomerId: replaces } = user;
  const customerId = await createCustomer(runtime, { userId, email, replaces });
  await setCustomer(runtime.db, { userId, customerId });
  return customerId;
}

/** Clients can send any Host header. */
async function findOrigin({ config, db }: Runtime, hostname: string): Promise<string> {
  const url = new URL(config.publicUrl);
  if (hostname === url.hostname || !(await isCustomDomain(db, hostname))) return config.publicUrl;
  url.hostname = hostname;
  return url.origin;
}
