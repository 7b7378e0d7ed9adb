import { z } from 'zod';
import { ourPerson, seconds, stripeName } from './stripe-objects.ts';

type SubscribedPlan = 'monthly' | 'annual';

export type SubscriptionFacts = {
  id: string;
  /** Named by our metadata. */
  userId: string | null;
  /** Names the payer of a subscription to one of our prices; null for all others. */
  customerId: string | null;
  plan: SubscribedPlan;
  status: 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Date | null;
  /** Null: no access. */
  accessUntil: Date | null;
  startedAt: Date;
};

/** What tells our subscriptions from those of other products in the same Stripe account. */
export type Ours = {
  /** Ids of STRIPE_PRICE_MONTHLY and STRIPE_PRICE_ANNUAL. */
  prices: { monthly?: string | undefined; annual?: string | undefined };
  /** Our own row of this subscription. */
  known: { plan: SubscribedPlan } | null;
};

const noMarks = { userId: null, plan: null };
/** An operator releases a subscription with the plan `none`. */
const marks = z
  .object({
    userId: ourPerson,
    plan: z.enum(['monthly', 'annual', 'none']).nullable().catch(null),
  })
  .catch(noMarks);
const listed = z.object({ id: stripeName, price: z.object({ id: z.string() }) });
const recurring = z.object({ interval: z.string(), interval_count: z.number().default(1) });
const sold = z.object({
  id: stripeName,
  // The period is on the item since API version 2025-03-31.
  current_period_end: seconds,
  price: z.object({ recurring }),
});
const subscriptionObject = z.object({
  id: stripeName,
  customer: stripeName,
  status: z.string(),
  start_date: seconds,
  cancel_at: seconds.nullish(),
  cancel_at_period_end: z.boolean(),
  ended_at: seconds.nullish(),
});
/** Read first, and loosely: another product's subscription may have any shape. */
const labels = z.object({
  metadata: marks,
  items: z.object({ data: z.array(z.unknown()) }).catch({ data: [] }),
});

/** Stripe retries a late payment, and ends the subscription when it gives up. */
const statusesWithAccess = ['active', 'trialing', 'past_due'];
const endedStatuses = ['canceled', 'incomplete_expired'];

/** Null if the subscription is another product's. */
export function readSubscription(object: unknown, ours: Ours): SubscriptionFacts | null {
  const item = findOurItem(object, ours);
  return item && describe(object, item);
}

/** The id of our item where another product's items share the subscription, else null. */
export function findSharedItem(object: unknown, ours: Ours): string | null {
  const isShared = labels.parse(object).items.data.length > 1;
  return isShared ? (findOurItem(object, ours)?.id ?? null) : null;
}

type OurItem = z.output<typeof sold> & { userId: string | null; isPriced: boolean };

function findOurItem(object: unknown, { prices, known }: Ours): OurItem | null {
  const { metadata, items } = labels.parse(object);
  if (metadata.plan === 'none') return null;
  const isNamed = metadata.userId !== null && metadata.plan !== null;
  const userId = isNamed ? metadata.userId : null;
  const priced = items.data.find((item) => {
    const { data } = listed.safeParse(item);
    return data && [prices.monthly, prices.annual].includes(data.price.id);
  });
  if (priced) return { ...sold.parse(priced), userId, isPriced: true };
  if (!isNamed && !known) return null;
  const plan = metadata.plan ?? known?.plan;
  const readable = items.data.flatMap((item) => sold.safeParse(item).data ?? []);
  const item =
    readable.find(({ price }) => planOf(price.recurring) === plan) ??
    readable[0] ??
    sold.parse(items.data[0]);
  return { ...item, userId, isPriced: false };
}

function describe(object: unknown, item: OurItem): SubscriptionFacts {
  const found = subscriptionObject.parse(object);
  const hasEnded = endedStatuses.includes(found.status);
  const { cancel_at: cancelAt, ended_at: endedAt } = found;
  const ends = [item.current_period_end, cancelAt, endedAt].flatMap((end) => end?.getTime() ?? []);
  // It may end early: at once or on a set date.
  const currentPeriodEnd = new Date(Math.min(...ends));
  return {
    id: found.id,
    userId: item.userId,
    customerId: item.isPriced ? found.customer : null,
    // The portal changes the price, not the metadata.
    plan: planOf(item.price.recurring),
    status: hasEnded ? 'canceled' : describeStatus(found.status),
    currentPeriodEnd,
    // The portal sets `cancel_at`; only older subscriptions have the flag.
    cancelAtPeriodEnd: !hasEnded && (Boolean(cancelAt) || found.cancel_at_period_end),
    accessUntil: statusesWithAccess.includes(found.status) ? currentPeriodEnd : null,
    startedAt: found.start_date,
  };
}

function planOf({ interval, interval_count: count }: z.output<typeof recurring>): SubscribedPlan {
  return interval === 'year' || (interval === 'month' && count >= 12) ? 'annual' : 'monthly';
}

/** An unknown status counts as past due: the portal explains it. */
function describeStatus(status: string): 'active' | 'past_due' {
  return status === 'active' || status === 'trialing' ? 'active' : 'past_due';
}
