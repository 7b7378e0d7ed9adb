import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPaymentIntentId } from '#sandbox/stripe/invoices.ts';
import { cards } from '#sandbox/stripe/payments.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import {
  connections,
  deliveries,
  type ExpertRow,
  messages,
  optOuts,
  threads,
  users,
} from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy, getStripe, openCheckout, subscribe } from '#test/checkout.ts';
import { actDuringNextCall, aNamedUser, findInDatabase, password } from '#test/erasure.ts';
import { anExpert, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { anEvent, deliver } from '#test/stripe-events.ts';
import { createTexter } from '#test/texter.ts';
import { connectUser } from '../connections/service.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, webhookFor } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received, webhookFor } = createTexter(test, expert));
});
afterAll(() => test.close());

async function aCustomer() {
  const person = await aNamedUser(test, expert);
  await text(person.phone, person.question);
  await test.runUntilIdle();
  await buy(test, person.call, 'payg');
  return { ...person, user: await getUser(test.runtime.db, person.user.id) };
}
const rowsOfThread = (id: string) =>
  test.runtime.db
    .select()
    .from(messages)
    .where(eq(messages.threadId, id))
    .orderBy(asc(messages.seq));
const threadsAt = (handle: string) =>
  test.runtime.db.select().from(threads).where(eq(threads.handle, handle));

describe('deleting an account', () => {
  it('leaves no name, number, text or gateway id anywhere in the database', async () => {
    const person = await aCustomer();
    const { call: admin } = await signIn(test, asAdmin);
    await admin('PUT', `/api/threads/${person.thread.id}/title`, { title: 'Walrus matters' });
    const [asked, answer] = await rowsOfThread(person.thread.id);
    const { user } = person;
    const traces = [user.email, user.firstName, user.lastName, user.phoneNumber, person.question]
      .concat(user.smsConsentAddress, user.stripeCustomerId, 'Walrus matters')
      .concat(asked?.gatewayMessageId ?? null, answer?.body ?? null)
      .map(String);
    const before = await findInDatabase(test, traces);
    for (const trace of traces) expect(before.join(), trace).toContain(trace);
    expect((await person.leave()).body).toEqual({ ok: true });
    await test.runUntilIdle();
    expect(await findInDatabase(test, traces)).toEqual([]);
  });

  it('keeps a ledger that adds up, and what analytics counted', async () => {
    const person = await aCustomer();
    const { call: admin } = await signIn(test, asAdmin);
    await admin('POST', `/api/users/${person.user.id}/credits`, { delta: 2, reason: 'Sorry!' });
    const { messageCount, paidMessages } = await getUser(test.runtime.db, person.user.id);
    const analytics = async () => {
      const { messagesIn, answered, failed, rejected } = (
        await admin('GET', '/api/analytics?days=7')
      ).body.totals;
      return { messagesIn, answered, failed, rejected };
    };
    const counted = await analytics();
    await person.leave();
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
    const left = await getUser(test.runtime.db, person.user.id);
    expect([left.messageCount, left.paidMessages]).toEqual([messageCount, paidMessages]);
    expect(await analytics()).toEqual(counted);
  });

  it('signs the person out everywhere and prevents another login', async () => {
    const person = await aNamedUser(test, expert);
    await person.leave();
    expect((await person.call('GET', '/api/auth/user')).status).toBe(401);
    const login = { email: person.user.email, password };
    const { status, body } = await callAs(test, null)('POST', '/api/auth/login', login);
    expect([status, body.message]).toEqual([401, 'Invalid email or password']);
  });

  it("removes the conversations from the admins' list", async () => {
    const person = await aCustomer();
    const { call: admin } = await signIn(test, asAdmin);
    await person.leave();
    const { threads: listed } = (await admin('GET', '/api/threads?limit=200')).body;
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(person.thread.id);
    const messagesUrl = `/api/threads/${person.thread.id}/messages`;
    expect((await admin('GET', messagesUrl)).status).toBe(404);
    expect((await admin('POST', messagesUrl, { body: 'Hello?' })).status).toBe(404);
  });

  it('frees the phone and the email for a new account, without a second trial', async () => {
    const person = await aNamedUser(test, expert);
    await person.leave();
    const { email } = person.user;
    const register = (change: object) =>
      callAs(test, null)('POST', '/api/auth/register', {
        email,
        password,
        phoneNumber: person.phone,
        ...change,
      });
    const { status, body } = await register({});
    expect([status, body.message]).toEqual([409, 'This email has already had its free trial.']);
    const again = await register({ subscriptionPlan: 'payg' });
    expect(again.body.user).toMatchObject({ email, phoneNumber: person.phone, paidMessages: 0 });
    const mine = callAs(test, again.body.token);
    expect((await mine('GET', '/api/threads')).body.threads).toEqual([]);
    const checkout = '/api/subscription/create-checkout-session';
    expect((await mine('POST', checkout, { plan: 'trial' })).status).toBe(409);
  });

  it("turns the phone into a stranger's, which is invited and gets no answers", async () => {
    const person = await aCustomer();
    await person.leave();
    await test.runUntilIdle();
    const before = received(person.phone).length;
    await text(person.phone, 'Hello again');
    await test.runUntilIdle();
    const [invitation, ...more] = received(person.phone).slice(before);
    expect(invitation).toContain('sign up at');
    expect(more).toEqual([]);
    const [thread] = await threadsAt(person.phone);
    expect(thread).toMatchObject({ userId: null, lastMessage: invitation, messageCount: 2 });
    expect(thread?.id).not.toBe(person.thread.id);
  });

  it.each([true, false])('keeps a STOP in force (already processed: %s)', async (isWorkedOn) => {
    const person = await aNamedUser(test, expert);
    await text(person.phone, 'STOP');
    if (isWorkedOn) await test.runUntilIdle();
    await person.leave();
    const before = received(person.phone).length;
    await text(person.phone, 'Hello again');
    await test.runUntilIdle();
    expect(received(person.phone)).toHaveLength(before);
  });

  it.each(['SMS', 'WHATSAPP'] as const)(
    'erases what a verified phone wrote by %s to experts it was never connected to',
    async (channel) => {
      const person = await aNamedUser(test, expert);
      const other = await anExpert(test, { channel });
      await text(person.phone, 'A secret for somebody else', other);
      await test.runUntilIdle();
      await test.advance(dayMs);
      await person.leave();
      await test.runUntilIdle();
      // Digits alone also find the gateways' formats.
      const traces = ['A secret for somebody else', person.phone.slice(1)];
      expect(await findInDatabase(test, traces)).toEqual([]);
    },
  );

  it('keeps what an unverified phone wrote, but masks the email in the question sent to it', async () => {
    const { call, user } = await signIn(test, { passwordHash: await getKnownHash() });
    const phone = user.phoneNumber as string;
    await text(phone, 'I am somebody else');
    await call('POST', `/api/experts/${expert.id}/connect`);
    await call('DELETE', '/api/account', { password });
    await test.runUntilIdle();
    const masked = `${user.email.slice(0, 1)}***@example.com`;
    expect(received(phone).join()).not.toContain(masked);
    const [thread] = await threadsAt(phone);
    const bodies = (await rowsOfThread(thread?.id ?? '')).map(({ body }) => body);
    expect(bodies).toContain('I am somebody else');
    expect(bodies.join()).toContain(`Reply YES to chat with ${expert.displayName}. Msg`);
    expect(bodies.join() + thread?.lastMessage).not.toContain(masked);
  });

  it('is refused for a wrong password, and blocked for a while after ten of them', async () => {
    const person = await aNamedUser(test, expert);
    const guess = () => person.call('DELETE', '/api/account', { password: 'Guess-123' });
    const { status, body } = await guess();
    expect([status, body.message]).toEqual([403, 'That password is wrong.']);
    for (let tries = 0; tries < 9; tries++) await guess();
    const blocked = await person.leave();
    expect(blocked.status).toBe(429);
    expect(blocked.body.message).toMatch(/^Too many wrong passwords\./);
    expect((await person.call('DELETE', '/api/account', {})).status).toBe(400);
    expect((await callAs(test, null)('DELETE', '/api/account', { password })).status).toBe(401);
    expect((await getUser(test.runtime.db, person.user.id)).deletedAt).toBeNull();
  });

  it('is refused for admins, with a reason', async () => {
    const { call } = await signIn(test, { ...asAdmin, passwordHash: await getKnownHash() });
    const { status, body } = await call('DELETE', '/api/account', { password });
    expect([status, body.message]).toEqual([
      403,
      "An admin's account can't be deleted: the audit log refers to it.",
    ]);
  });
});

async function getKnownHash(): Promise<string> {
  const { user } = await aNamedUser(test, expert);
  return user.passwordHash;
}

it('tells the person once, even if the gateway fails meanwhile, and then keeps no number', async () => {
  const person = await aNamedUser(test, expert);
  const before = received(person.phone).length;
  const call = test.runtime.fetch;
  test.runtime.fetch = async (input, init) => {
    if (!String(input instanceof Request ? input.url : input).includes('Messages.json')) {
      return call(input, init);
    }
    test.runtime.fetch = call;
    return new Response('{}', { status: 503 });
  };
  await person.leave();
  await test.runUntilIdle();
  expect(received(person.phone)).toHaveLength(before);
  await test.advance(5 * 60_000);
  await test.runUntilIdle();
  expect(received(person.phone).slice(before).join()).toMatch(/account was deleted/);
  await test.advance(15 * 60_000);
  await test.runUntilIdle();
  expect(received(person.phone)).toHaveLength(before + 1);
  expect(await findInDatabase(test, [person.phone])).toEqual([]);
});

describe('work in progress', () => {
  /** But for the one text that tells a person, whose mailbox nothing proved, of the erasure. */
  async function expectSilence(person: Awaited<ReturnType<typeof aNamedUser>>, sent: number) {
    await test.runUntilIdle();
    const texts = received(person.phone);
    expect(texts).toHaveLength(sent + 1);
    expect(texts.join()).toMatch(/account was deleted/i);
    expect(await findInDatabase(test, [person.question, person.phone, person.user.email])).toEqual(
      [],
    );
    const { db } = test.runtime;
    const ofThread = eq(deliveries.threadId, person.thread.id);
    const told = await db.select().from(deliveries).where(ofThread);
    expect(told).toMatchObject([
      { body: expect.stringMatching(/account was deleted/i), route: null },
    ]);
    const bodies = (await rowsOfThread(person.thread.id)).map(({ body }) => body);
    expect(bodies.filter(Boolean)).toEqual([told[0]?.body]);
    expect((await verifyLedger(db)).findings).toEqual([]);
  }

  it('a waiting message is not answered', async () => {
    const person = await aNamedUser(test, expert);
    await text(person.phone, person.question);
    await person.leave();
    await expectSilence(person, 0);
    const [message] = await rowsOfThread(person.thread.id);
    expect(message?.answerState).toBe('recorded');
  });

  it.each([
    ['Twilio answers itself', 'SMS', 'STOP', true],
    ['Twilio treats as an ordinary message', 'SMS', 'Stop.', false],
    ["is Apple's own word", 'AMB', 'spam', false],
  ] as const)('a STOP that %s outlives the account', async (_, channel, word, blockedByGateway) => {
    const isApple = channel === 'AMB';
    const to = await anExpert(test, { channel, ...(isApple && { phoneNumber: null }) });
    const person = await aNamedUser(test, to, isApple ? `urn:mbid:${to.id}` : undefined);
    await text(person.phone, word, to, isApple ? { to: to.handle } : {});
    await person.leave();
    const { db } = test.runtime;
    const stops = await db.select().from(optOuts).where(eq(optOuts.handle, person.phone));
    expect(stops).toMatchObject([{ channel, blockedByGateway }]);
  });

  it('a reply being written is not stored, sent or charged', async () => {
    const person = await aNamedUser(test, expert);
    await text(person.phone, person.question);
    actDuringNextCall(test, /openai/, person.leave);
    await expectSilence(person, 0);
    expect(await getUser(test.runtime.db, person.user.id)).toMatchObject({ messageCount: 0 });
  });

  it('a text being sent may arrive, but no record of it is kept', async () => {
    const person = await aNamedUser(test, expert);
    await text(person.phone, person.question);
    actDuringNextCall(test, /Messages\.json/, person.leave);
    await expectSilence(person, 1);
  });

  it('a text whose delivery fails meanwhile is not retried', async () => {
    const person = await aNamedUser(test, expert);
    await text(person.phone, `${person.question} [send 503]`);
    actDuringNextCall(test, /Messages\.json/, person.leave);
    await test.runUntilIdle();
    await test.advance(20 * 60_000);
    const told = 1;
    await expectSilence(person, received(person.phone).length - told);
  });

  it('a request for a code that was accepted before connects nothing', async () => {
    const person = await aNamedUser(test, expert);
    const { id: expertId } = await anExpert(test, { channel: 'WHATSAPP' });
    await person.leave();
    const late = connectUser(test.runtime, {
      user: person.user,
      expertId,
      address: '192.0.2.1',
      isFresh: true,
    });
    await expect(late).rejects.toMatchObject({ status: 401 });
    const { db } = test.runtime;
    const isTheirs = eq(connections.userId, person.user.id);
    expect(await db.select().from(connections).where(isTheirs)).toEqual([]);
  });

  it("an acknowledged webhook that is repeated counts as a stranger's", async () => {
    const person = await aNamedUser(test, expert);
    const webhook = webhookFor(person.phone, 'Just once');
    await webhook.send();
    await person.leave();
    await webhook.send();
    await test.runUntilIdle();
    expect((await threadsAt(person.phone)).map(({ userId }) => userId)).toEqual([null]);
    expect(received(person.phone).join()).toContain('sign up at');
  });

  it('everything at once leaves nothing behind', async () => {
    const person = await aNamedUser(test, expert);
    const others = await Promise.all([anExpert(test), anExpert(test), anExpert(test)]);
    const messagesUrl = `/api/threads/${person.thread.id}/messages`;
    const acts: (() => Promise<unknown>)[] = [];
    for (let nth = 0; nth < 6; nth++) {
      acts.push(
        () => text(person.phone, `${person.question} ${nth}`),
        () => person.call('POST', messagesUrl, { body: `${person.question} by web ${nth}` }),
        () => person.call('PUT', '/api/auth/profile', { firstName: `Wilhelmina again ${nth}` }),
        () =>
          person.call('PUT', `/api/threads/${person.thread.id}/title`, { title: person.question }),
        () => test.worker.runUntilIdle(),
      );
      const other = others[nth];
      if (other) acts.push(() => person.call('POST', `/api/experts/${other.id}/connect`));
    }
    acts.splice(acts.length / 2, 0, person.leave);
    await Promise.all(acts.map((act) => act()));
    await test.runUntilIdle();
    const { user } = person;
    expect(await findInDatabase(test, [user.email, String(user.firstName)])).toEqual([]);
    expect((await threadsAt(person.phone)).map(({ userId }) => userId ?? 'nobody')).toEqual(
      (await threadsAt(person.phone)).map(() => 'nobody'),
    );
    const theirs = test.runtime.db
      .select({ id: threads.id })
      .from(threads)
      .where(eq(threads.userId, user.id));
    const said = await test.runtime.db
      .select({ body: messages.body })
      .from(messages)
      .where(inArray(messages.threadId, theirs));
    expect(said.map(({ body }) => body).filter(Boolean)).toEqual([
      expect.stringMatching(/account was deleted/i),
    ]);
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });
});

describe('Stripe', () => {
  it('deletes the customer, ends the subscription and closes open payment pages', async () => {
    const person = await aCustomer();
    const open = await openCheckout(test, person.call, 'payg');
    const subscription = await subscribe(test, person.call, 'monthly');
    await person.leave();
    const { account } = getStripe(test);
    expect(account.customers.has(String(person.user.stripeCustomerId))).toBe(false);
    expect(subscription.status).toBe('canceled');
    expect(open.session.status).toBe('expired');
    expect(await getUser(test.runtime.db, person.user.id)).toMatchObject({
      stripeCustomerId: null,
      subExpiration: null,
    });
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });

  it('deletes the customer as soon as it is reachable again', async () => {
    const person = await aCustomer();
    const customerId = String(person.user.stripeCustomerId);
    getStripe(test).setDown(true);
    expect((await person.leave()).status).toBe(200);
    await sweep(test.runtime);
    getStripe(test).setDown(false);
    const another = await aCustomer();
    expect((await another.leave()).status).toBe(200);
    const { customers } = getStripe(test).account;
    expect(customers.has(String(another.user.stripeCustomerId))).toBe(false);
    expect(customers.has(customerId)).toBe(true);
    expect((await getUser(test.runtime.db, person.user.id)).email).not.toContain('@');
    await sweep(test.runtime);
    expect(getStripe(test).account.customers.has(customerId)).toBe(false);
    expect(await findInDatabase(test, [customerId])).toEqual([]);
  });

  it('may already have deleted the customer', async () => {
    const person = await aCustomer();
    getStripe(test).account.customers.delete(String(person.user.stripeCustomerId));
    await person.leave();
    expect((await getUser(test.runtime.db, person.user.id)).stripeCustomerId).toBeNull();
  });

  it('also deletes a customer that was created while the account was being deleted', async () => {
    const person = await aNamedUser(test, expert);
    actDuringNextCall(test, /v1\/customers/, person.leave);
    await person.call('POST', '/api/subscription/create-checkout-session', { plan: 'payg' });
    await sweep(test.runtime);
    const left = [...getStripe(test).account.customers.values()].map(({ email }) => email);
    expect(left).not.toContain(person.user.email);
  });

  it('refunds a payment made on a page that was still open', async () => {
    const person = await aCustomer();
    const { account, payments } = getStripe(test);
    const { session, ...page } = await openCheckout(test, person.call, 'payg');
    const earlier = [...account.checkouts.values()].at(-2)?.session as typeof session;
    const isGivenBack = ({ payment_intent: id }: typeof session) =>
      account.charges.get(String(id))?.refunded;
    getStripe(test).setDown(true);
    await person.leave();
    await payments.pay({ session, ...page }, cards.good);
    expect(isGivenBack(session)).toBe(false);
    // Refused while Stripe was down, so it comes again.
    getStripe(test).setDown(false);
    await test.sandbox.waitUntilIdle();
    const unknown = { ...session, id: 'cs_unknown', payment_intent: 'pi_unknown' };
    for (const object of [earlier, session, unknown]) {
      const event = anEvent('checkout.session.completed', object);
      expect((await deliver(test, event)).status).toBe(200);
    }
    expect([earlier, session].map(isGivenBack)).toEqual([false, true]);
    expect((await getUser(test.runtime.db, person.user.id)).paidMessages).toBe(105);
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });

  it('refunds a subscription that was paid during the deletion, but no earlier one', async () => {
    const { account, payments } = getStripe(test);
    const person = await aNamedUser(test, expert);
    const page = await openCheckout(test, person.call, 'monthly');
    getStripe(test).setDown(true);
    await payments.pay(page, cards.good);
    await person.leave();
    getStripe(test).setDown(false);
    await test.sandbox.waitUntilIdle();
    const isGivenBack = (invoice: string | null) =>
      account.charges.get(toPaymentIntentId(String(invoice)))?.refunded;
    expect(isGivenBack(page.session.invoice)).toBe(true);
    await sweep(test.runtime);
    expect(account.subscriptions.get(String(page.session.subscription))?.status).toBe('canceled');
    const known = await aNamedUser(test, expert);
    const { latest_invoice: invoice } = await subscribe(test, known.call, 'monthly');
    await known.leave();
    expect(isGivenBack(invoice)).toBe(false);
  });

  it('may still refund a payment, and the ledger records it', async () => {
    const person = await aCustomer();
    await person.leave();
    const { account, refunds } = getStripe(test);
    const charge = [...account.charges.values()].at(-1);
    if (charge) await refunds.refund(charge);
    const left = await getUser(test.runtime.db, person.user.id);
    expect(left.paidMessages).toBe(5);
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });
});

it('is all or nothing', async () => {
  const person = await aCustomer();
  const { db } = test.runtime;
  await db.execute(sql`create function fall_over() returns trigger language plpgsql as
    $$ begin raise exception 'the power went'; end $$`);
  await db.execute(sql`create trigger fall_over before update of deleted_at on users
    for each row execute function fall_over()`);
  expect((await person.leave()).status).toBe(500);
  await db.execute(sql`drop trigger fall_over on users`);
  expect((await rowsOfThread(person.thread.id))[0]?.body).toBe(person.question);
  expect((await person.call('GET', '/api/auth/user')).body.user.email).toBe(person.user.email);
  expect((await person.leave()).status).toBe(200);
  expect(await findInDatabase(test, [person.question, person.user.email])).toEqual([]);
});

it('affects no other person', async () => {
  const person = await aCustomer();
  const other = await aCustomer();
  const before = await rowsOfThread(other.thread.id);
  await person.leave();
  expect(await rowsOfThread(other.thread.id)).toEqual(before);
  expect(await getUser(test.runtime.db, other.user.id)).toEqual(other.user);
  const stranger = await aUser(test);
  const { db } = test.runtime;
  expect(await db.select().from(users).where(eq(users.id, stranger.id))).toEqual([stranger]);
});
