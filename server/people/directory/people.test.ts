import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditEntries, optOuts, threads, users } from '#server/db/schema.ts';
import { accountExport, numberExport } from '#shared/api/account.ts';
import type { Person, PersonDetails } from '#shared/api/people.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { buy } from '#test/checkout.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { beforeTransaction } from '#test/transactions.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let expert: Awaited<ReturnType<typeof anExpert>>;
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
  expert = await anExpert(test);
});
afterAll(() => test.close());

async function find(query: Record<string, string>): Promise<Person[]> {
  const { status, body } = await admin.call('GET', `/api/people?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body.people;
}

async function open(id: string): Promise<PersonDetails> {
  const { status, body } = await admin.call('GET', `/api/people/${id}`);
  expect(status).toBe(200);
  return body;
}

/** Has texted, without an account. */
async function aNumber(handle = aPhone(), change: Partial<typeof threads.$inferInsert> = {}) {
  const now = test.runtime.clock.now();
  const [thread] = await test.runtime.db
    .insert(threads)
    .values({ expertId: expert.id, handle, lastInboundAt: now, lastMessage: 'Hi', ...change })
    .returning();
  return { handle, id: thread?.id ?? '', textedAt: now.toISOString() };
}

describe('GET /api/people', () => {
  it('lists accounts and numbers without one, newest first, page by page', async () => {
    const mia = await aConnectedUser(test, expert, { firstName: 'Mia', lastName: 'Chen' });
    const stranger = await aNumber();
    const sol = await aUser(test);
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ limit: '2', ...(cursor && { cursor }) });
      const { body }: { body: { people: Person[]; nextCursor: string | null } } = await admin.call(
        'GET',
        `/api/people?${query}`,
      );
      names.push(...body.people.map(({ id }) => id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(names.slice(0, 3)).toEqual([sol.id, stranger.id, mia.user.id]);
    expect(names).toContain(admin.user.id);
    expect(new Set(names).size).toBe(names.length);
    const [, number, account] = await find({ limit: '3' });
    expect(account).toMatchObject({
      kind: 'account',
      name: 'Mia Chen',
      email: mia.user.email,
      role: 'USER',
      handle: mia.phone,
      channel: null,
      isVerified: true,
      plan: 'trial',
      messageCount: 0,
      paidMessages: 5,
      threadCount: 1,
    });
    expect(number).toMatchObject({
      kind: 'number',
      name: null,
      email: null,
      role: null,
      handle: stranger.handle,
      channel: 'SMS',
      isVerified: false,
      plan: null,
      threadCount: 1,
      lastSeenAt: stranger.textedAt,
    });
  });

  it('shows a number once, and not beside the account that has verified it', async () => {
    const { handle, id } = await aNumber();
    const second = await anExpert(test);
    await aNumber(handle, { expertId: second.id });
    expect(await find({ q: handle })).toMatchObject([{ id, threadCount: 2 }]);
    const { user } = await aConnectedUser(test, await anExpert(test), { phoneNumber: handle });
    expect(await find({ q: handle })).toMatchObject([{ id: user.id, threadCount: 3 }]);
  });

  it('leaves out numbers that never texted, erased threads and deleted accounts', async () => {
    const silent = await aNumber(aPhone(), { lastInboundAt: null });
    expect(await find({ q: silent.handle })).toEqual([]);
    const gone = await aUser(test, { firstName: 'Gone', lastName: 'Girl' });
    expect(await find({ q: 'gone girl' })).toHaveLength(1);
    await test.runtime.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id));
    expect(await find({ q: 'gone girl' })).toEqual([]);
  });

  it.each([
    ['part of a name in any case', 'NOBU'],
    ['first and last name', 'nobuko it'],
    ['last name first, far apart', 'ito   nobuko'],
    ['part of an email', 'ito.nobuko@'],
    ['a number as it is stored', '+442079460991'],
    ['a number as it is written at home', '020 7946 0991'],
    ['a number as it is written at home and abroad', '+44 (0)20 7946 0991'],
    ['the end of a number', '79460991'],
  ])('finds an account by %s', async (_, q) => {
    const email = 'ito.nobuko@example.com';
    const { db } = test.runtime;
    const [known] = await db.select().from(users).where(eq(users.email, email));
    const nobuko =
      known ??
      (await aUser(test, {
        email,
        firstName: 'Nobuko',
        lastName: 'Ito',
        phoneNumber: '+442079460991',
      }));
    expect((await find({ q })).map(({ id }) => id)).toEqual([nobuko.id]);
  });

  it('takes a search literally', async () => {
    for (const q of ['%', '_', '\\', "' or true --"]) expect(await find({ q })).toEqual([]);
  });

  it('tells plans and opt-outs', async () => {
    const payer = await signIn(test, { firstName: 'Payer', lastName: 'One' });
    await buy(test, payer.call, 'payg');
    expect(await find({ q: 'payer one' })).toMatchObject([{ plan: 'payg', paidMessages: 55 }]);
    const { handle } = await aNumber();
    const optOut = { channel: 'SMS', address: expert.phoneNumber as string, handle } as const;
    await test.runtime.db.insert(optOuts).values(optOut);
    expect(await find({ q: handle })).toMatchObject([{ isOptedOut: true }]);
  });

  it.each([
    ['cursor=nonsense', 'cursor: This page does not exist. Start from the first one.'],
    ['limit=0', /^limit: /],
    [`q=${'x'.repeat(201)}`, /^q: /],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await admin.call('GET', `/api/people?${query}`);
    expect([status, body.message]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });
});

describe('GET /api/people/:id', () => {
  it('shows addresses, conversations, opt-outs, sessions and changes', async () => {
    const { user, phone, thread } = await aConnectedUser(test, expert, { lastName: 'Open' });
    const earlier = await aNumber(phone, { expertId: (await anExpert(test)).id });
    const optOut = {
      channel: 'SMS',
      address: expert.phoneNumber as string,
      handle: phone,
    } as const;
    await test.runtime.db.insert(optOuts).values(optOut);
    const gift = { delta: 3, reason: 'A gift' };
    await admin.call('POST', `/api/users/${user.id}/credits`, gift);
    const found = await open(user.id);
    expect(found.person).toMatchObject({ id: user.id, paidMessages: 8, isOptedOut: true });
    expect(found.addresses).toEqual([
      { handle: phone, verifiedAt: user.phoneVerifiedAt?.toISOString() },
    ]);
    expect(found.threads.map(({ id }) => id).sort()).toEqual([thread.id, earlier.id].sort());
    expect(found.optOuts).toMatchObject([{ expert: 'Ada', channel: 'SMS', hasClosed: false }]);
    expect(found.changes).toMatchObject([
      {
        action: 'user.adjust-credits',
        by: admin.user.email,
        before: { paidMessages: 5 },
        after: { paidMessages: 8, reason: 'A gift' },
      },
    ]);
    expect((await open(admin.user.id)).sessions.length).toBeGreaterThan(0);
    expect((await open(earlier.id)).person.id, 'a conversation leads to its person').toBe(user.id);
  });

  it('shows a number by any of its conversations', async () => {
    const first = await aNumber();
    const second = await aNumber(first.handle, { expertId: (await anExpert(test)).id });
    const { person, addresses, threads: shown, sessions, changes } = await open(second.id);
    expect(person).toMatchObject({ id: first.id, kind: 'number', handle: first.handle });
    expect(addresses).toEqual([{ handle: first.handle, verifiedAt: null }]);
    expect([shown.length, sessions, changes]).toEqual([2, [], []]);
  });
});

it('an agent sees people, but not where or how they sign in and what was changed', async () => {
  const agent = await signIn(test, { role: 'AGENT', phoneNumber: null });
  const { user } = await signIn(test);
  await admin.call('POST', `/api/users/${user.id}/credits`, { delta: 3, reason: 'A gift' });
  expect((await open(user.id)).changes).toHaveLength(1);
  const { status, body } = await agent.call('GET', `/api/people/${user.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ person: { paidMessages: 8 }, sessions: [], changes: [] });
  expect(body.hasSecondFactor).toBeNull();
  const payments = await agent.call('GET', '/api/subscription');
  const refused = [403, 'You need admin access to see payments.'];
  expect([payments.status, payments.body.message]).toEqual(refused);
  expect((await agent.call('GET', '/api/people')).status).toBe(200);
});

it('an agent writes as the expert, and finds what everyone wrote', async () => {
  const agent = await signIn(test, { role: 'AGENT', phoneNumber: null });
  const { thread } = await aConnectedUser(test, expert);
  const text = { body: 'A human says hello.' };
  const sent = await agent.call('POST', `/api/threads/${thread.id}/messages`, text);
  expect([sent.status, sent.body.message?.origin]).toEqual([200, 'admin']);
  const { body } = await agent.call('GET', '/api/threads');
  expect(body.threads.map(({ id }: { id: string }) => id)).toContain(thread.id);
});

describe('DELETE /api/people/:id/sessions', () => {
  it('signs a person out everywhere, and an admin everywhere else', async () => {
    const mia = await signIn(test);
    await signIn(test);
    const path = `/api/people/${mia.user.id}/sessions`;
    expect((await admin.call('DELETE', path)).body).toEqual({ ended: 1 });
    expect((await mia.call('GET', '/api/auth/user')).status).toBe(401);
    expect(await listActions(mia.user.id)).toEqual(['user.end-sessions']);
    await admin.call('DELETE', `/api/people/${admin.user.id}/sessions`);
    expect((await admin.call('GET', '/api/auth/user')).status).toBe(200);
  });
});

describe('GET /api/people/:id/export', () => {
  it('is what the person could download, and is remembered', async () => {
    const { user, thread } = await aConnectedUser(test, expert);
    const { status, text, headers } = await admin.call('GET', `/api/people/${user.id}/export`);
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    const file = accountExport.parse(JSON.parse(text));
    expect(file.profile.email).toBe(user.email);
    expect(file.conversations.map(({ id }) => id)).toEqual([thread.id]);
    expect(await listActions(user.id)).toEqual(['user.export']);
  });

  it('has the conversations and opt-outs of a number', async () => {
    const { handle, id } = await aNumber();
    const optOut = { channel: 'SMS', address: expert.phoneNumber as string, handle } as const;
    await test.runtime.db.insert(optOuts).values(optOut);
    const { text } = await admin.call('GET', `/api/people/${id}/export`);
    const file = numberExport.parse(JSON.parse(text));
    expect(file).toMatchObject({ handle, optOuts: [optOut], conversations: [{ id, handle }] });
  });
});

describe('DELETE /api/people/:id', () => {
  it('erases an account as its owner would, and keeps the ledger', async () => {
    const { user, thread } = await aConnectedUser(test, expert);
    expect((await admin.call('DELETE', `/api/people/${user.id}`)).body).toEqual({ ok: true });
    const { db } = test.runtime;
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ email: `deleted ${user.id}`, phoneNumber: null });
    const ledger = await db.select().from(creditEntries).where(eq(creditEntries.userId, user.id));
    expect(ledger).toHaveLength(1);
    for (const id of [user.id, thread.id]) {
      expect((await admin.call('GET', `/api/people/${id}`)).status).toBe(404);
    }
    expect(await listActions(user.id)).toEqual(['user.delete']);
  });

  it('erases an account whose person changes the password meanwhile', async () => {
    const { db } = test.runtime;
    const { user } = await aConnectedUser(test, expert);
    beforeTransaction(test, 1, () =>
      db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, user.id)),
    );
    expect((await admin.call('DELETE', `/api/people/${user.id}`)).body).toEqual({ ok: true });
    expect((await admin.call('GET', `/api/people/${user.id}`)).status).toBe(404);
  });

  it('erases what a number has texted, and keeps its STOP', async () => {
    const { handle, id } = await aNumber();
    const optOut = { channel: 'SMS', address: expert.phoneNumber as string, handle } as const;
    await test.runtime.db.insert(optOuts).values(optOut);
    expect((await admin.call('DELETE', `/api/people/${id}`)).status).toBe(200);
    const { db } = test.runtime;
    const [row] = await db.select().from(threads).where(eq(threads.id, id));
    expect(row).toMatchObject({ handle: '', lastMessage: null, userId: null });
    expect(await db.select().from(optOuts).where(eq(optOuts.handle, handle))).toHaveLength(1);
    expect((await admin.call('GET', `/api/people/${id}`)).status).toBe(404);
  });

  it('erases no admin', async () => {
    const other = await aUser(test, asAdmin);
    const { status, body } = await admin.call('DELETE', `/api/people/${other.id}`);
    expect([status, body.message]).toEqual([
      403,
      "An admin's account can't be deleted: the audit log refers to it.",
    ]);
    expect(await listActions(other.id)).toEqual([]);
  });
});

async function listActions(entityId: string): Promise<string[]> {
  const rows = await listAudit(test, entityId);
  return rows.map(({ action }) => action);
}
