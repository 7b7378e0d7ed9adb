import { z } from 'zod';
import { emailAddress } from '#shared/email.ts';
import type { Account } from './account.ts';
import { invalid, noSuch, StripeRefusal } from './errors.ts';
import type { Params } from './form.ts';
import type { Metadata } from './objects.ts';
import type { SubscriptionChanges } from './payments.ts';
import { type Item, toItem } from './prices.ts';

const text = z.string().min(1);
const webUrl = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });
const metadata = z.record(z.string(), z.string()).default({});
const listOf = <Schema extends z.ZodType>(item: Schema) =>
  z.record(z.string(), item).transform((items) => Object.values(items));

const priceData = z.strictObject({
  currency: z.string(),
  unit_amount: z.coerce.number().int().min(0),
  product_data: z.strictObject({ name: text }),
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }).optional(),
});
const lineItem = z.strictObject({
  quantity: z.coerce.number().int().min(1).default(1),
  price: text.optional(),
  price_data: priceData.optional(),
});
const createRequest = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  line_items: listOf(lineItem),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: text.optional(),
  customer_email: emailAddress('Invalid email address').optional(),
  metadata,
  subscription_data: z.strictObject({ metadata }).optional(),
  payment_intent_data: z.strictObject({ metadata }).optional(),
});

const portalRequest = z.strictObject({ customer: text, return_url: webUrl.optional() });
/** Always in full, as the product refunds. */
const refundRequest = z.strictObject({ payment_intent: text });
const customerFields = {
  email: emailAddress('Invalid email address').optional(),
  name: z.string().optional(),
};
const customerRequest = z.strictObject({ ...customerFields, metadata });

/** Empty removes a key, or all. */
const metadataChange = z.union([z.literal(''), z.record(z.string(), z.string())]).optional();
const emptyable = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal(''), schema]);
const customerChange = z.strictObject({
  email: emptyable(customerFields.email),
  name: customerFields.name,
  metadata: metadataChange,
});
const subscriptionChange = z.strictObject({
  cancel_at: emptyable(z.coerce.number().int()).optional(),
  cancel_at_period_end: z.stringbool().optional(),
  items: listOf(
    z.strictObject({
      id: text.optional(),
      deleted: z.stringbool().optional(),
      price: text.optional(),
      price_data: priceData.optional(),
      quantity: z.literal('1').optional(),
    }),
  ).optional(),
  metadata: metadataChange,
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
});

export const parseCustomer = (params: Params) => parse(customerRequest, params);
export const parseRefund = (params: Params) => parse(refundRequest, params);

export function parseCustomerChange(params: Params, known: Metadata) {
  const { email, name, metadata: change } = parse(customerChange, params);
  return {
    ...(email !== undefined && { email: email || null }),
    ...(name !== undefined && { name: name || null }),
    ...(change !== undefined && { metadata: mergeMetadata(known, change) }),
  };
}

export function parseSubscriptionChange(
  account: Account,
  params: Params,
  known: Metadata,
): SubscriptionChanges {
  const request = parse(subscriptionChange, params);
  const {
    cancel_at: cancelAt,
    cancel_at_period_end: atPeriodEnd,
    items,
    metadata: change,
  } = request;
  const [item] = items ?? [];
  return {
    item:
      item && (item.price || item.price_data) ? parseItem(account, item, 'items[0]') : undefined,
    removedItemId: item?.deleted ? item.id : undefined,
    cancelAt: atPeriodEnd ? 'period_end' : atPeriodEnd === false ? null : cancelAt || undefined,
    metadata: change === undefined ? undefined : mergeMetadata(known, change),
    ...(cancelAt === '' && { cancelAt: null }),
  };
}

function mergeMetadata(known: Metadata, change: Metadata | ''): Metadata {
  if (change === '') return {};
  const merged = Object.entries({ ...known, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== ''));
}

export function parsePortal(account: Account, params: Params) {
  const request = parse(portalRequest, params);
  if (!account.customers.has(request.customer)) {
    throw noSuch('customer', request.customer, 'customer');
  }
  return request;
}

export type CheckoutRequest = {
  mode: 'payment' | 'subscription';
  item: Item;
  customer: string | null;
  email: string | null;
  clientReferenceId: string | null;
  metadata: Metadata;
  innerMetadata: Metadata;
  successUrl: string;
  cancelUrl: string | null;
};

const minAmount = 50;

/** The price comes from the catalog or with the request. */
export function parseCheckout(account: Account, params: Params): CheckoutRequest {
  const request = parse(createRequest, params);
  const { customer = null, customer_email: email = null, mode } = request;
  if (customer && email) {
    const message = 'You may only specify one of these parameters: customer, customer_email.';
    throw invalid(message, 'customer');
  }
  if (customer && !account.customers.has(customer)) throw noSuch('customer', customer, 'customer');
  const item = parseLines(account, request.line_items);
  if (mode === 'subscription' && !item.interval) {
    throw new StripeRefusal(400, {
      message:
        'You must provide at least one recurring price in `subscription` mode when using prices.',
    });
  }
  if (mode === 'payment' && item.interval) {
    throw new StripeRefusal(400, {
      message:
        'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    });
  }
  const inner = mode === 'payment' ? request.payment_intent_data : request.subscription_data;
  return {
    mode,
    item,
    customer,
    email: email ?? (customer && account.customers.get(customer)?.email) ?? null,
    clientReferenceId: request.client_reference_id ?? null,
    metadata: request.metadata,
    innerMetadata: inner?.metadata ?? {},
    successUrl: request.success_url,
    cancelUrl: request.cancel_url ?? null,
  };
}

function parseLines(account: Account, items: z.output<typeof lineItem>[]): Item {
  const [first, second] = items;
  if (!first)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if (second) throw invalid('The sandbox sells one thing at a time.', 'line_items[1]');
  const item = parseItem(account, first, 'line_items[0]');
  const amount = item.amount * first.quantity;
  if (amount < minAmount) {
    const message = "The Checkout Session's total amount due must add up to at least $0.50 usd";
    throw invalid(message, 'line_items[0][price_data][unit_amount]', 'amount_too_small');
  }
  return { ...item, amount };
}

type Priced = { price?: string | undefined; price_data?: z.output<typeof priceData> | undefined };

function parseItem(
  { prices }: Account,
  { price: id, price_data: data }: Priced,
  param: string,
): Item {
  const price = prices.get(id ?? '');
  if (price) return toItem(price);
  if (id) throw noSuch('price', id, `${param}[price]`);
  if (!data) throw invalid(`Missing required param: ${param}[price].`, `${param}[price]`);
  const { product_data: product, unit_amount: amount, currency, recurring } = data;
  return { name: product.name, amount, currency, interval: recurring?.interval ?? null };
}

/** Stripe names the first wrong parameter in form notation. */
function parse<Schema extends z.ZodType>(schema: Schema, params: Params): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const param = formatParam([...(issue?.path ?? []), ...(unknown ? [unknown] : [])]);
  if (unknown) throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
  const isMissing = issue?.code === 'invalid_type' && readAt(params, issue.path) === undefined;
  if (isMissing) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  if (issue?.message === 'Not a valid URL') throw invalid(issue.message, param, 'url_invalid');
  throw invalid(`Invalid ${param}: ${issue?.message ?? 'wrong value'}`, param);
}

function formatParam([first, ...rest]: PropertyKey[]): string {
  return String(first ?? '') + rest.map((key) => `[${String(key)}]`).join('');
}

function readAt(params: Params, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' ? (value as Params)[String(key)] : undefined),
    params,
  );
}
