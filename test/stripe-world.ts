import { type Account, openAccount } from '#sandbox/stripe/account.ts';
import type { Charge } from '#sandbox/stripe/charges.ts';
import type { Happening } from '#sandbox/stripe/events.ts';
import { listCheckouts, listDisputes } from '#sandbox/stripe/lists.ts';
import { type Checkout, newCheckoutSession, type Subscription } from '#sandbox/stripe/objects.ts';
import { otherItem } from '#sandbox/stripe/page-views.ts';
import { cards, createPayments } from '#sandbox/stripe/payments.ts';
import { createReversals, findDispute } from '#sandbox/stripe/reversals.ts';
import { type PaidPlanId, plans } from '#shared/plans.ts';
import { anEvent, type StripeEvent } from './stripe-events.ts';

export const reversalActs = [
  'refund',
  'refundHalf',
  'failRefund',
  'dispute',
  'disputeWon',
  'disputeLost',
] as const;
export const stripeActs = [
  ...reversalActs,
  'buy',
  'buyLate',
  'latePaid',
  'lateFailed',
  'monthly',
  'annual',
  'renew',
  'renewFails',
  'cancel',
  'resume',
  'switch',
  'end',
] as const;
export type StripeAct = (typeof stripeActs)[number];

/** It is always the same day at this Stripe, so that two lives can be compared to the second. */
const today = Date.UTC(2026, 0, 31, 12) / 1000;

/** One person's dealings with Stripe, without a network: what happens, what is told of it, what is answered. */
export function createStripeWorld(userId: string) {
  const account = openAccount(null, () => today);
  const told: StripeEvent[] = [];
  const events = {
    async tell(happenings: Happening[]) {
      for (const { type, object } of happenings) told.push(anEvent(type, structuredClone(object)));
    },
  };
  const payments = createPayments(account, events);
  const reversals = createReversals(account, events);

  function open(plan: PaidPlanId): Checkout {
    const { name, price } = plans[plan];
    const interval = plan === 'payg' ? null : plan === 'annual' ? 'year' : 'month';
    const item = { name, amount: Math.round(price * 100), currency: 'usd', interval } as const;
    const metadata = { userId, plan };
    const id = `cs_${account.checkouts.size}_${userId}`;
    const session = newCheckoutSession({
      id,
      item,
      metadata,
      mode: plan === 'payg' ? 'payment' : 'subscription',
      customer: `cus_${userId}`,
      email: null,
      clientReferenceId: userId,
      successUrl: 'https://sagewire.example',
      cancelUrl: null,
      url: 'https://stripe.example',
      created: account.now(),
    });
    const checkout: Checkout = { session, item, innerMetadata: metadata };
    account.checkouts.set(id, checkout);
    return checkout;
  }

  const ofCharge: Partial<Record<StripeAct, (charge: Charge) => Promise<unknown> | false>> = {
    refund: (charge) => !charge.refunded && reversals.refund(charge),
    refundHalf: (charge) => charge.amount_refunded === 0 && reversals.refund(charge, 400),
    failRefund: (charge) => charge.amount_refunded > 0 && reversals.failRefunds(charge),
    dispute: (charge) => !charge.disputed && reversals.dispute(charge),
    disputeWon: (charge) => isOpen(account, charge) && reversals.settle(charge, 'won'),
    disputeLost: (charge) => isOpen(account, charge) && reversals.settle(charge, 'lost'),
  };
  const ofSubscription: Partial<Record<StripeAct, (one: Subscription) => Promise<void>>> = {
    renew: (one) => payments.renew(one, { isPaid: true }),
    renewFails: (one) => payments.renew(one, { isPaid: false }),
    cancel: (one) => payments.cancelAtPeriodEnd(one),
    resume: (one) => payments.resume(one),
    switch: (one) => payments.changePlan(one, otherItem(one)),
    end: (one) => payments.end(one),
  };

  return {
    account,
    /** Everything that was told, oldest first. */
    told,
    /** Something happens, to the nth of what it can happen to; nothing, where it can't. */
    async act(act: StripeAct, nth: number): Promise<void> {
      if (act === 'buy') await payments.pay(open('payg'), cards.good);
      else if (act === 'monthly' || act === 'annual') await payments.pay(open(act), cards.good);
      else if (act === 'buyLate') await payments.payLater(open('payg'), { isPaid: true });
      const late = [...account.checkouts.values()].find(({ bank }) => bank);
      const isPaid = act === 'latePaid';
      if (late && (isPaid || act === 'lateFailed')) await payments.settleLate(late, { isPaid });
      const charge = pick([...account.charges.values()], nth);
      if (charge) await ofCharge[act]?.(charge);
      const live = [...account.subscriptions.values()].filter(
        ({ status }) => status !== 'canceled',
      );
      const subscription = pick(live, nth);
      if (subscription) await ofSubscription[act]?.(subscription);
    },
  };
}

/** What Stripe's API says of an account, in place of `fetch`. */
export async function answerFrom(account: Account, input: unknown): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input));
  const [what = '', id] = pathname.split('/v1/')[1]?.split(/(?<=subscriptions)\//) ?? [];
  const query = Object.fromEntries(searchParams);
  if (what === 'subscriptions' && id) return Response.json(account.subscriptions.get(id));
  const lists = { 'checkout/sessions': listCheckouts, disputes: listDisputes };
  const data = lists[what as keyof typeof lists](account, query);
  return Response.json({ object: 'list', data, has_more: false });
}

function pick<One>(all: One[], nth: number): One | undefined {
  return all[nth % Math.max(all.length, 1)];
}

function isOpen(account: Account, charge: Charge): boolean {
  return findDispute(account, charge)?.status === 'needs_response';
}
