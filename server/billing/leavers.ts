import { randomUUID } from 'node:crypto';
import type { Runtime } from '#server/runtime.ts';
import { findUserById } from '#server/users/store.ts';
import { isOfLeaver } from './store.ts';
import { callStripe, type Needs } from './stripe.ts';
import type { News, SubscriptionFacts } from './stripe-objects.ts';

type Purchase = Extract<News, { kind: 'purchase' }>;

/**
 * Who deleted their account and paid on a page that was still open, or whose bank was slow, has bought nothing: they
 * get the money back before the payment is stored, so that it is tried again until it has worked.
 */
export async function givePurchaseBack(
  runtime: Runtime,
  { userId, checkoutSessionId, paymentIntentId }: Purchase,
): Promise<void> {
  if (!paymentIntentId || !(await isOfLeaver(runtime.db, { userId, checkoutSessionId }))) return;
  await giveBack(runtime, { userId, paymentIntentId });
}

/** The same of a subscription that nobody had heard of before its person left. It ends with their customer. */
export async function giveSubscriptionBack(
  runtime: Runtime,
  { id, userId }: SubscriptionFacts,
): Promise<void> {
  const payer = userId ? await findUserById(runtime.db, userId) : null;
  if (!payer?.deletedAt) return;
  for (const paymentIntentId of await listPayments(runtime, id)) {
    await giveBack(runtime, { userId: payer.id, paymentIntentId });
  }
}

async function giveBack(
  runtime: Runtime,
  payment: { userId: string; paymentIntentId: string },
): Promise<void> {
  await refundPayment(runtime, payment.paymentIntentId);
  runtime.log.warn(payment, 'payment for a deleted account given back');
}

/** What a subscription was last paid with. */
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

/**
 * Gives a payment back in full, unless it was given back already or this account has no such payment. Stripe tells of
 * it by an event.
 * @throws {AppError}
 */
async function refundPayment(needs: Needs, paymentIntentId: string): Promise<void> {
  const idempotencyKey = `refund:${paymentIntentId}:${randomUUID()}`;
  await callStripe(needs, (stripe) =>
    stripe.refunds
      .create({ payment_intent: paymentIntentId }, { idempotencyKey })
      .catch((error: { code?: string }) => {
        // There is nothing to give back, now or later.
        const isOver = ['charge_already_refunded', 'resource_missing'].includes(error.code ?? '');
        if (!isOver) throw error;
      }),
  );
}
