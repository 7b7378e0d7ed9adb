import { newId } from './ids.ts';
import type { Metadata } from './objects.ts';

export type Charge = ReturnType<typeof newCharge>;
export type Dispute = ReturnType<typeof newDispute>;
type DisputeStatus = 'needs_response' | 'won' | 'lost';

const test = { livemode: false };

/** Carries the payment's metadata. */
export function newCharge(facts: {
  amount: number;
  currency: string;
  customer: string | null;
  metadata: Metadata;
  created: number;
  pagesUrl: string;
  payment?: string;
}) {
  const { amount, created, currency, customer, metadata, pagesUrl, payment = newId('pi') } = facts;
  const id = newId('ch');
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    captured: true,
    created,
    currency,
    customer,
    disputed: false,
    ...test,
    metadata,
    paid: true,
    payment_intent: payment,
    receipt_url: `${pagesUrl}/receipt/${id}`,
    refunded: false,
    status: 'succeeded',
  };
}

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

/** `failed`: the payer's bank returned the money. */
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
