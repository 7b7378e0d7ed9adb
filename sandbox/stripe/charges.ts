import type { Account, Checkout } from './account.ts';
import type { Events } from './events.ts';
import { newId } from './ids.ts';

/** Words for whoever asked for it. */
export class NotReversible extends Error {}

export type Charge = ReturnType<typeof newCharge>;
export type Dispute = ReturnType<typeof newDispute>;
type DisputeStatus = 'needs_response' | 'won' | 'lost';

const test = { livemode: false };

/** The charge of a payment that succeeds; it carries the payment's metadata. */
export function newCharge({ session, item, innerMetadata }: Checkout, created: number) {
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
    payment_intent: newId('pi'),
    refunded: false,
    status: 'succeeded',
  };
}

function newDispute(charge: Charge, created: number) {
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

function newRefund(charge: Charge, amount: number, created: number) {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    status: 'failed',
  };
}

export function findDispute({ disputes }: Account, charge: Charge): Dispute | null {
  return (
    [...disputes.values()].find(({ payment_intent: id }) => id === charge.payment_intent) ?? null
  );
}

export type Reversals = ReturnType<typeof createReversals>;

/** How money goes back to the payer: the merchant refunds it, or the bank takes it. */
export function createReversals(account: Account, events: Events) {
  const setRefunded = (charge: Charge, amount: number) => {
    charge.amount_refunded = amount;
    charge.refunded = amount === charge.amount;
    account.save();
  };

  return {
    /** @param amount all that is left of the charge unless told otherwise. */
    async refund(charge: Charge, amount = charge.amount - charge.amount_refunded): Promise<void> {
      const refunded = charge.amount_refunded + amount;
      if (amount <= 0 || refunded > charge.amount) {
        throw new NotReversible('There is not that much left to refund.');
      }
      setRefunded(charge, refunded);
      await events.tell([{ type: 'charge.refunded', object: charge }]);
    },

    /** The payer's bank sends the money back, sometimes days later: nothing was refunded. */
    async failRefunds(charge: Charge): Promise<void> {
      const refund = newRefund(charge, charge.amount_refunded, account.now());
      setRefunded(charge, 0);
      await events.tell([{ type: 'refund.failed', object: refund }]);
    },

    async dispute(charge: Charge): Promise<void> {
      if (charge.disputed) throw new NotReversible('This payment is disputed already.');
      charge.disputed = true;
      const dispute = newDispute(charge, account.now());
      account.disputes.set(dispute.id, dispute);
      account.save();
      await events.tell([{ type: 'charge.dispute.created', object: dispute }]);
    },

    async settle(charge: Charge, status: 'won' | 'lost'): Promise<void> {
      const dispute = findDispute(account, charge);
      if (dispute?.status !== 'needs_response') {
        throw new NotReversible('There is no open dispute about this payment.');
      }
      dispute.status = status;
      account.save();
      await events.tell([{ type: 'charge.dispute.closed', object: dispute }]);
    },
  };
}
