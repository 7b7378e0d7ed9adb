import type Stripe from 'stripe';
import type { Runtime } from '#server/runtime.ts';
import { findKnownSubscription } from './store.ts';
import { callOrNull, type Needs, oursOf } from './stripe.ts';
import { readPages } from './stripe-answers.ts';
import { readCheckout } from './stripe-objects.ts';
import { findSharedItem, type Ours, readSubscription } from './stripe-subscriptions.ts';

type Erased = { userId: string; customerId: string };

/** Ends what we sold. A customer that another product of the Stripe account sells to stays, without our mark. */
export async function leaveStripe(
  runtime: Needs & Pick<Runtime, 'db'>,
  { userId, customerId: customer }: Erased,
): Promise<void> {
  await callOrNull(runtime, async (stripe) => {
    // First: an open page could still be paid.
    const sharesPages = await closePages(stripe, { userId, customer });
    const all = { customer, status: 'all' } as const;
    let isShared = sharesPages;
    const subscriptions = readPages((cursor) => stripe.subscriptions.list({ ...all, ...cursor }));
    for await (const subscription of subscriptions) {
      const known = await findKnownSubscription(runtime.db, subscription.id);
      const ours = oursOf(runtime, known);
      if (!(await endOurs(stripe, subscription, ours))) isShared = true;
    }
    if (!isShared) return stripe.customers.del(customer);
    runtime.log.info({ customer }, 'customer of another product kept');
    return stripe.customers.update(customer, { metadata: { userId: '' } });
  });
}

/** @returns whether another product has sold on a page. */
async function closePages(
  stripe: Stripe,
  { userId, customer }: { userId: string; customer: string },
): Promise<boolean> {
  let isShared = false;
  const sessions = readPages((cursor) => stripe.checkout.sessions.list({ customer, ...cursor }));
  for await (const session of sessions) {
    if (readCheckout(session).userId !== userId) isShared = true;
    else if (session.status === 'open') await stripe.checkout.sessions.expire(session.id);
  }
  return isShared;
}

/** False if all or a part of it is another product's. */
async function endOurs(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  ours: Ours,
): Promise<boolean> {
  const { id } = subscription;
  const facts = readSubscription(subscription, ours);
  if (!facts) return false;
  const sharedItem = findSharedItem(subscription, ours);
  if (facts.status === 'canceled') return sharedItem === null;
  if (sharedItem === null) {
    await stripe.subscriptions.cancel(id);
    return true;
  }
  await stripe.subscriptions.update(id, {
    items: [{ id: sharedItem, deleted: true }],
    metadata: { userId: '', plan: 'none' },
    proration_behavior: 'none',
  });
  return false;
}
