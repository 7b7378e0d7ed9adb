import type { Account } from './account.ts';
import { StripeRefusal } from './errors.ts';
import type { Params } from './form.ts';
import { listInvoicePayments } from './invoices.ts';
import type { Checkout } from './objects.ts';
import { ensurePrice } from './prices.ts';

type Fields = Record<string, unknown>;

const references: Record<string, (account: Account, id: string) => object | undefined> = {
  charge: findCharge,
  customer: ({ customers }, id) => customers.get(id),
  invoice: ({ invoices }, id) => invoices.get(id),
  latest_charge: findCharge,
  latest_invoice: ({ invoices }, id) => invoices.get(id),
  payment_intent: findPaymentIntent,
  product: findProduct,
  subscription: ({ subscriptions }, id) => subscriptions.get(id),
};

/** Exist only when requested. */
const included: Record<string, (account: Account, owner: Fields) => object[] | undefined> = {
  line_items: (account, { id }) => {
    const checkout = account.checkouts.get(String(id));
    return checkout && [showLineItem(account, checkout)];
  },
  payments: (account, { id, object }) =>
    object === 'invoice'
      ? listInvoicePayments(account).filter(({ invoice }) => invoice === id)
      : undefined,
};

/** Page "Expanding responses". */
export function expandObject<T extends object>(account: Account, object: T, paths: string[]): T {
  const copy = structuredClone(object);
  for (const path of paths) expandPath(account, copy as Fields, path.split('.'), path);
  return copy;
}

export function splitExpand({ expand = {}, ...params }: Params): [params: Params, paths: string[]] {
  return [params, Object.values(expand).map(String)];
}

function expandPath(account: Account, owner: Fields, names: string[], path: string): void {
  const [name = '', ...rest] = names;
  const inner = expandField(account, owner, name, path);
  owner[name] = inner;
  if (rest.length === 0) return;
  for (const each of [inner].flat()) {
    if (each !== null && typeof each === 'object') expandPath(account, each as Fields, rest, path);
  }
}

function expandField(account: Account, owner: Fields, name: string, path: string): unknown {
  const value = owner[name];
  const find = references[name];
  if (typeof value === 'string' && find) return structuredClone(find(account, value)) ?? value;
  if (value === null || typeof value === 'object') return value;
  const data = value === undefined ? included[name]?.(account, owner) : undefined;
  if (data) return { object: 'list', data, has_more: false, url: '' };
  throw new StripeRefusal(400, { message: `This property cannot be expanded (${path}).` });
}

function findCharge({ charges }: Account, id: string) {
  return [...charges.values()].find((charge) => charge.id === id);
}

function findPaymentIntent({ charges }: Account, id: string) {
  const charge = charges.get(id);
  if (!charge) return undefined;
  const { amount, created, currency, customer, livemode, metadata } = charge;
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: amount,
    created,
    currency,
    customer,
    latest_charge: charge.id,
    livemode,
    metadata,
    status: 'succeeded',
  };
}

function findProduct({ prices }: Account, id: string) {
  const price = [...prices.values()].find(({ product }) => product === id);
  return price && { id, object: 'product', active: true, livemode: false, name: price.nickname };
}

function showLineItem(account: Account, { session, item }: Checkout) {
  const price = ensurePrice(account, item);
  return {
    id: session.id.replace(/^cs_/, 'li_'),
    object: 'item',
    amount_subtotal: session.amount_subtotal,
    amount_total: session.amount_total,
    currency: item.currency,
    description: item.name,
    price,
    quantity: session.amount_total / price.unit_amount,
  };
}
