import { type Account, openAccount } from '#sandbox/stripe/account.ts';
import type { Charge } from '#sandbox/stripe/charges.ts';
import type { EventFacts } from '#sandbox/stripe/events.ts';
import { listObjects } from '#sandbox/stripe/lists.ts';
import { type Checkout, newCheckoutSession, type Subscription } from '#sandbox/stripe/objects.ts';
import { otherItem } from '#sandbox/stripe/page-views.ts';
import { cards, createPayments } from '#sandbox/stripe/payments.ts';
import { createRefunds, findDispute } from '#sandbox/stripe/refunds.ts';
import { type PaidPlanId, plans } from '#shared/plans.ts';
import { anEvent, type StripeEvent } from './stripe-events.ts';

export const reversalActions = [
  'refund',
  'refundHalf',
  'failRefund',
  'dispute',
  'disputeWon',
  'disputeLost',
] as const;
export const stripeActions = [
  ...reversalActions,
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
export type StripeAction = (typeof stripeActions)[number];

/** Fixed, so that histories compare to the second. */
const today = Date.UTC(2026, 0, 31, 12) / 1000;

export function createSimulatedStripe(userId: string) {
  const account = openAccount(null, () => today);
  const events: StripeEvent[] = [];
  const sender = {
    async send(all: EventFacts[]) {
      for (const { type, object } of all) events.push(anEvent(type, structuredClone(object)));
    },
  };
  const payments = createPayments(account, sender);
  const refunds = createRefunds(account, sender);

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

  const ofCharge: Partial<Record<StripeAction, (charge: Charge) => Promise<unknown> | false>> = {
    refund: (charge) => !charge.refunded && refunds.refund(charge),
    refundHalf: (charge) => charge.amount_refunded === 0 && refunds.refund(charge, 400),
    failRefund: (charge) => charge.amount_refunded > 0 && refunds.failRefunds(charge),
    dispute: (charge) => !charge.disputed && refunds.dispute(charge),
    disputeWon: (charge) => isOpen(account, charge) && refunds.closeDispute(charge, 'won'),
    disputeLost: (charge) => isOpen(account, charge) && refunds.closeDispute(charge, 'lost'),
  };
  const ofSubscription: Partial<Record<StripeAction, (one: Subscription) => Promise<void>>> = {
    renew: (one) => payments.renew(one, { isPaid: true }),
    renewFails: (one) => payments.renew(one, { isPaid: false }),
    cancel: (one) => payments.cancelAtPeriodEnd(one),
    resume: (one) => payments.resume(one),
    switch: (one) => payments.changePlan(one, otherItem(one)),
    end: (one) => payments.end(one),
  };

  return {
    account,
    /** Oldest first. */
    events,
    async perform(action: StripeAction, nth: number): Promise<void> {
      if (action === 'buy') await payments.pay(open('payg'), cards.good);
      else if (action === 'monthly' || action === 'annual')
        await payments.pay(open(action), cards.good);
      else if (action === 'buyLate') await payments.payLater(open('payg'), { isPaid: true });
      const late = [...account.checkouts.values()].find(({ bank }) => bank);
      const isPaid = action === 'latePaid';
      if (late && (isPaid || action === 'lateFailed')) await payments.settleLate(late, { isPaid });
      const charge = pick([...account.charges.values()], nth);
      if (charge) await ofCharge[action]?.(charge);
      const live = [...account.subscriptions.values()].filter(
        ({ status }) => status !== 'canceled',
      );
      const subscription = pick(live, nth);
      if (subscription) await ofSubscription[action]?.(subscription);
    },
  };
}

export async function answerFrom(account: Account, input: unknown): Promise<Response> {
  const { pathname, search } = new URL(String(input));
  const [what = '', id] = pathname.split('/v1/')[1]?.split(/(?<=subscriptions)\//) ?? [];
  if (what === 'subscriptions' && id) return Response.json(account.subscriptions.get(id));
  return Response.json(listObjects(account, what, search.slice(1)));
}

function pick<One>(all: One[], nth: number): One | undefined {
  return all[nth % Math.max(all.length, 1)];
}

function isOpen(account: Account, charge: Charge): boolean {
  return findDispute(account, charge)?.status === 'needs_response';
}
