import { randomUUID } from 'node:crypto';
import { findUserById } from '#server/access/users-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { isNewPaymentOfErased } from './store.ts';
import { callStripe, type Needs } from './stripe.ts';
import type { News } from './stripe-events.ts';
import type { SubscriptionFacts } from './stripe-subscriptions.ts';

type Purchase = Extract<News, { kind: 'purchase' }>;

/**
 * An open page or a slow bank can pay after the erasure. Runs before the event is stored, so Stripe's retries repeat
 * it.
 */
export async function refundErasedPurchase(
  runtime: Runtime,
  { userId, checkoutSessionId, paymentIntentId }: Purchase,
): Promise<void> {
  if (!paymentIntentId || !(await isNewPaymentOfErased(runtime.db, { userId, checkoutSessionId })))
    return;
  await refundAndLog(runtime, { userId, paymentIntentId });
}

/** For a subscription unknown at the erasure. Deleting the customer ends it. */
export async function refundErasedSubscription(
  runtime: Runtime,
  { id, userId }: SubscriptionFacts,
): Promise<void> {
  const payer = userId ? await findUserById(runtime.db, userId) : null;
  if (!payer?.deletedAt) return;
  for (const paymentIntentId of await listPayments(runtime, id)) {
    await refundAndLog(runtime, { userId: payer.id, paymentIntentId });
  }
}

async function refundAndLog(
  runtime: Runtime,
  payment: { userId: string; paymentIntentId: string },
): Promise<void> {
  await refundPayment(runtime, payment.paymentIntentId);
  runtime.log.warn(payment, 'payment of a deleted account refunded');
}

async function listPayments(needs: Needs, subscriptionId: string): Promise<string[]> {
  return callStripe(needs, async (stripe) => {
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId);
    if (typeof invoice !== 'string') return [];
    const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' });
    return data.flatMap(({ payment: { payment_intent: id } }) =>
      typeof id === 'string' ? [id] : [],
    );
  });
}

/** Ignores a payment already refunded or not in this account. */
async function refundPayment(needs: Needs, paymentIntentId: string): Promise<void> {
  const idempotencyKey = `refund:${paymentIntentId}:${randomUUID()}`;
  await callStripe(needs, (stripe) =>
    stripe.refunds
      .create({ payment_intent: paymentIntentId }, { idempotencyKey })
      .catch((error: { code?: string }) => {
        const isOver = ['charge_already_refunded', 'resource_missing'].includes(error.code ?? '');
        if (!isOver) throw error;
      }),
  );
}
