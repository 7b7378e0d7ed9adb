import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cards } from '#sandbox/stripe/payments.ts';
import { creditEntries, trialClaims, users } from '#server/db/schema.ts';
import { plans } from '#shared/plans.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy, findCheckout, getStripe, openCheckout, subscribe } from '#test/checkout.ts';
import { actDuringNextCall } from '#test/erasure.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { withholdEvents } from '#test/stripe-events.ts';

let test: TestApp;
let call: ReturnType<typeof callAs>;
beforeAll(async () => {
  test = await startTestApp();
  call = callAs(test, null);
});
afterEach(() => getStripe(test).setDown(false));
afterAll(() => test.close());

const checkoutPath = '/api/subscription/create-checkout-session';
const portalPath = '/api/subscription/create-portal-session';
const down = "The payment service can't be reached. Please try again.";
const signInNew = (change: Parameters<typeof signIn>[1] = {}) =>
  signIn(test, { phoneNumber: null, ...change });
const setPhone = (mine: typeof call) => mine('PUT', '/api/auth/profile', { phoneNumber: aPhone() });
const entriesOf = (userId: string) =>
  test.runtime.db.select().from(creditEntries).where(eq(creditEntries.userId, userId));

describe('pricing', () => {
  // spec: 1.5
  it('shows every plan to everyone when payments are set up', async () => {
    const { status, body } = await call('GET', '/api/pricing');
    expect(status).toBe(200);
    expect(body).toEqual({ plans });
    expect(Object.keys(body.plans)).toEqual(['trial', 'payg', 'monthly', 'annual']);
  });

  // spec: 5.31
  it('leaves the trial out for those who had it, by account, email or phone, and for buyers', async () => {
    const offered = async (mine: typeof call) =>
      Object.keys((await mine('GET', '/api/pricing')).body.plans).includes('trial');
    const { user, call: first } = await signInNew();
    expect(await offered(first)).toBe(true);
    await setPhone(first);
    await first('POST', checkoutPath, { plan: 'trial' });
    expect(await offered(first)).toBe(false);
    const { db, clock } = test.runtime;
    const verified = { phoneVerifiedAt: clock.now() };
    const { user: trying } = await signIn(test, verified);
    await db.update(users).set({ phoneNumber: null }).where(eq(users.id, trying.id));
    const { call: samePhone } = await signInNew({ ...verified, phoneNumber: trying.phoneNumber });
    expect(await offered(samePhone)).toBe(false);
    await db.update(users).set({ email: 'moved@example.com' }).where(eq(users.id, user.id));
    const { call: sameEmail } = await signInNew({ email: user.email.toUpperCase() });
    expect(await offered(sameEmail)).toBe(false);
    const { call: buyer } = await signInNew();
    await buy(test, buyer, 'payg');
    expect(await offered(buyer)).toBe(false);
    expect(await offered(callAs(test, 'no-such-token-no-such-token'))).toBe(true);
  });

  it("omits plans that can't be bought", async () => {
    const other = await startTestApp({ SANDBOX: 'off' });
    const mine = (await signIn(other)).call;
    const visitor = callAs(other, null);
    expect((await visitor('GET', '/api/pricing')).body).toEqual({ plans: { trial: plans.trial } });
    expect((await mine('GET', '/api/pricing')).body).toEqual({ plans: {} });
    const refused = await mine('POST', checkoutPath, { plan: 'payg' });
    expect([refused.status, refused.body.message]).toEqual([422, 'Payments are not set up here.']);
    expect((await mine('GET', '/api/stripe/session/cs_test_1')).status).toBe(404);
    const form = {
      email: 'early@example.com',
      password: 'Secret-123',
      phoneNumber: aPhone(),
      subscriptionPlan: 'monthly',
    };
    const signUp = await mine('POST', '/api/auth/register', form);
    expect([signUp.status, signUp.body.message]).toEqual([
      422,
      "Paid plans can't be bought here. Please start with the free trial.",
    ]);
    expect((await mine('POST', '/api/auth/login', form)).status).toBe(401);
    const webhook = await mine('POST', '/api/webhooks/stripe', {});
    expect(webhook.status).toBe(404);
    await other.close();
  });
});

describe('the trial', () => {
  // spec: 7.14
  it('starts at once, and only once per person', async () => {
    const { user, call: mine } = await signInNew();
    await setPhone(mine);
    const { status, body } = await mine('POST', checkoutPath, { plan: 'trial' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'You have 5 messages to chat with our AI experts.',
    });
    expect((await mine('GET', '/api/auth/user')).body.user.paidMessages).toBe(5);

    const again = await mine('POST', checkoutPath, { plan: 'trial' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'The free trial has already been used. Please choose another plan.',
    ]);
    await setPhone(mine);
    expect((await mine('POST', checkoutPath, { plan: 'trial' })).status).toBe(409);
    expect(await entriesOf(user.id)).toMatchObject([{ kind: 'grant', grantedDelta: 5 }]);
  });

  it('is granted once per verified phone, even to another person', async () => {
    const { db, clock } = test.runtime;
    const verified = { phoneVerifiedAt: clock.now() };
    const { user: first, call: firsts } = await signIn(test, verified);
    const { phoneNumber } = first;
    await firsts('PUT', '/api/auth/profile', { phoneNumber: '' });
    const { user, call: mine } = await signInNew();
    await mine('PUT', '/api/auth/profile', { phoneNumber });
    await db.update(users).set(verified).where(eq(users.id, user.id));
    expect((await mine('POST', checkoutPath, { plan: 'trial' })).status).toBe(409);
  });

  it('requires a phone', async () => {
    const { call: mine } = await signInNew();
    const { status, body } = await mine('POST', checkoutPath, { plan: 'trial' });
    expect([status, body.message]).toEqual([
      422,
      'Please add your phone number in Settings first: the trial is for a phone.',
    ]);
  });

  it.each(['payg', 'monthly'] as const)('is not given to a person who bought %s', async (plan) => {
    const { user, call: mine } = await signInNew();
    const bought = await buy(test, mine, plan);
    const { charges, subscriptions } = getStripe(test).account;
    const charge = charges.get(bought.session.payment_intent ?? '');
    if (charge) await getStripe(test).refunds.refund(charge);
    const subscription = subscriptions.get(bought.session.subscription ?? '');
    if (subscription) await getStripe(test).payments.end(subscription);
    await setPhone(mine);
    const { status, body } = await mine('POST', checkoutPath, { plan: 'trial' });
    expect([status, body.message]).toEqual([
      409,
      'The free trial is for people who have not bought anything yet. Please choose a plan.',
    ]);
    expect((await getUser(test.runtime.db, user.id)).paidMessages).toBe(0);
  });

  it('is granted once for 20 simultaneous requests', async () => {
    const { user, call: mine } = await signInNew();
    await setPhone(mine);
    const asked = Array.from({ length: 20 }, () => mine('POST', checkoutPath, { plan: 'trial' }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect((await getUser(test.runtime.db, user.id)).paidMessages).toBe(5);
    expect(await entriesOf(user.id)).toHaveLength(1);
  });
});

describe('checkout', () => {
  // spec: 1.6
  it.each([
    ['payg', 'payment', 999, null],
    ['monthly', 'subscription', 1999, 'month'],
    ['annual', 'subscription', 19_999, 'year'],
  ] as const)('opens the payment page of %s', async (plan, mode, amount, interval) => {
    const { user, call: mine } = await signIn(test);
    const { status, body } = await mine('POST', checkoutPath, { plan });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, message: 'Continue on the payment page.' });
    const { publicUrl } = test.runtime.config;
    expect(body.url).toMatch(`${publicUrl}/sandbox/stripe/checkout/cs_test_`);

    const { session, item, innerMetadata } = findCheckout(test, body.url);
    const metadata = { userId: user.id, plan };
    expect(session).toMatchObject({
      mode,
      amount_total: amount,
      currency: 'usd',
      client_reference_id: user.id,
      metadata,
      success_url: `${publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${publicUrl}/payment-cancel`,
    });
    expect(innerMetadata).toEqual(metadata);
    expect(item).toMatchObject({ name: `Sagewire: ${plans[plan].name}`, interval });
  });

  it('requires a signed-in user and an existing plan', async () => {
    expect((await call('POST', checkoutPath, { plan: 'payg' })).status).toBe(401);
    const { call: mine } = await signIn(test);
    const { status, body } = await mine('POST', checkoutPath, { plan: 'lifetime' });
    expect([status, body.message]).toEqual([
      400,
      'plan: Plan must be one of trial, payg, monthly, annual',
    ]);
  });

  it('keeps one customer per person, even for many requests at once', async () => {
    const { user, call: mine } = await signIn(test);
    const pages = await Promise.all([1, 2, 3].map(() => openCheckout(test, mine, 'payg')));
    const { stripeCustomerId } = await getUser(test.runtime.db, user.id);
    expect(stripeCustomerId).toMatch(/^cus_/);
    expect(new Set(pages.map(({ session }) => session.customer))).toEqual(
      new Set([stripeCustomerId]),
    );
    expect((await openCheckout(test, mine, 'monthly')).session.customer).toBe(stripeCustomerId);
    expect(getStripe(test).account.customers.get(stripeCustomerId as string)).toMatchObject({
      email: user.email,
      metadata: { userId: user.id },
    });
  });

  it('creates a new customer when Stripe no longer knows the old one', async () => {
    const { user, call: mine } = await signIn(test, { stripeCustomerId: 'cus_fromElsewhere' });
    const { session } = await openCheckout(test, mine, 'payg');
    expect(session.customer).not.toBe('cus_fromElsewhere');
    expect((await getUser(test.runtime.db, user.id)).stripeCustomerId).toBe(session.customer);
  });

  it('returns only to the white-label domain it started from', async () => {
    const expert = await anExpert(test, { customDomain: 'ask.example.org' });
    const { token } = await signIn(test);
    const start = async (host: string) => {
      const headers = { host, authorization: `Bearer ${token}` };
      const payload = { plan: 'payg' };
      const reply = await test.app.inject({ method: 'POST', url: checkoutPath, headers, payload });
      return findCheckout(test, reply.json().url).session.cancel_url;
    };
    const { port } = test.runtime.config;
    expect(expert.customDomain).toBe('ask.example.org');
    expect(await start(`Ask.example.org:${port}`)).toBe(
      `http://ask.example.org:${port}/payment-cancel`,
    );
    expect(await start('evil.example.org')).toBe(`http://localhost:${port}/payment-cancel`);
  });

  it("reports that Stripe can't be reached, and works again afterwards", async () => {
    const { call: mine } = await signIn(test);
    getStripe(test).setDown(true);
    const { status, body } = await mine('POST', checkoutPath, { plan: 'payg' });
    expect([status, body]).toEqual([502, { message: down }]);
    getStripe(test).setDown(false);
    expect((await mine('POST', checkoutPath, { plan: 'payg' })).status).toBe(200);
  });

  it('sends subscribers to the portal, and sells them no messages while theirs are unlimited', async () => {
    const { call: mine, user } = await signIn(test);
    await subscribe(test, mine, 'monthly');
    for (const plan of ['monthly', 'annual']) {
      const { status, body } = await mine('POST', checkoutPath, { plan });
      expect([status, body.message]).toEqual([
        409,
        'You already have a subscription. You can change or cancel it in the billing portal.',
      ]);
    }
    const { subExpiration } = await getUser(test.runtime.db, user.id);
    const day = subExpiration?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const messages = await mine('POST', checkoutPath, { plan: 'payg' });
    expect([messages.status, messages.body.message]).toEqual([
      409,
      `Your messages are unlimited until ${day}. You don't need to buy any.`,
    ]);
    const over = { subExpiration: test.runtime.clock.now() };
    await test.runtime.db.update(users).set(over).where(eq(users.id, user.id));
    expect((await mine('POST', checkoutPath, { plan: 'payg' })).status).toBe(200);
  });

  it('sells one subscription at a time: it closes an earlier page and checks with Stripe', async () => {
    const { user, call } = await signIn(test);
    const first = await openCheckout(test, call, 'monthly');
    const messages = await openCheckout(test, call, 'payg');
    const second = await openCheckout(test, call, 'annual');
    expect([first, messages, second].map(({ session }) => session.status)).toEqual([
      'expired',
      'open',
      'open',
    ]);
    await withholdEvents(test, () => getStripe(test).payments.pay(second, cards.good));
    expect((await getUser(test.runtime.db, user.id)).subExpiration).toBeNull();
    const { status, body } = await call('POST', checkoutPath, { plan: 'annual' });
    expect(status).toBe(409);
    expect(body.message).toContain('already have a subscription');
  });

  it.each([
    ['all for one plan', ['monthly', 'monthly', 'monthly', 'monthly', 'monthly', 'monthly']],
    ['for both', ['monthly', 'annual', 'monthly', 'annual', 'monthly', 'annual']],
  ] as const)(
    'leaves one subscription page open after six simultaneous requests (%s)',
    async (_, plansAsked) => {
      const { call } = await signIn(test);
      const { session } = await openCheckout(test, call, 'monthly');
      const replies = await Promise.all(
        // One network has to wait for its others.
        plansAsked.map((plan, nth) => call('POST', checkoutPath, { plan }, {}, `10.1.0.${nth}`)),
      );
      const refused =
        'Another payment page was opened at the same moment. Please pay there, or try again.';
      for (const { status, body } of replies.filter(({ body }) => !body.url)) {
        expect([status, body.message]).toEqual([409, refused]);
        expect(plansAsked).toContain('annual');
      }
      const open = [...getStripe(test).account.checkouts.values()].filter(
        ({ session: each }) => each.customer === session.customer && each.status === 'open',
      );
      expect(open).toHaveLength(1);
      expect(replies.map(({ body }) => body.url)).toContain(open[0]?.session.url);
    },
  );

  it('sells no second subscription while the first is being paid for', async () => {
    const { call } = await signIn(test);
    actDuringNextCall(test, /v1\/checkout\/sessions$/, () =>
      withholdEvents(test, () => buy(test, call, 'monthly')),
    );
    const { status, body } = await call('POST', checkoutPath, { plan: 'annual' });
    expect(status).toBe(409);
    expect(body.message).toContain('already have a subscription');
  });

  it('charges the prices configured at Stripe, if any', async () => {
    const other = await startTestApp({
      STRIPE_SECRET_KEY: 'sk_test_ours',
      STRIPE_WEBHOOK_SECRET: 'whsec_ours',
      STRIPE_PRICE_MONTHLY: 'price_ours',
      SUPPORT_EMAIL: 'help@example.com',
      STRIPE_API_URL: `${test.runtime.config.publicUrl}/sandbox/stripe`,
    });
    const { secretKey } = test.runtime.config.stripe ?? {};
    const config = other.runtime.config.stripe;
    if (config && secretKey) config.secretKey = secretKey;
    const { call: mine } = await signIn(other);
    const { status, body } = await mine('POST', checkoutPath, { plan: 'monthly' });
    expect([status, body.message]).toEqual([
      422,
      "This can't be paid for right now. Please contact support: help@example.com.",
    ]);
    const asked = test.sandbox.wire.findLast(({ title }) => title === 'Stripe: checkout/sessions');
    expect(decodeURIComponent(asked?.request.body ?? '')).toContain(
      'line_items[0][price]=price_ours',
    );
    await other.close();
  });
});

describe('the subscription', () => {
  // spec: 3.8
  it('has the status none at first', async () => {
    const { call: mine } = await signIn(test);
    expect((await mine('GET', '/api/subscription')).body.subscription).toEqual({
      status: 'none',
      plan: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
    });
    expect((await call('GET', '/api/subscription')).status).toBe(401);
  });

  // spec: 3.1 3.8
  it.each(['monthly', 'annual'] as const)('is active once %s is paid for', async (plan) => {
    const { call: mine } = await signIn(test);
    const { id, items } = await subscribe(test, mine, plan);
    const end = new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString();
    expect((await mine('GET', '/api/subscription')).body.subscription).toEqual({
      status: 'active',
      plan,
      currentPeriodEnd: end,
      cancelAtPeriodEnd: false,
    });
    expect((await mine('GET', '/api/auth/user')).body.user).toMatchObject({
      subExpiration: end,
      stripeSubscriptionId: id,
      paidMessages: 5,
    });
  });
});

describe('the billing portal', () => {
  it('opens for customers and leads back to their subscription page', async () => {
    const { publicUrl } = test.runtime.config;
    for (const [change, page] of [
      [{}, '/user/subscription'],
      [asAdmin, '/subscription'],
    ] as const) {
      const { call: mine } = await signIn(test, change);
      await buy(test, mine, 'payg');
      const { status, body } = await mine('POST', portalPath);
      expect(status).toBe(200);
      const portal = getStripe(test).account.portals.get(body.url.split('/').at(-1));
      expect(portal?.return_url).toBe(publicUrl + page);
    }
  });

  it('is not available to people who never chose a plan', async () => {
    const words = 'There is nothing to manage yet: choose a plan first.';
    for (const stripeCustomerId of [null, 'cus_fromElsewhere2']) {
      const { call: mine } = await signIn(test, { stripeCustomerId });
      const { status, body } = await mine('POST', portalPath);
      expect([status, body.message]).toEqual([409, words]);
    }
    expect((await call('POST', portalPath)).status).toBe(401);
  });
});

describe('the success page', () => {
  it.each(['payg', 'monthly'] as const)('shows that %s was bought', async (plan) => {
    const { call: mine } = await signIn(test);
    const { session } = await buy(test, mine, plan);
    const { status, body } = await mine('GET', `/api/stripe/session/${session.id}`);
    expect([status, body]).toEqual([200, { plan }]);
  });

  it("shows nothing of other people's or unknown payments", async () => {
    const { call: theirs } = await signIn(test);
    const { session } = await buy(test, theirs, 'payg');
    const { call: mine } = await signIn(test);
    for (const id of [session.id, 'cs_test_unknown', '..%2Fcustomers']) {
      const { status, body } = await mine('GET', `/api/stripe/session/${id}`);
      expect([status, body.message]).toEqual([404, 'Payment not found']);
    }
    expect((await call('GET', `/api/stripe/session/${session.id}`)).status).toBe(401);
  });

  it('does not report an unpaid purchase as paid', async () => {
    const { call: mine } = await signIn(test);
    const { session } = await openCheckout(test, mine, 'payg');
    const { status, body } = await mine('GET', `/api/stripe/session/${session.id}`);
    expect([status, body.message]).toEqual([409, 'This payment is not complete yet.']);
  });
});

describe('sign-up with a paid plan', () => {
  const form = (change: object = {}) => ({
    email: `payer-${aPhone()}@example.com`,
    password: 'Secret-123',
    phoneNumber: aPhone(),
    ...change,
  });

  it.each(['payg', 'monthly', 'annual'])('leads to the payment page for %s', async (plan) => {
    const request = form({ subscriptionPlan: plan });
    const { status, body } = await call('POST', '/api/auth/register', request);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email: request.email, paidMessages: 0 });
    const { session } = findCheckout(test, body.checkoutUrl);
    expect(session.metadata).toEqual({ userId: body.user.id, plan });
    const { db } = test.runtime;
    const claims = db.select().from(trialClaims).where(eq(trialClaims.userId, body.user.id));
    expect(await claims).toEqual([]);
    // The trial remains while nothing is paid.
    const mine = callAs(test, body.token);
    expect((await mine('POST', checkoutPath, { plan: 'trial' })).status).toBe(200);
  });

  it("creates the account even when Stripe can't be reached", async () => {
    getStripe(test).setDown(true);
    const request = form({ subscriptionPlan: 'monthly' });
    const { status, body } = await call('POST', '/api/auth/register', request);
    expect(status).toBe(200);
    expect(body.user.email).toBe(request.email);
    expect(body).not.toHaveProperty('checkoutUrl');
    getStripe(test).setDown(false);
    const mine = callAs(test, body.token);
    expect((await mine('POST', checkoutPath, { plan: 'monthly' })).status).toBe(200);
  });

  it('leaves nothing at Stripe when the sign-up is refused', async () => {
    const first = form();
    await call('POST', '/api/auth/register', first);
    const { phone } = await aConnectedUser(test, await anExpert(test));
    const { account } = getStripe(test);
    const before = [account.customers.size, account.checkouts.size];
    for (const change of [{ email: first.email }, { phoneNumber: phone }]) {
      const request = form({ ...change, subscriptionPlan: 'monthly' });
      expect((await call('POST', '/api/auth/register', request)).status).toBe(409);
    }
    expect([account.customers.size, account.checkouts.size]).toEqual(before);
  });
});
