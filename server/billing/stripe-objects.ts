import { z } from 'zod';
import type { PaidPlanId } from '#shared/plans.ts';

/** In the currency's smallest unit. */
export type Money = { amount: number; currency: string };

/** Plan and user are null if the session is not ours. */
export type Checkout = {
  id: string;
  plan: PaidPlanId | null;
  userId: string | null;
  isPaid: boolean;
  subscriptionId: string | null;
  paymentIntentId: string | null;
  money: Money | null;
};

export type PaymentFacts = {
  checkoutSessionId: string;
  paymentIntentId: string;
  userId: string;
  reversal: 'refund' | 'dispute' | null;
  money: Money | null;
};

/** JavaScript and PostgreSQL read later dates differently. */
const endOfYear9999 = 253_402_300_799;
export const seconds = z
  .number()
  .min(0)
  .max(endOfYear9999)
  .transform((value) => new Date(value * 1000));
/** Stripe docs: at most 255 characters. Ids become part of the URLs we call. */
export const stripeName = z.string().regex(/^[\w.:-]{1,255}$/);
/** A browser is sent there. */
export const pageUrl = z.url({ protocol: /^https?$/ });
export const ourPerson = z.uuid().nullable().catch(null);

const reference = z
  .union([stripeName, z.object({ id: stripeName }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

/** The ledger's columns hold no more; a sum beyond is no price of ours. */
const maxAmount = 2 ** 31 - 1;
export const amount = z.number().int().min(0).max(maxAmount);
/** ISO 4217 in lower case. */
export const currency = z.string().regex(/^[a-z]{3}$/);

const checkoutSession = z.object({
  id: stripeName,
  // Another product's may be of any size.
  amount_total: amount.nullish().catch(null),
  currency: currency.nullish(),
  payment_status: z.string(),
  subscription: reference,
  payment_intent: reference,
  metadata: z
    .object({
      plan: z.enum(['payg', 'monthly', 'annual']).nullable().catch(null),
      userId: ourPerson,
    })
    .catch({ plan: null, userId: null }),
});

export function readCheckout(object: unknown): Checkout {
  const session = checkoutSession.parse(object);
  return {
    id: session.id,
    ...session.metadata,
    // The third state is `no_payment_required`.
    isPaid: session.payment_status !== 'unpaid',
    subscriptionId: session.subscription,
    paymentIntentId: session.payment_intent,
    money:
      session.amount_total && session.currency
        ? { amount: session.amount_total, currency: session.currency }
        : null,
  };
}

const charged = z.object({
  payment_intent: z.object({
    latest_charge: z.object({ refunded: z.boolean(), disputed: z.boolean() }).nullable(),
  }),
});
const dispute = z.object({ status: z.string() });
/** The bank holds the money until it decides. For an inquiry (`warning_…`) it holds none. */
const disputesLost = ['needs_response', 'under_review', 'lost'];

export function isDisputed(session: unknown): boolean {
  return charged.parse(session).payment_intent.latest_charge?.disputed ?? false;
}

/** Null if the session did not buy messages from us. */
export function readPayment(session: unknown, disputes: unknown[]): PaymentFacts | null {
  const { id, plan, userId, isPaid, paymentIntentId, money } = readCheckout(session);
  if (plan !== 'payg' || !userId || !isPaid || !paymentIntentId) return null;
  const charge = charged.parse(session).payment_intent.latest_charge;
  const isLost = disputes.some((each) => disputesLost.includes(dispute.parse(each).status));
  // After a partial refund the person keeps all messages.
  const reversal = charge?.refunded ? 'refund' : isLost ? 'dispute' : null;
  return { checkoutSessionId: id, paymentIntentId, userId, reversal, money };
}

/** The sum of all refunds so far. */
export type Returned = Money & { invoiceId: string };

const invoicePayment = z.object({
  invoice: stripeName,
  payment: z.object({
    payment_intent: z.object({
      latest_charge: z.object({ amount_refunded: amount, currency }).nullable(),
    }),
  }),
});

export function readReturned(object: unknown): Returned | null {
  const { invoice: invoiceId, payment } = invoicePayment.parse(object);
  const charge = payment.payment_intent.latest_charge;
  return charge && { invoiceId, amount: charge.amount_refunded, currency: charge.currency };
}
