import type { Account } from './account.ts';
import { type Charge, type Dispute, newDispute, newRefund } from './charges.ts';
import type { Events } from './events.ts';

export class NotRefundable extends Error {}

export function findDispute({ disputes }: Account, charge: Charge): Dispute | null {
  return (
    [...disputes.values()].find(({ payment_intent: id }) => id === charge.payment_intent) ?? null
  );
}

export type Refunds = ReturnType<typeof createRefunds>;

export function createRefunds(account: Account, events: Events) {
  const setRefunded = (charge: Charge, amount: number) => {
    charge.amount_refunded = amount;
    charge.refunded = amount === charge.amount;
    account.save();
  };

  return {
    /** Default: all that is left. */
    async refund(charge: Charge, amount = charge.amount - charge.amount_refunded) {
      const refunded = charge.amount_refunded + amount;
      if (amount <= 0 || refunded > charge.amount) {
        throw new NotRefundable('There is not that much left to refund.');
      }
      setRefunded(charge, refunded);
      await events.send([{ type: 'charge.refunded', object: charge }]);
      return newRefund(charge, { amount, created: account.now(), status: 'succeeded' });
    },

    /** The payer's bank returns the money, sometimes days later: nothing is refunded. */
    async failRefunds(charge: Charge): Promise<void> {
      const refund = newRefund(charge, {
        amount: charge.amount_refunded,
        created: account.now(),
        status: 'failed',
      });
      setRefunded(charge, 0);
      await events.send([{ type: 'refund.failed', object: refund }]);
    },

    async dispute(charge: Charge): Promise<void> {
      if (charge.disputed) throw new NotRefundable('This payment is disputed already.');
      charge.disputed = true;
      const dispute = newDispute(charge, account.now());
      account.disputes.set(dispute.id, dispute);
      account.save();
      await events.send([{ type: 'charge.dispute.created', object: dispute }]);
    },

    async closeDispute(charge: Charge, status: 'won' | 'lost'): Promise<void> {
      const dispute = findDispute(account, charge);
      if (dispute?.status !== 'needs_response') {
        throw new NotRefundable('There is no open dispute about this payment.');
      }
      dispute.status = status;
      account.save();
      await events.send([{ type: 'charge.dispute.closed', object: dispute }]);
    },
  };
}
