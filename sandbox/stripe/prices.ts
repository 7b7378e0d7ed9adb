import { type PaidPlanId, plans } from '#shared/plans.ts';
import type { Account } from './account.ts';
import { newId } from './ids.ts';

export type Interval = 'month' | 'year';
/** `interval` null: bought once. */
export type Item = { name: string; amount: number; currency: string; interval: Interval | null };
export type Price = ReturnType<typeof newPrice>;

function newPrice(item: Item, facts: { id: string; created: number }) {
  const { interval } = item;
  return {
    id: facts.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: facts.created,
    currency: item.currency,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: item.name,
    product: facts.id.replace('price_', 'prod_'),
    recurring: interval && {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    type: interval ? 'recurring' : 'one_time',
    unit_amount: item.amount,
    unit_amount_decimal: String(item.amount),
  };
}

export function toPlanItem(id: PaidPlanId): Item {
  const { name, price } = plans[id];
  const interval = id === 'payg' ? null : id === 'annual' ? 'year' : 'month';
  return { name, amount: Math.round(price * 100), currency: 'usd', interval };
}

export function listCatalogue(): Price[] {
  const ids = ['payg', 'monthly', 'annual'] as const;
  return ids.map((id) => newPrice(toPlanItem(id), { id: `price_${id}`, created: 1_754_524_800 }));
}

export function toItem({ nickname, unit_amount, currency, recurring }: Price): Item {
  const interval = recurring?.interval ?? null;
  return { name: nickname, amount: unit_amount, currency, interval };
}

export function ensurePrice({ prices, now }: Account, item: Item): Price {
  const wanted = JSON.stringify(item);
  const known = [...prices.values()].find((price) => JSON.stringify(toItem(price)) === wanted);
  const price = known ?? newPrice(item, { id: newId('price'), created: now() });
  prices.set(price.id, price);
  return price;
}
