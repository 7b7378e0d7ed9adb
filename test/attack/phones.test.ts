import { PassThrough } from 'node:stream';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { connections, type ExpertRow, threads } from '#server/db/schema.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import type { AttachedPhone } from '#shared/api/phones.ts';
import { minuteMs } from '#shared/time.ts';
import { callAs } from '#test/api-client.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { actDuringNextCall, password } from '#test/erasure.ts';
import { followEvents } from '#test/events.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { expectNoDeadlock, holdLocks } from '#test/transactions.ts';

const businessId = 'b12f0d5c-31a4-4c43-9d36-4c7a4a0f0a11';
let test: TestApp;
let ada: ExpertRow;
let sol: ExpertRow;
let bo: ExpertRow;
let passwordHash: string;
let { text, received, spends } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  ada = await anExpert(test);
  sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
  const apple = { channel: 'AMB', handle: businessId, phoneNumber: null } as const;
  bo = await anExpert(test, { ...apple, displayName: 'Bo' });
  passwordHash = await hashPassword(password);
  ({ text, received, spends } = createTexter(test, ada));
});
afterAll(() => test.close());

type Call = ReturnType<typeof callAs>;

/** With a proved phone at Ada, and sessions of its owner and of a thief who has just signed in. */
async function aVictim() {
  const { user, phone, thread } = await aConnectedUser(test, ada, { passwordHash });
  const { db, clock } = test.runtime;
  const session = async () => callAs(test, await createToken(db, user.id, clock.now()));
  return { user, phone, thread, owner: await session(), thief: await session() };
}

async function say(phone: string, body: string, to = ada): Promise<string> {
  const known = received(phone).length;
  await text(phone, body, to, to === bo ? { to: businessId } : {});
  await test.runUntilIdle();
  return received(phone).slice(known).join('\n');
}
const connect = (call: Call, to = sol) => call('POST', `/api/experts/${to.id}/connect`);
const listOf = async (call: Call): Promise<AttachedPhone[]> =>
  (await call('GET', '/api/auth/phones')).body.phones;
const remove = (call: Call, id = '') => call('DELETE', `/api/auth/phones/${id}`);
async function find(call: Call, number: string): Promise<AttachedPhone> {
  const phone = (await listOf(call)).find((one) => one.number === number);
  expect(phone, `${number} is listed`).toBeDefined();
  return phone as AttachedPhone;
}
async function attach(call: Call, phone: string, to = sol): Promise<void> {
  const { code } = (await connect(call, to)).body;
  expect(await say(phone, `CONNECT ${code}`, to)).toContain('connected');
}
const stranger = /sign up/i;

describe("a thief's phone", () => {
  it('is listed, removed, and then a stranger that costs the owner nothing', async () => {
    const { user, owner, thief } = await aVictim();
    const stolen = aPhone();
    await attach(thief, stolen);
    await say(stolen, 'What is 2+2?', sol);
    expect(await spends(user.id)).toBe(1);
    const listed = await find(owner, stolen);
    expect(listed).toMatchObject({
      channels: ['WHATSAPP'],
      state: 'active',
      isOwnNumber: false,
      experts: [{ id: sol.id, displayName: 'Sol' }],
    });
    expect([listed.attachedAt, listed.lastUsedAt]).not.toContain(null);
    expect((await remove(owner, listed.id)).status).toBe(200);
    expect(await say(stolen, 'What is 3+3?', sol)).toMatch(stranger);
    expect(await spends(user.id)).toBe(1);
    expect((await listOf(owner)).map(({ number }) => number)).toEqual([user.phoneNumber]);
    expect((await remove(owner, listed.id)).status, 'again').toBe(404);
  });

  it.each(['Connect', 'a change of number'])(
    'is not attached by %s that began before the owner ended its session',
    async (what) => {
      const isConnect = what === 'Connect';
      const [method, url] = isConnect
        ? (['POST', `/api/experts/${sol.id}/connect`] as const)
        : (['PUT', '/api/auth/profile'] as const);
      const fields = isConnect ? {} : { phoneNumber: aPhone() };
      const { user, owner } = await aVictim();
      const { db, clock } = test.runtime;
      const token = await createToken(db, user.id, clock.now());
      const [begin, end] = [JSON.stringify(fields).slice(0, 1), JSON.stringify(fields).slice(1)];
      const body = new PassThrough();
      body.write(begin);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const late = test.app.inject({ method, url, headers, payload: body });
      await vi.waitFor(() => expect(body.readableLength).toBe(0));
      expect((await owner('DELETE', '/api/auth/sessions')).status).toBe(200);
      body.end(end);
      expect((await late).statusCode).toBe(401);
      expect(await listOf(owner)).toHaveLength(1);
    },
  );

  it('does not come back with a code that was handed out before', async () => {
    const { user, owner, thief } = await aVictim();
    const stolen = aPhone();
    await attach(thief, stolen);
    const spare = (await connect(thief, bo)).body.code;
    const other = (await connect(thief, sol)).body.code;
    await remove(owner, (await find(owner, stolen)).id);
    expect(await say(stolen, `CONNECT ${other}`, sol)).toContain('wrong or too old');
    await text('urn:mbid:AQAAthief', `CONNECT ${spare}`, bo, { to: businessId });
    await test.runUntilIdle();
    expect((await listOf(owner)).map(({ number }) => number)).toEqual([user.phoneNumber]);
  });

  it('is listed after its connection has moved on, because its texts still count', async () => {
    const { user, phone, owner, thief } = await aVictim();
    const stolen = aPhone();
    await attach(thief, stolen);
    await attach(owner, phone);
    expect(await say(stolen, 'What is 2+2?', sol)).toContain('4');
    await remove(owner, (await find(owner, stolen)).id);
    const before = await spends(user.id);
    expect(await say(stolen, 'What is 3+3?', sol)).toMatch(stranger);
    expect(await spends(user.id)).toBe(before);
    expect(await say(phone, 'What is 4+4?', sol)).toContain('8');
  });

  it('is neither answered nor charged for what a model is answering', async () => {
    const { user, owner, thief } = await aVictim();
    const stolen = aPhone();
    await attach(thief, stolen);
    const { id } = await find(owner, stolen);
    actDuringNextCall(test, /openai/, () => remove(owner, id));
    expect(await say(stolen, 'What is 2+2?', sol)).toBe('');
    expect(await spends(user.id)).toBe(0);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
  });

  it('does not answer the question that waits', async () => {
    const { user, owner, thief } = await aVictim();
    const stolen = aPhone();
    expect((await thief('PUT', '/api/auth/profile', { phoneNumber: stolen })).status).toBe(200);
    await test.runUntilIdle();
    expect(received(stolen).join()).toContain('Reply YES');
    const waiting = await find(owner, stolen);
    expect(waiting).toMatchObject({ state: 'waits-for-yes', attachedAt: null, isOwnNumber: false });
    expect((await remove(owner, waiting.id)).status).toBe(200);
    await say(stolen, 'YES');
    expect((await owner('GET', '/api/auth/user')).body.user).toMatchObject({
      phoneNumber: user.phoneNumber,
      isPhoneVerified: true,
      pendingPhoneNumber: null,
    });
  });

  it('is shown while nothing of it is known but the code that it may send', async () => {
    const { owner, thief } = await aVictim();
    const { code } = (await connect(thief, bo)).body;
    const [, waiting] = await listOf(owner);
    expect(waiting).toMatchObject({ state: 'waits-for-code', channels: ['AMB'], number: null });
    expect((await remove(owner, waiting?.id)).status).toBe(200);
    expect(await say('urn:mbid:AQAAlate', `CONNECT ${code}`, bo)).toContain('wrong or too old');
    expect(await listOf(owner)).toHaveLength(1);
  });

  it("is named by what can be read of Apple's address", async () => {
    const { owner, thief } = await aVictim();
    const address = 'urn:mbid:AQAAVerySecretPart9xyz';
    await attach(thief, address, bo);
    const { text: reply } = await owner('GET', '/api/auth/phones');
    expect(reply).not.toContain('VerySecretPart');
    expect(JSON.parse(reply).phones[1]).toMatchObject({
      channels: ['AMB'],
      number: null,
      ending: '9xyz',
    });
  });
});

describe('removing', () => {
  it('hides the phones of other accounts', async () => {
    const { owner, phone } = await aVictim();
    const other = await aVictim();
    const { id } = await find(owner, phone);
    const unknown = await remove(other.owner, '01890000-0000-8000-8000-000000000000');
    const refused = await remove(other.owner, id);
    expect([refused.status, refused.text]).toEqual([404, unknown.text]);
    expect(await find(owner, phone)).toMatchObject({ id });
  });

  it("keeps the conversation and the credits, and empties the account's own number", async () => {
    const { user, owner, phone, thread } = await aVictim();
    await say(phone, 'What is 2+2?');
    await remove(owner, (await find(owner, phone)).id);
    const { messages } = (await owner('GET', `/api/threads/${thread.id}/messages`)).body;
    expect(messages).toHaveLength(2);
    expect((await owner('GET', '/api/auth/user')).body.user).toMatchObject({
      phoneNumber: null,
      isPhoneVerified: false,
      messageCount: 1,
      paidMessages: 5,
    });
    expect(await say(phone, 'What is 3+3?')).toMatch(stranger);
    expect(await spends(user.id)).toBe(1);
    expect(await listOf(owner)).toEqual([]);
  });

  it('is seen at once by every open page', async () => {
    const { user, owner, phone, thread } = await aVictim();
    const { db, clock } = test.runtime;
    const events = await followEvents(test, await createToken(db, user.id, clock.now()));
    await remove(owner, (await find(owner, phone)).id);
    const seen = [await events.next(), await events.next()];
    expect(seen).toContainEqual({ type: 'account' });
    expect(seen).toContainEqual(expect.objectContaining({ type: 'thread', threadId: thread.id }));
    events.stop();
  });
});

describe('an old session', () => {
  const needed = { message: 'Enter your password to attach another phone.', need: 'password' };
  const enter = (call: Call, typed: string) =>
    call('POST', '/api/auth/password/confirm', { password: typed });

  it('attaches no other phone without the password', async () => {
    const { thief } = await aVictim();
    await test.advance(11 * minuteMs);
    for (const tried of [
      await connect(thief, bo),
      await thief('PUT', '/api/auth/profile', { phoneNumber: aPhone() }),
    ]) {
      expect([tried.status, tried.body]).toEqual([403, needed]);
    }
    expect(await listOf(thief)).toHaveLength(1);
    expect((await enter(thief, 'Not-the-password-1')).status).toBe(403);
    expect((await connect(thief, bo)).status).toBe(403);
    expect((await enter(thief, password)).status).toBe(200);
    expect((await connect(thief, bo)).body.code).toBeDefined();
    await test.advance(11 * minuteMs);
    expect((await connect(thief, bo)).status).toBe(403);
  });

  it('does not make room by removing what is attached', async () => {
    const { owner, phone, thief } = await aVictim();
    await test.advance(11 * minuteMs);
    await remove(thief, (await find(owner, phone)).id);
    expect((await connect(thief, sol)).body).toEqual(needed);
    const entered = await thief('PUT', '/api/auth/profile', { phoneNumber: aPhone() });
    expect(entered.body).toEqual(needed);
  });

  it('connects the proved number to another expert, and reaches its chat without a code', async () => {
    const { owner, phone, thief } = await aVictim();
    await attach(owner, phone);
    const rue = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Rue' });
    await test.advance(11 * minuteMs);
    expect((await connect(thief, bo)).status, 'its own phone').toBe(403);
    for (const attempt of ['the first', 'the second']) {
      const { status, body } = await connect(thief, rue);
      expect([status, body.state, body.code], attempt).toEqual([200, 'active', undefined]);
      expect(body.link).toMatch(/^http/);
      expect(body.link).not.toContain('CONNECT');
    }
    const isThere = and(eq(connections.expertId, rue.id), sql`${connections.code} is not null`);
    const { user } = (await thief('GET', '/api/auth/user')).body;
    const mine = and(isThere, eq(connections.userId, user.id));
    expect(await test.runtime.db.$count(connections, mine)).toBe(0);
    const another = await anExpert(test);
    expect((await connect(thief, another)).body.state).toBe('active');
  });

  it('guesses the password as slowly as at the login', async () => {
    const { owner, thief } = await aVictim();
    const statuses = [];
    for (let nth = 0; nth < 12; nth++) statuses.push((await enter(thief, `Wrong-${nth}`)).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403));
    expect(statuses.at(-1)).toBe(429);
    expect((await enter(owner, password)).status, "the owner's session").toBe(200);
  });
});

/** The embedded database has one connection. */
describe.skipIf(!hasDatabaseServer)('a removal that races', () => {
  type Race = Awaited<ReturnType<typeof aVictim>> & { stolen: string; code: string };
  const races: [string, (race: Race) => Promise<void>][] = [
    ['a text', ({ stolen }) => text(stolen, 'What is 2+2?', sol)],
    ['a CONNECT', ({ stolen, code }) => text(stolen, `CONNECT ${code}`, sol)],
    [
      'a YES',
      async ({ stolen }) => {
        const change = { phoneNumber: stolen };
        expect((await connectAgain('PUT', change)).status).toBe(200);
        await test.runUntilIdle();
        await text(stolen, 'YES');
      },
    ],
  ];
  let connectAgain: (method: 'PUT', body: object) => Promise<{ status: number }>;

  it.each(races)('%s ends without a deadlock, and nothing is charged after', async (_, write) => {
    const victim = await aVictim();
    const { user, owner, thief } = victim;
    const stolen = aPhone();
    await attach(thief, stolen);
    const { code } = (await connect(thief)).body;
    connectAgain = (method, body) => thief(method, '/api/auth/profile', body);
    await write({ ...victim, stolen, code });
    const { id } = await find(owner, stolen);
    let answered: Promise<void> | undefined;
    let removed: ReturnType<typeof remove> | undefined;
    await expectNoDeadlock(test, async () => {
      const locked = sql`select 1 from users where id = ${user.id} for update`;
      await holdLocks(test, locked, async (awaitLocks) => {
        answered = test.runUntilIdle();
        await awaitLocks(1);
        removed = remove(owner, id);
        await awaitLocks(2);
      });
      await answered;
      expect((await removed)?.status).toBe(200);
    });
    await test.runUntilIdle();
    const charged = await spends(user.id);
    const after = await listOf(owner);
    const isCurrent = and(eq(threads.handle, stolen), eq(threads.userId, user.id));
    const left = await test.runtime.db.$count(threads, and(isCurrent, threads.isCurrent));
    expect([after.filter(({ number }) => number === stolen).length, left]).toEqual([0, 0]);
    expect(await say(stolen, 'What is 3+3?', sol)).toMatch(stranger);
    expect(await spends(user.id)).toBe(charged);
  });
});
