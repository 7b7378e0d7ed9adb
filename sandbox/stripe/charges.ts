import { newId } from './ids.ts';
import type { Checkout } from './objects.ts';

export type Charge = ReturnType<typeof newCharge>;
export type Dispute = ReturnType<typeof newDispute>;
type DisputeStatus = 'needs_response' | 'won' | 'lost';

const test = { livemode: false };

/** The charge of a payment that succeeds; it carries the payment's metadata. */
export function newCharge(
  { session, item, innerMetadata }: Checkout,
  { created, payment = newId('pi') }: { created: number; payment?: string },
) {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: item.amount,
    amount_captured: item.amount,
    amount_refunded: 0,
    captured: true,
    created,
    currency: item.currency,
    customer: session.customer,
    disputed: false,
    ...test,
    metadata: innerMetadata,
    paid: true,
    payment_intent: payment,
    refunded: false,
    status: 'succeeded',
  };
}

/** An invoice has one payment, which is found again by its name. */
export const paymentOf = (invoice: string) => invoice.replace(/^in_/, 'pi_');

/** Of the whole charge. */
export function newDispute(charge: Charge, created: number) {
  return {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    ...test,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response' as DisputeStatus,
  };
}

type RefundFacts = { amount: number; created: number; status: 'succeeded' | 'failed' };

/** Of a failed one the payer's bank has sent the money back. */
export function newRefund(charge: Charge, { amount, created, status }: RefundFacts) {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    status,
  };
}
