import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#shared/time.ts';
import { merchant, startTestProduct, type TestProduct } from './test-product.ts';

let product: TestProduct;
let stripe: Stripe;
beforeEach(async () => {
  product = await startTestProduct();
  stripe = connect();
});
afterEach(() => product.close());

/** Stripe's SDK takes a host, but no path. */
function connect(key = merchant.secretKey): Stripe {
  const { hostname, port } = new URL(product.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient((input, init) => {
      const url = new URL(String(input));
      url.pathname = `/sandbox/stripe${url.pathname}`;
      return fetch(url, init);
    }),
  });
}

const standIn = () => {
  if (!product.sandbox.stripe) throw new Error('no Stripe');
  return product.sandbox.stripe;
};
const urls = {
  success_url: 'https://shop.example/ok?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/cancel',
};
const priceData = (interval?: 'month' | 'year') => ({
  currency: 'usd',
  unit_amount: 999,
  product_data: { name: '50 messages & more [new]' },
  ...(interval && { recurring: { interval } }),
});
const line = (interval?: 'month' | 'year') => ({ quantity: 1, price_data: priceData(interval) });

async function sellOnce(params: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [line()],
    ...urls,
    ...params,
  });
}

async function sellSubscription(customer: string) {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [line('month')],
    subscription_data: { metadata: { userId: 'user_1' } },
    ...urls,
  });
}

type PageReply = { status: number; body: Record<string, unknown> };

async function click(path: string, body?: object, type = 'application/json'): Promise<PageReply> {
  const post = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) };
  const response = await fetch(`${product.url}/stripe/api${path}`, body && post);
  return { status: response.status, body: (await response.json()) as PageReply['body'] };
}

const good = { card: '4242 4242 4242 4242' };
const subscribe = async () => {
  const { id } = await stripe.customers.create({ email: 'mia@example.com' });
  const session = await sellSubscription(id);
  await click(`/checkout/${session.id}/pay`, good);
  const [subscription] = standIn().account.subscriptions.values();
  if (!subscription) throw new Error('not subscribed');
  return { customer: id, session, subscription };
};

function events(): Stripe.Event[] {
  return product.received.map(({ body, headers }) =>
    stripe.webhooks.constructEvent(
      body,
      String(headers['stripe-signature']),
      merchant.webhookSecret,
    ),
  );
}
const eventTypes = () => events().map(({ type }) => type);

describe('the API, by the official SDK', () => {
  it('makes a customer', async () => {
    const customer = await stripe.customers.create({
      email: 'mia@example.com',
      metadata: { userId: 'user_1', note: 'a & b = [c]' },
    });
    expect(customer).toMatchObject({
      object: 'customer',
      email: 'mia@example.com',
      metadata: { userId: 'user_1', note: 'a & b = [c]' },
      livemode: false,
    });
    expect(customer.id).toMatch(/^cus_\w{14}$/);
    expect(customer.lastResponse.requestId).toMatch(/^req_/);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ id: customer.id });
  });

  it('opens a Checkout session and shows it again', async () => {
    const metadata = { plan: 'payg', userId: 'user_1' };
    const session = await sellOnce({ client_reference_id: 'user_1', metadata });
    expect(session).toMatchObject({
      object: 'checkout.session',
      amount_total: 999,
      currency: 'usd',
      mode: 'payment',
      payment_status: 'unpaid',
      status: 'open',
      client_reference_id: 'user_1',
      metadata,
      ...urls,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session.url).toBe(`${product.productUrl}/sandbox/stripe/checkout/${session.id}`);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  it('opens the portal of a customer', async () => {
    const { id: customer } = await stripe.customers.create();
    const return_url = 'https://shop.example/settings';
    const portal = await stripe.billingPortal.sessions.create({ customer, return_url });
    expect(portal).toMatchObject({ object: 'billing_portal.session', customer, return_url });
    expect(portal.url).toBe(`${product.productUrl}/sandbox/stripe/portal/${portal.id}`);
  });

  it.each<[string, () => Promise<unknown>, object]>([
    [
      'an unknown session',
      () => stripe.checkout.sessions.retrieve('cs_test_none'),
      { statusCode: 404, code: 'resource_missing', param: 'id' },
    ],
    [
      'an unknown subscription',
      () => stripe.subscriptions.retrieve('sub_none'),
      { statusCode: 404, message: "No such subscription: 'sub_none'" },
    ],
    [
      'an unknown customer',
      () => sellOnce({ customer: 'cus_none' }),
      { statusCode: 400, code: 'resource_missing', param: 'customer' },
    ],
    [
      'an unknown price',
      () => sellOnce({ line_items: [{ quantity: 1, price: 'price_none' }] }),
      { statusCode: 400, code: 'resource_missing', param: 'line_items[0][price]' },
    ],
    [
      'a missing parameter',
      () => stripe.checkout.sessions.create({ mode: 'payment', line_items: [line()] }),
      { statusCode: 400, code: 'parameter_missing', param: 'success_url' },
    ],
    [
      'an unknown parameter',
      () => stripe.customers.create({ shoe_size: '42' } as object),
      { statusCode: 400, code: 'parameter_unknown', param: 'shoe_size' },
    ],
    [
      'an invalid URL',
      () => sellOnce({ success_url: 'ok' }),
      { statusCode: 400, code: 'url_invalid', param: 'success_url' },
    ],
    [
      'a subscription without a recurring price',
      () => sellOnce({ mode: 'subscription' }),
      { statusCode: 400, type: 'StripeInvalidRequestError' },
    ],
    [
      'a payment with a recurring price',
      () => sellOnce({ line_items: [line('year')] }),
      { statusCode: 400, type: 'StripeInvalidRequestError' },
    ],
    [
      'less than half a dollar',
      () =>
        sellOnce({
          line_items: [{ quantity: 1, price_data: { ...priceData(), unit_amount: 49 } }],
        }),
      { statusCode: 400, code: 'amount_too_small' },
    ],
    [
      'a wrong key',
      () => connect('sk_test_somebodyElse').customers.create(),
      { statusCode: 401, type: 'StripeAuthenticationError' },
    ],
    [
      'an unknown path',
      () => stripe.charges.list(),
      { statusCode: 404, type: 'StripeInvalidRequestError' },
    ],
  ])('refuses %s', async (_, ask, error) => {
    await expect(ask()).rejects.toMatchObject(error);
  });

  it('answers a repeated key with the first answer, and refuses other parameters', async () => {
    const idempotencyKey = 'customer:user_1:first';
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    const again = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(standIn().account.customers.size).toBe(1);
    await expect(
      stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('fails while it is set to be down', async () => {
    await click('/failure', { failure: 'down' });
    await expect(sellOnce()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 503 });
    await click('/failure', { failure: null });
    expect((await sellOnce()).status).toBe('open');
  });

  it('is in the wire log, without the key', async () => {
    await sellOnce();
    const entry = product.sandbox.wire.at(-1);
    expect(entry).toMatchObject({ kind: 'payment', title: 'Stripe: checkout/sessions' });
    expect(entry?.request.headers.authorization).toBe('Bearer ••••••');
  });
});

describe('customers', () => {
  it('are changed field by field, and key by key of their metadata', async () => {
    const { id } = await stripe.customers.create({
      email: 'mia@example.com',
      metadata: { userId: 'user_1', note: 'new' },
    });
    const changed = await stripe.customers.update(id, {
      name: 'Mia Chen',
      metadata: { note: '', city: 'Oslo' },
    });
    expect(changed).toMatchObject({ id, name: 'Mia Chen', email: 'mia@example.com' });
    expect(changed.metadata).toEqual({ userId: 'user_1', city: 'Oslo' });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ metadata: changed.metadata });
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
    await expect(stripe.customers.update('cus_none', {})).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  it('are listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.unshift((await stripe.customers.create()).id);
    const page = await stripe.customers.list({ limit: 2 });
    expect(page).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
    const all = await Array.fromAsync(stripe.customers.list({ limit: 2 }));
    expect(all.map(({ id }) => id)).toEqual(ids);
  });
});

describe('subscriptions', () => {
  it('are canceled at the end of their period, and resumed', async () => {
    const { subscription } = await subscribe();
    const end = subscription.items.data[0]?.current_period_end;
    const change = (cancel_at_period_end: boolean) =>
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end });
    expect(await change(true)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: end,
    });
    expect(await change(false)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    expect(events().slice(-2)).toMatchObject([
      { data: { previous_attributes: { cancel_at_period_end: false, cancel_at: null } } },
      { data: { previous_attributes: { cancel_at_period_end: true, cancel_at: end } } },
    ]);
  });

  it('change their price and their metadata', async () => {
    const { subscription } = await subscribe();
    const item = subscription.items.data[0]?.id ?? '';
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: 'price_annual' }],
      metadata: { note: 'moved' },
    });
    expect(changed.metadata).toEqual({ userId: 'user_1', note: 'moved' });
    expect(changed.items.data[0]?.price).toMatchObject({
      id: 'price_annual',
      recurring: { interval: 'year' },
    });
    const unknown = { items: [{ id: item, price: 'price_none' }] };
    await expect(stripe.subscriptions.update(subscription.id, unknown)).rejects.toMatchObject({
      statusCode: 400,
      param: 'items[0][price]',
    });
  });

  it('are canceled at once, and only once', async () => {
    const { customer, subscription } = await subscribe();
    const canceled = await stripe.subscriptions.cancel(subscription.id);
    expect(canceled).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
    expect(eventTypes().at(-1)).toBe('customer.subscription.deleted');
    const idsOf = async (status?: 'all') =>
      (await stripe.subscriptions.list({ customer, ...(status && { status }) })).data.length;
    expect([await idsOf(), await idsOf('all')]).toEqual([0, 1]);
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    const change = stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(change).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('prices', () => {
  it('are listed and retrieved', async () => {
    const { data } = await stripe.prices.list({ type: 'recurring' });
    expect(data).toMatchObject([
      { id: 'price_annual', unit_amount: 19_999, recurring: { interval: 'year' } },
      { id: 'price_monthly', unit_amount: 1999, recurring: { interval: 'month' } },
    ]);
    const [payg] = (await stripe.prices.list({ type: 'one_time' })).data;
    expect(payg && (await stripe.prices.retrieve(payg.id))).toEqual(payg);
    await expect(stripe.prices.retrieve('price_none')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('are sold by Checkout', async () => {
    const session = await sellOnce({ line_items: [{ quantity: 2, price: 'price_payg' }] });
    expect(session.amount_total).toBe(2 * 999);
    const wrong = sellOnce({ line_items: [{ quantity: 1, price: 'price_monthly' }] });
    await expect(wrong).rejects.toMatchObject({ statusCode: 400 });
  });

  it('that came with a request are known from then on', async () => {
    const { subscription } = await subscribe();
    const { id, unit_amount } = subscription.items.data[0]?.price ?? { id: '' };
    expect(await stripe.prices.retrieve(id)).toMatchObject({ id, unit_amount });
  });
});

describe('invoices', () => {
  it('are kept for each period, with what was paid for', async () => {
    const { customer, subscription } = await subscribe();
    await click('/clock', { days: 31 });
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map((invoice) => invoice.billing_reason)).toEqual([
      'subscription_cycle',
      'subscription_create',
    ]);
    const [latest] = data;
    const known = await stripe.subscriptions.retrieve(subscription.id);
    expect(known.latest_invoice).toBe(latest?.id);
    const item = known.items.data[0];
    expect(await stripe.invoices.retrieve(latest?.id ?? '')).toMatchObject({
      status: 'paid',
      amount_paid: 999,
      lines: {
        data: [
          {
            amount: 999,
            period: { start: item?.current_period_start, end: item?.current_period_end },
            pricing: { price_details: { price: item?.price.id } },
          },
        ],
      },
    });
    const none = await stripe.invoices.list({ subscription: subscription.id, status: 'open' });
    expect(none.data).toEqual([]);
    await expect(stripe.invoices.retrieve('in_none')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('stay open until a late payment comes', async () => {
    const { customer, subscription } = await subscribe();
    const { payments } = standIn();
    await payments.renew(subscription, { isPaid: false });
    const openInvoices = () => stripe.invoices.list({ customer, status: 'open' });
    const [open] = (await openInvoices()).data;
    expect(open).toMatchObject({ amount_remaining: 999, attempt_count: 1 });
    await payments.renew(subscription, { isPaid: false });
    expect((await openInvoices()).data).toMatchObject([{ id: open?.id, attempt_count: 2 }]);
    await payments.renew(subscription, { isPaid: true });
    expect((await openInvoices()).data).toEqual([]);
    expect(events().at(-1)).toMatchObject({
      type: 'invoice.paid',
      data: { object: { id: open?.id, status: 'paid', attempt_count: 3 } },
    });
  });
});

describe('expand', () => {
  it('puts objects in place of their ids', async () => {
    const { customer, session, subscription } = await subscribe();
    const expand = ['customer', 'line_items', 'subscription.latest_invoice'];
    expect(await stripe.checkout.sessions.retrieve(session.id, { expand })).toMatchObject({
      customer: { id: customer, object: 'customer' },
      line_items: { data: [{ amount_total: 999, price: { recurring: { interval: 'month' } } }] },
      subscription: { id: subscription.id, latest_invoice: { object: 'invoice', status: 'paid' } },
    });
    const listed = await stripe.subscriptions.list({ customer, expand: ['data.customer'] });
    expect(listed.data[0]?.customer).toMatchObject({ email: 'mia@example.com' });
    const invoices = await stripe.invoices.list({
      customer,
      expand: ['data.payments.data.payment.payment_intent.latest_charge'],
    });
    expect(invoices.data[0]?.payments?.data[0]?.payment.payment_intent).toMatchObject({
      object: 'payment_intent',
      latest_charge: { object: 'charge', amount: 999 },
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).customer).toBe(customer);
  });

  it('works in the answer to a change, too', async () => {
    const { id: customer } = await stripe.customers.create();
    expect(await sellOnce({ customer, expand: ['customer'] })).toMatchObject({
      customer: { id: customer },
    });
    const { subscription } = await subscribe();
    const change = { metadata: { note: 'x' }, expand: ['latest_invoice'] };
    expect(await stripe.subscriptions.update(subscription.id, change)).toMatchObject({
      latest_invoice: { object: 'invoice' },
    });
  });

  it.each(['email', 'nothing.at.all'])('refuses %s', async (path) => {
    const { id } = await stripe.customers.create({ email: 'mia@example.com' });
    await expect(stripe.customers.retrieve(id, { expand: [path] })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`This property cannot be expanded (${path})`),
    });
  });
});

describe('the payment page', () => {
  it('shows what is bought', async () => {
    const { id } = await sellOnce({ customer_email: 'mia@example.com' });
    const { body } = await click(`/checkout/${id}`);
    expect(body).toMatchObject({
      status: 'open',
      email: 'mia@example.com',
      cancelUrl: urls.cancel_url,
      item: { name: '50 messages & more [new]', amount: 999, currency: 'usd', interval: null },
    });
  });

  it("takes a payment, sends the event first, and leads back with the session's id", async () => {
    const metadata = { plan: 'payg' };
    const { id } = await sellOnce({ metadata });
    const { status, body } = await click(`/checkout/${id}/pay`, good);
    expect([status, body]).toEqual([
      200,
      { redirectTo: `https://shop.example/ok?session_id=${id}` },
    ]);
    expect(product.received.map(({ url }) => url)).toEqual(['/api/webhooks/stripe']);
    const [event] = events();
    expect(event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object: { id, status: 'complete', payment_status: 'paid', url: null, metadata } },
    });
    expect(await stripe.checkout.sessions.retrieve(id)).toEqual(event?.data.object);
  });

  it('starts a subscription and sends all its events', async () => {
    const { customer, session, subscription } = await subscribe();
    expect(eventTypes()).toEqual([
      'customer.subscription.created',
      'checkout.session.completed',
      'invoice.paid',
    ]);
    const invoice = events()[2]?.data.object as Stripe.Invoice;
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      subscription: subscription.id,
      invoice: invoice.id,
      customer,
    });
    const known = await stripe.subscriptions.retrieve(subscription.id);
    expect(known).toMatchObject({
      status: 'active',
      customer,
      cancel_at: null,
      metadata: { userId: 'user_1' },
    });
    const [item] = known.items.data;
    expect(item?.price.recurring?.interval).toBe('month');
    const days = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 86_400;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
  });

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['1234 5678', 'This is not a test card. Use 4242 4242 4242 4242.'],
  ])('takes no money from the card %s', async (card, message) => {
    const { id } = await sellOnce();
    const { status, body } = await click(`/checkout/${id}/pay`, { card });
    expect([status, body]).toEqual([402, { message }]);
    expect(product.received).toEqual([]);
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('unpaid');
    expect((await click(`/checkout/${id}/pay`, good)).status).toBe(200);
  });

  it('takes money once', async () => {
    const { id } = await sellOnce();
    await click(`/checkout/${id}/pay`, good);
    const { status, body } = await click(`/checkout/${id}/pay`, good);
    expect([status, body.message]).toEqual([409, 'This payment has already been made.']);
    expect((await click('/checkout/cs_test_none')).status).toBe(404);
  });

  it("does nothing for another site's form", async () => {
    const { id } = await sellOnce();
    expect((await click(`/checkout/${id}/pay`, good, 'text/plain')).status).toBe(415);
  });
});

describe('a payment by bank', () => {
  it.each([
    [true, 'checkout.session.async_payment_succeeded', 'paid'],
    [false, 'checkout.session.async_payment_failed', 'unpaid'],
  ])(
    'is settled when the clock has gone on by a day (the money comes: %s)',
    async (isPaid, type, status) => {
      const { id } = await sellOnce();
      const { body } = await click(`/checkout/${id}/pay-later`, { isPaid });
      expect(body.redirectTo).toBe(`https://shop.example/ok?session_id=${id}`);
      expect(events().at(-1)?.data.object).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
      });
      await click('/clock', { days: 1 });
      expect(eventTypes()).toEqual(['checkout.session.completed', type]);
      expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe(status);
      expect((await click(`/checkout/${id}/settle`, { isPaid: true })).status).toBe(409);
    },
  );

  it('can be settled at once, and is not for subscriptions', async () => {
    const { id } = await sellOnce();
    await click(`/checkout/${id}/pay-later`, { isPaid: false });
    expect((await click('/overview')).body.checkouts).toMatchObject([
      { isSettling: true, status: 'waiting' },
    ]);
    await click(`/checkout/${id}/settle`, { isPaid: true });
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
    const { id: customer } = await stripe.customers.create({ email: 'mia@example.com' });
    const session = await sellSubscription(customer);
    const refused = await click(`/checkout/${session.id}/pay-later`, { isPaid: true });
    expect([refused.status, refused.body.message]).toEqual([
      402,
      'Subscriptions are paid by card here.',
    ]);
  });
});

describe('a reversed payment', () => {
  async function sellAndPay() {
    const { id } = await sellOnce({ payment_intent_data: { metadata: { plan: 'payg' } } });
    await click(`/checkout/${id}/pay`, good);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id);
    product.received.length = 0;
    const expand = ['data.payment_intent.latest_charge'];
    const lookUp = async () => {
      const found = await stripe.checkout.sessions.list({ payment_intent: String(intent), expand });
      const payment = found.data[0]?.payment_intent as Stripe.PaymentIntent;
      return payment.latest_charge as Stripe.Charge;
    };
    return { id, intent: String(intent), lookUp };
  }

  it('is refunded in parts, up to the whole', async () => {
    const { id, lookUp } = await sellAndPay();
    expect(await lookUp()).toMatchObject({ refunded: false, metadata: { plan: 'payg' } });
    await click(`/checkout/${id}/refund-half`, {});
    expect(await lookUp()).toMatchObject({ amount_refunded: 500, refunded: false });
    await click(`/checkout/${id}/refund`, {});
    expect(events().map(({ data }) => data.object)).toMatchObject([
      { object: 'charge', amount_refunded: 500, refunded: false },
      await lookUp(),
    ]);
    expect(await lookUp()).toMatchObject({ amount_refunded: 999, refunded: true });
    const again = await click(`/checkout/${id}/refund`, {});
    expect([again.status, again.body.message]).toEqual([
      409,
      'There is not that much left to refund.',
    ]);
  });

  it.each(['won', 'lost'])('is disputed, and the dispute is %s', async (end) => {
    const { id, intent, lookUp } = await sellAndPay();
    const disputesOf = () => stripe.disputes.list({ payment_intent: intent });
    expect((await disputesOf()).data).toEqual([]);
    const { body } = await click(`/checkout/${id}/dispute`, {});
    expect(body.checkouts).toMatchObject([{ id, charge: { dispute: 'needs_response' } }]);
    expect((await click(`/checkout/${id}/dispute`, {})).status).toBe(409);
    await click(`/checkout/${id}/dispute-${end}`, {});
    expect(eventTypes()).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
    expect((await disputesOf()).data).toMatchObject([{ status: end, payment_intent: intent }]);
    expect(await lookUp()).toMatchObject({ disputed: true, refunded: false });
    expect((await click(`/checkout/${id}/dispute-won`, {})).status).toBe(409);
  });

  it('is refused if nothing was charged', async () => {
    const { id } = await sellOnce();
    const { status, body } = await click(`/checkout/${id}/refund`, {});
    expect([status, body.message]).toEqual([409, 'Nothing was charged for this.']);
  });
});

describe('events', () => {
  it('are retried, each attempt with its own signature, until they are accepted', async () => {
    const taken = { status: 200, type: 'application/json', body: '{}' };
    const broken = { ...taken, status: 500 };
    product.answers.splice(0, 1, broken, broken, taken);
    const { id } = await sellOnce();
    expect((await click(`/checkout/${id}/pay`, good)).status).toBe(200);
    await product.sandbox.waitUntilIdle();
    expect(product.received).toHaveLength(3);
    expect(new Set(events().map((event) => event.id)).size).toBe(1);
  });
});

describe('the portal', () => {
  it('cancels at the end of the period, and resumes', async () => {
    const { customer, subscription } = await subscribe();
    const { id } = await stripe.billingPortal.sessions.create({ customer });
    const { body } = await click(`/portal/${id}/cancel`, {});
    const end = subscription.items.data[0]?.current_period_end;
    expect(body.subscription).toMatchObject({ status: 'active', cancelAt: end });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at: end,
      cancel_at_period_end: false,
    });
    await click(`/portal/${id}/resume`, {});
    const [canceled, resumed] = events().slice(-2);
    expect(canceled).toMatchObject({
      type: 'customer.subscription.updated',
      data: { object: { cancel_at: end }, previous_attributes: { cancel_at: null } },
    });
    expect(resumed?.data).toMatchObject({
      object: { cancel_at: null },
      previous_attributes: { cancel_at: end },
    });
  });

  it('changes to the other interval', async () => {
    const { customer, subscription } = await subscribe();
    const { id } = await stripe.billingPortal.sessions.create({ customer });
    expect((await click(`/portal/${id}`)).body.other).toMatchObject({ interval: 'year' });
    await click(`/portal/${id}/switch`, {});
    const { items } = await stripe.subscriptions.retrieve(subscription.id);
    expect(items.data[0]?.price).toMatchObject({
      unit_amount: 19_999,
      recurring: { interval: 'year' },
    });
  });

  it.each([
    [true, 'active', 'invoice.paid'],
    [false, 'past_due', 'invoice.payment_failed'],
  ])('renews when it is asked to (paid: %s)', async (isPaid, status, type) => {
    const { customer, subscription } = await subscribe();
    const end = subscription.items.data[0]?.current_period_end;
    const { id } = await stripe.billingPortal.sessions.create({ customer });
    await click(`/portal/${id}/renew`, { isPaid });
    const known = await stripe.subscriptions.retrieve(subscription.id);
    expect(known.status).toBe(status);
    expect(known.items.data[0]?.current_period_start).toBe(end);
    expect(eventTypes().slice(-2)).toEqual(['customer.subscription.updated', type]);
  });

  it('ends a subscription, and then has none to show', async () => {
    const { customer, subscription } = await subscribe();
    const { id } = await stripe.billingPortal.sessions.create({ customer });
    expect((await click(`/portal/${id}/end`, {})).body.subscription).toBeNull();
    expect(eventTypes().at(-1)).toBe('customer.subscription.deleted');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect((await click(`/portal/${id}/cancel`, {})).status).toBe(409);
    expect((await click('/portal/bps_none')).status).toBe(404);
  });
});

describe('the clock', () => {
  const monthLater = { days: 31 };
  const periodEnd = async (id: string) =>
    (await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end ?? 0;

  it('renews each period that falls due, at its own time', async () => {
    const { subscription } = await subscribe();
    const first = await periodEnd(subscription.id);
    product.received.length = 0;
    await click('/clock', { days: 366 });
    expect(eventTypes().filter((type) => type === 'invoice.paid')).toHaveLength(12);
    expect(events().find(({ type }) => type === 'invoice.paid')?.created).toBe(first);
    const end = new Date((await periodEnd(subscription.id)) * 1000);
    expect(end.getTime()).toBeGreaterThan(Date.now() + 366 * dayMs);
  });

  it('ends subscriptions canceled at the end of their period', async () => {
    const { customer, subscription } = await subscribe();
    const { id } = await stripe.billingPortal.sessions.create({ customer });
    await click(`/portal/${id}/cancel`, {});
    const { body } = await click(`/portal/${id}/clock`, monthLater);
    expect(body.subscription).toBeNull();
    expect(events().at(-1)).toMatchObject({
      type: 'customer.subscription.deleted',
      created: subscription.items.data[0]?.current_period_end,
    });
  });

  it('retries a failing card three times, then cancels', async () => {
    const { customer, subscription } = await subscribe();
    const { id } = await stripe.billingPortal.sessions.create({ customer });
    expect((await click(`/portal/${id}/card`, { isGood: false })).body.subscription).toMatchObject({
      hasGoodCard: false,
    });
    await click(`/portal/${id}/clock`, monthLater);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    const end = await periodEnd(subscription.id);
    await click(`/portal/${id}/clock`, { days: 7 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled');
    expect(eventTypes().slice(-5)).toEqual([
      'invoice.payment_failed',
      'invoice.payment_failed',
      'invoice.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ]);
    expect(await periodEnd(subscription.id)).toBe(end);
  });

  it('takes a late payment at the next retry once the card works', async () => {
    const { customer, subscription } = await subscribe();
    const { id } = await stripe.billingPortal.sessions.create({ customer });
    await click(`/portal/${id}/card`, { isGood: false });
    await click(`/portal/${id}/clock`, monthLater);
    const end = await periodEnd(subscription.id);
    await click(`/portal/${id}/card`, { isGood: true });
    await click(`/portal/${id}/clock`, { days: 6 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect(await periodEnd(subscription.id)).toBe(end);
  });

  it('expires payment pages without a payment', async () => {
    const { id } = await sellOnce();
    await click('/clock', { days: 1 });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    expect(eventTypes()).toEqual(['checkout.session.expired']);
    const refused = await click(`/checkout/${id}/pay`, good);
    expect([refused.status, refused.body.message]).toEqual([409, 'This payment page has expired.']);
  });
});

describe('a failure on request', () => {
  it.each([
    ['busy', { type: 'StripeRateLimitError', statusCode: 429, code: 'rate_limit' }],
    ['broken', { type: 'StripeAPIError', statusCode: 500 }],
    ['declined', { type: 'StripeCardError', statusCode: 402, code: 'card_declined' }],
    ['disconnected', { type: 'StripeConnectionError' }],
  ])("%s has the shape of Stripe's own", async (failure, error) => {
    await click('/failure', { failure });
    await expect(sellOnce()).rejects.toMatchObject(error);
    await click('/failure', { failure: null });
    expect((await sellOnce()).status).toBe('open');
  });

  it('of Stripe itself is kept with its key, and a refusal is not', async () => {
    const make = (idempotencyKey: string) => stripe.customers.create({}, { idempotencyKey });
    for (const [failure, kept] of [
      ['broken', false],
      ['busy', true],
    ] as const) {
      await click('/failure', { failure });
      await expect(make(failure)).rejects.toThrow();
      await click('/failure', { failure: null });
      const again = make(failure).then(
        () => true,
        () => false,
      );
      expect(await again).toBe(kept);
    }
  });
});

describe('the pages', () => {
  it.each(['', '/checkout/cs_test_1', '/portal/bps_1'])(
    '%j has nothing inline and loads only what is there',
    async (path) => {
      const response = await fetch(`${product.url}/stripe${path}`);
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
      const html = await response.text();
      expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/);
      const files = [...html.matchAll(/(?:src|href)="\/sandbox(\/(?:stripe\/)?page\/[^"]+)"/g)];
      expect(files.length).toBeGreaterThan(3);
      for (const [, file] of files) {
        expect((await fetch(product.url + file)).status, file).toBe(200);
      }
    },
  );

  it('list what was opened and bought, newest first', async () => {
    const { session } = await subscribe();
    const open = await sellOnce();
    const { body } = await click('/overview');
    expect(body.checkouts).toMatchObject([
      { status: 'open', url: open.url },
      { status: 'complete', url: null, email: 'mia@example.com' },
    ]);
    expect(body.subscriptions).toMatchObject([{ status: 'active', email: 'mia@example.com' }]);
    expect(session.url).not.toBeNull();
  });
});

it('keeps customers and subscriptions over a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-'));
  for (const isSecond of [false, true]) {
    await product.close();
    product = await startTestProduct({ dataDir });
    stripe = connect();
    if (!isSecond) await subscribe();
  }
  const [subscription] = standIn().account.subscriptions.values();
  expect(await stripe.subscriptions.retrieve(subscription?.id ?? '')).toMatchObject({
    status: 'active',
  });
  rmSync(dataDir, { recursive: true });
});
