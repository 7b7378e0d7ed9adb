import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Charge } from '#sandbox/stripe/charges.ts';
import { type Invoice, toPaymentIntentId } from '#sandbox/stripe/invoices.ts';
import { cards } from '#sandbox/stripe/payments.ts';
import { createToken } from '#server/access/tokens-store.ts';
import { auditLog, creditEntries, payments, trialClaims, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { HistoryEntry } from '#shared/api/billing.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy, getStripe, openCheckout, subscribe } from '#test/checkout.ts';
import { placeDatabase } from '#test/database.ts';
import { aConnectedUser, anExpert, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { anEvent, deliver, withholdEvents } from '#test/stripe-events.ts';
import { giveCreditBack } from './credits.ts';
import { verifyLedger } from './ledger.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function anAsker() {
  const expert = await anExpert(test);
  const { user, thread } = await aConnectedUser(test, expert);
  const call = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
  for (const body of ['What is 2 + 2?', 'What is 3 + 3?']) {
    await call('POST', `/api/threads/${thread.id}/messages`, { body });
  }
  await test.runUntilIdle();
  return { user, call };
}
const entriesOf = (userId: string) =>
  test.runtime.db.select().from(creditEntries).where(eq(creditEntries.userId, userId));

describe('the ledger', () => {
  it('can be added to but never changed', async () => {
    const user = await aUser(test);
    const { db } = test.runtime;
    const before = await entriesOf(user.id);
    const isOwn = eq(creditEntries.userId, user.id);
    for (const change of [
      () => db.update(creditEntries).set({ grantedDelta: 500 }).where(isOwn),
      () => db.delete(creditEntries).where(isOwn),
      () => db.execute(sql`truncate credit_entries`),
    ]) {
      const error = await change().then(
        () => null,
        ({ cause }: { cause: Error }) => cause.message,
      );
      expect(error).toBe('The ledger is append-only: write another entry that corrects it.');
    }
    expect(await entriesOf(user.id)).toEqual(before);
  });

  it('adds up after purchases, answers, refunds and adjustments', async () => {
    const { user, call } = await anAsker();
    const { session } = await buy(test, call, 'payg');
    const { account, refunds } = getStripe(test);
    const charge = account.charges.get(session.payment_intent ?? '');
    if (charge) await refunds.refund(charge);
    const { call: admin } = await signIn(test, asAdmin);
    await admin('POST', `/api/users/${user.id}/credits`, { delta: 3, reason: 'Sorry!' });
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });

  const broken: [what: string, problem: string, damage: () => Promise<string>][] = [
    [
      'an account that differs from its entries',
      'The account has used 0 of 6 messages; its entries say 0 of 5.',
      async () => {
        const { id } = await aUser(test);
        await test.runtime.db.update(users).set({ paidMessages: 6 }).where(eq(users.id, id));
        return `user ${id}`;
      },
    ],
    [
      'an answer that was paid for but never given',
      'The message it was spent on was not answered.',
      async () => {
        const { user } = await anAsker();
        const spend = (await entriesOf(user.id)).find(({ kind }) => kind === 'spend');
        await test.runtime.db.execute(
          sql`delete from messages where reply_to_id = ${spend?.messageId}`,
        );
        return `entry ${spend?.id}`;
      },
    ],
    [
      'a second free trial',
      'No free trial was claimed for it.',
      async () => enter(await aUser(test), { kind: 'grant', grantedDelta: 5 }),
    ],
    [
      'an adjustment without an admin',
      'No admin is on record for it.',
      async () => enter(await aUser(test), { kind: 'adjust', grantedDelta: 7 }),
    ],
    [
      'a credit given back that was never spent',
      'It gives back what was never spent.',
      async () => {
        const { user } = await anAsker();
        const { id } = await aUser(test);
        const { db } = test.runtime;
        const spend = (await entriesOf(user.id)).find(({ kind }) => kind === 'spend');
        const entry = { userId: id, kind: 'give_back', usedDelta: -1, reason: 'Bug' } as const;
        const messageId = spend?.messageId ?? null;
        const [row] = await db
          .insert(creditEntries)
          .values({ ...entry, messageId })
          .returning();
        return `entry ${row?.id}`;
      },
    ],
    [
      'a credit given back for a reply that was given',
      'It gives back a reply that did not fail.',
      async () => {
        const { user } = await anAsker();
        const spend = (await entriesOf(user.id)).find(({ kind }) => kind === 'spend');
        const { db } = test.runtime;
        await transact(db, (tx) =>
          giveCreditBack(tx, {
            messageId: String(spend?.messageId),
            reason: 'Bug',
            createdAt: test.runtime.clock.now(),
          }),
        );
        return `entry ${(await entriesOf(user.id)).at(-1)?.id}`;
      },
    ],
    [
      'a trial that was claimed but not granted',
      'The free trial was claimed, but not given.',
      async () => {
        const { id: userId } = await aUser(test, { phoneNumber: null });
        await test.runtime.db.insert(trialClaims).values({ phoneHash: 'claimed', userId });
        return `user ${userId}`;
      },
    ],
    [
      'unlimited messages that no subscription gives',
      'Messages are unlimited until 2036-01-01 00:00; the subscriptions say never.',
      async () => {
        const { id } = await aUser(test, { subExpiration: new Date('2036-01-01') });
        return `user ${id}`;
      },
    ],
    [
      'an adjustment that differs from the audit log',
      'The admin on record gave or took another number.',
      async () => {
        const { id } = await aUser(test);
        const { call } = await signIn(test, asAdmin);
        await call('POST', `/api/users/${id}/credits`, { delta: 3, reason: 'Sorry' });
        await test.runtime.db
          .update(auditLog)
          .set({ before: { paidMessages: 1 } })
          .where(eq(auditLog.entityId, id));
        return `entry ${(await entriesOf(id)).at(-1)?.id}`;
      },
    ],
    [
      'a payment that granted nothing',
      'It has 0 grants instead of one.',
      async () => {
        const { id: userId } = await aUser(test);
        const checkoutSessionId = `cs_${randomUUID()}`;
        await test.runtime.db.insert(payments).values({ checkoutSessionId, userId, revision: 1 });
        return `payment ${checkoutSessionId}`;
      },
    ],
    [
      'a refund that took nothing back',
      'The payer has the money back, but the messages were not taken back.',
      async () => {
        const { call } = await signIn(test);
        const { session } = await buy(test, call, 'payg');
        await test.runtime.db
          .update(payments)
          .set({ reversal: 'refund' })
          .where(eq(payments.checkoutSessionId, session.id));
        return `payment ${session.id}`;
      },
    ],
    [
      'a payment credited to another account',
      'The payment belongs to another account.',
      async () => {
        const { call } = await signIn(test);
        const { session } = await buy(test, call, 'payg');
        const { id } = await aUser(test);
        const paidBy = { userId: id };
        const isIt = eq(payments.checkoutSessionId, session.id);
        const { db } = test.runtime;
        await db.update(payments).set(paidBy).where(isIt);
        const isPaid = eq(creditEntries.checkoutSessionId, session.id);
        const [entry] = await db.select().from(creditEntries).where(isPaid);
        return `entry ${entry?.id}`;
      },
    ],
  ];

  async function enter(
    { id: userId }: { id: string },
    entry: { kind: 'grant' | 'adjust'; grantedDelta: number },
  ): Promise<string> {
    const { db } = test.runtime;
    const [row] = await db
      .insert(creditEntries)
      .values({ userId, reason: 'Bug', ...entry })
      .returning();
    await db
      .update(users)
      .set({ paidMessages: sql`${users.paidMessages} + ${entry.grantedDelta}` })
      .where(eq(users.id, userId));
    return `entry ${row?.id}`;
  }

  it.each(broken)('reports %s: %s', async (_, problem, damage) => {
    const row = await damage();
    expect((await verifyLedger(test.runtime.db)).findings).toContainEqual({ row, problem });
  });
});

describe('npm run ledger', () => {
  const run = async (args: string[], databaseUrl: string | undefined) => {
    const env = {
      DATA_DIR: test.runtime.config.dataDir,
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    const done = promisify(execFile)(process.execPath, ['server/commands/ledger.ts', ...args], {
      env,
    });
    return done.then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
    );
  };

  it('reports that everything adds up, or lists the problems and fails', async () => {
    const { databaseUrl, dataDir } = test.runtime.config;
    if (!databaseUrl) placeDatabase(dataDir);
    expect((await run([], databaseUrl)).code).toBe(1);
    const { code, said } = await run(['verify'], databaseUrl);
    if (!databaseUrl) {
      expect([code, said]).toEqual([0, '0 entries of 0 people add up.\n']);
      return;
    }
    const { findings } = await verifyLedger(test.runtime.db);
    expect(code).toBe(1);
    for (const { row, problem } of findings) expect(said).toContain(`${row}: ${problem}\n`);
  });
});

describe('GET /api/subscription/history', () => {
  it('shows what was added and spent, with which expert, and the balance', async () => {
    const { call } = await anAsker();
    await buy(test, call, 'payg');
    const { body } = await call('GET', '/api/subscription/history');
    expect(body).toMatchObject({
      entries: [
        { kind: 'grant', what: 'Pay as you go', expert: null, delta: 50, left: 53 },
        { kind: 'spend', what: 'Reply', expert: { displayName: 'Ada' }, delta: -1, left: 3 },
        { kind: 'spend', what: 'Reply', expert: { displayName: 'Ada' }, delta: -1, left: 4 },
        { kind: 'grant', what: 'Free trial', expert: null, delta: 5, left: 5 },
      ],
      nextCursor: null,
    });
    for (const { createdAt } of body.entries) {
      expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('shows the money of a subscription that an older API version tells of', async () => {
    const { call } = await signIn(test);
    const checkout = await openCheckout(test, call, 'monthly');
    const told = await withholdEvents(test, () =>
      getStripe(test).payments.pay(checkout, cards.good),
    );
    for (const event of told) {
      const { parent, ...invoice } = event.data.object as Partial<Invoice>;
      const { subscription } = parent?.subscription_details ?? {};
      // Before 2025-03-31.
      if (event.type === 'invoice.paid') event.data.object = { ...invoice, subscription };
      expect((await deliver(test, event)).status).toBe(200);
    }
    const { entries } = (await call('GET', '/api/subscription/history')).body;
    expect(entries).toMatchObject([
      { kind: 'payment', what: 'Subscription', money: { amount: 1999, currency: 'usd' } },
      { what: 'Free trial' },
    ]);
  });

  it('shows the money of each payment, and leads to its receipt at Stripe', async () => {
    const { user, call } = await signIn(test);
    await buy(test, call, 'payg');
    const { latest_invoice: invoiceId } = await subscribe(test, call, 'monthly');
    const { entries } = (await call('GET', '/api/subscription/history')).body;
    expect(entries).toMatchObject([
      {
        kind: 'payment',
        what: 'Subscription',
        delta: 0,
        money: { amount: 1999, currency: 'usd' },
        hasReceipt: true,
      },
      { kind: 'grant', delta: 50, money: { amount: 999, currency: 'usd' }, hasReceipt: true },
      { what: 'Free trial', money: null, hasReceipt: false },
    ]);
    const [paid, bought, trial] = entries.map(({ id }: { id: string }) => id);
    const receiptOf = (id: string) => call('GET', `/api/subscription/receipts/${id}`);
    const pages = `${test.runtime.config.publicUrl}/sandbox/stripe`;
    expect((await receiptOf(paid)).body).toEqual({ url: `${pages}/receipt/${invoiceId}` });
    const { url } = (await receiptOf(bought)).body;
    expect(url).toMatch(`${pages}/receipt/ch_`);
    expect(
      (
        await call(
          'GET',
          url.replace('/receipt/', '/api/receipt/').replace(pages, '/sandbox/stripe'),
        )
      ).body,
    ).toMatchObject({ amount: 999 });
    expect((await receiptOf(trial)).status).toBe(404);
    const { call: admin } = await signIn(test, asAdmin);
    expect((await admin('GET', `/api/users/${user.id}/receipts/${bought}`)).body).toEqual({ url });

    const { account, refunds } = getStripe(test);
    const charge = account.charges.get(toPaymentIntentId(invoiceId ?? '')) as Charge;
    await refunds.refund(charge, 999);
    await refunds.refund(charge);
    await deliver(test, anEvent('charge.refunded', charge));
    await refunds.failRefunds(charge);
    const later = (await call('GET', '/api/subscription/history')).body.entries.slice(0, -3);
    const facts = later.map(({ kind, what, delta, money }: HistoryEntry) => [
      kind,
      what,
      delta,
      money?.amount,
    ]);
    expect(facts).toEqual([
      ['payment', 'Refund failed', 0, 1999],
      ['payment', 'Subscription refunded', 0, -1000],
      ['payment', 'Subscription refunded', 0, -999],
    ]);

    const invoice = getStripe(test).account.invoices.get(invoiceId ?? '');
    for (const elsewhere of [
      'https://stripe.com.example/i/1',
      'http://invoice.stripe.com/i/1',
      'javascript://invoice.stripe.com/',
    ]) {
      Object.assign(invoice ?? {}, { hosted_invoice_url: elsewhere });
      expect((await receiptOf(paid)).status).toBe(502);
    }
    Object.assign(invoice ?? {}, { hosted_invoice_url: 'https://invoice.stripe.com/i/1' });
    expect((await receiptOf(paid)).body).toEqual({ url: 'https://invoice.stripe.com/i/1' });
  });

  it('lists each entry once across pages', async () => {
    const { call } = await anAsker();
    const url = '/api/subscription/history';
    const all = (await call('GET', url)).body.entries;
    const first = (await call('GET', `${url}?limit=2`)).body;
    expect(first.entries).toEqual(all.slice(0, 2));
    const second = (await call('GET', `${url}?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second).toEqual({ entries: all.slice(2), nextCursor: null });
    expect((await call('GET', `${url}?cursor=nonsense`)).status).toBe(400);
  });

  it("shows only a person's own entries, and requires signing in", async () => {
    await anAsker();
    const { call } = await signIn(test, { phoneNumber: null });
    const { body } = await call('GET', '/api/subscription/history');
    expect(body.entries).toEqual([]);
    expect((await callAs(test, null)('GET', '/api/subscription/history')).status).toBe(401);
  });
});

describe('POST /api/users/{id}/credits', () => {
  it('gives and takes messages, shows the reason in the history and records the admin', async () => {
    const { user: admin, call } = await signIn(test, asAdmin);
    const person = await signIn(test);
    const url = `/api/users/${person.user.id}/credits`;
    const given = await call('POST', url, { delta: 10, reason: '  For the outage ' });
    expect(given.body.user).toMatchObject({ id: person.user.id, paidMessages: 15 });
    expect((await call('POST', url, { delta: -15, reason: 'A mistake' })).status).toBe(200);
    const { body } = await person.call('GET', '/api/subscription/history');
    expect(body.entries).toMatchObject([
      { kind: 'adjust', what: 'A mistake', delta: -15, left: 0 },
      { kind: 'adjust', what: 'For the outage', delta: 10, left: 15 },
      { kind: 'grant' },
    ]);
    const isAbout = eq(auditLog.entityId, person.user.id);
    expect(await test.runtime.db.select().from(auditLog).where(isAbout)).toMatchObject([
      {
        actorId: admin.id,
        action: 'user.adjust-credits',
        before: { paidMessages: 5 },
        after: { paidMessages: 15, reason: 'For the outage', entryId: body.entries[1].id },
      },
      { action: 'user.adjust-credits', before: { paidMessages: 15 }, after: { paidMessages: 0 } },
    ]);
  });

  it('shows the same history as the person sees, to admins only', async () => {
    const { call: admin } = await signIn(test, asAdmin);
    const person = await signIn(test);
    const url = `/api/users/${person.user.id}/credits`;
    await admin('POST', url, { delta: 10, reason: 'For the outage' });
    const own = await person.call('GET', '/api/subscription/history');
    expect((await admin('GET', url)).body).toEqual(own.body);
    expect((await person.call('GET', url)).status).toBe(403);
  });

  it('takes no more than the balance', async () => {
    const { call } = await signIn(test, asAdmin);
    const { user } = await anAsker();
    const reply = await call('POST', `/api/users/${user.id}/credits`, { delta: -4, reason: 'x' });
    expect([reply.status, reply.body.message]).toEqual([
      409,
      'Only 3 messages are left to take away.',
    ]);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ paidMessages: 5 });
  });

  it.each([
    [{ reason: 'x' }, 'delta must be a number of messages'],
    [{ delta: 0, reason: 'x' }, 'delta must not be 0'],
    [{ delta: 1.5, reason: 'x' }, 'delta must be a whole number'],
    [{ delta: 10_001, reason: 'x' }, 'delta must be at most 10000'],
    [{ delta: 1, reason: '  ' }, 'reason is required'],
  ])('refuses %j', async (request, message) => {
    const { call } = await signIn(test, asAdmin);
    const { user } = await signIn(test);
    const reply = await call('POST', `/api/users/${user.id}/credits`, request);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain(message);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ paidMessages: 5 });
  });
});
