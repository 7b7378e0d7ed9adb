import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConnectionRow, connections, type ExpertRow, threads } from '#server/db/schema.ts';
import { callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear, numberIn } from '#test/texter.ts';
import { connectUser } from './service.ts';

let test: TestApp;
let expert: ExpertRow;
let sol: ExpertRow;
let { text, received, threadOf, messagesOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
  ({ text, received, threadOf, messagesOf } = createTexter(test, expert));
});
afterAll(() => test.close());

type Person = { id: string; email: string };
const connect = (user: Person, to = sol) =>
  connectUser(test.runtime, { user, expertId: to.id, address: '192.0.2.1', isFresh: true });
const codeFor = async (user: Person, to = sol) => (await connect(user, to)).code as string;

async function write(from: string, body: string, to = sol): Promise<string[]> {
  const known = received(from).length;
  const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${to.id}`;
  const address = to.phoneNumber as string;
  await test.sandbox.deliver('WHATSAPP', { webhookUrl, from, to: address, body });
  await test.runUntilIdle();
  return received(from).slice(known);
}

async function connectionOf(user: Person, to = sol) {
  const [row] = await test.runtime.db
    .select()
    .from(connections)
    .where(and(eq(connections.userId, user.id), eq(connections.expertId, to.id)));
  return row as ConnectionRow;
}

const minute = 60_000;
const wrong = 'That code is wrong or too old';

describe('requesting a code', () => {
  it('returns a link that fills in the text, eight characters and their expiry', async () => {
    const user = await aUser(test);
    const reply = await connect(user);
    expect(reply).toMatchObject({ state: 'pending', threadId: null });
    expect(reply.code).toMatch(/^[2-9CDFHJKMNPQRTVWX]{8}$/);
    const digits = sol.phoneNumber?.slice(1);
    expect(reply.link).toBe(
      `${test.runtime.config.publicUrl}/sandbox/whatsapp/open/${digits}?text=CONNECT%20${reply.code}`,
    );
    expect(reply.message).toBe(`Send CONNECT ${reply.code} to Sol by WhatsApp to start.`);
    const leftMs = Date.parse(reply.codeExpiresAt as string) - test.runtime.clock.now().getTime();
    expect(leftMs).toBeGreaterThan(14 * minute);
    expect(leftMs).toBeLessThanOrEqual(15 * minute);
  });

  it('returns the live code again, and a new one after fifteen minutes', async () => {
    const user = await aUser(test);
    const first = await connect(user);
    expect(await connect(user)).toEqual(first);
    await test.advance(15 * minute);
    expect((await connect(user)).code).not.toBe(first.code);
    expect(await write(aPhone(), `CONNECT ${first.code}`)).toEqual([
      expect.stringContaining(wrong),
    ]);
  });

  it('gives different people different codes, even at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser(test)));
    const codes = await Promise.all(people.map((user) => codeFor(user)));
    expect(new Set(codes).size).toBe(people.length);
    const twice = await aUser(test);
    const [one, other] = await Promise.all([codeFor(twice), codeFor(twice)]);
    expect(one).toBe(other);
  });

  it('works through the API, where an admin sees what the person wrote', async () => {
    const { call } = await signIn(test);
    const { status, body } = await call('POST', `/api/experts/${sol.id}/connect`);
    expect([status, body.state]).toEqual([200, 'pending']);
    const listed = (await call('GET', '/api/experts/public')).body.experts;
    expect(listed.find(({ id }: { id: string }) => id === sol.id)).toMatchObject({
      connection: 'pending',
      threadId: null,
    });
    expect((await callAs(test, null)('POST', `/api/experts/${sol.id}/connect`)).status).toBe(401);
  });

  it('requires no phone on the account', async () => {
    const user = await aUser(test, { phoneNumber: null });
    expect(await connect(user)).toMatchObject({ state: 'pending' });
  });
});

const widen = (one: string) => String.fromCharCode(one.charCodeAt(0) + 0xfee0);

describe('a CONNECT code', () => {
  it.each([
    ['CONNECT', (code: string) => `CONNECT ${code}`],
    ['any case and spacing', (code: string) => ` connect: ${code.slice(0, 3)} ${code.slice(3)}. `],
    [
      'small letters and a dash',
      (c: string) => `Connect ${c.slice(0, 4)}-${c.slice(4)}`.toLowerCase(),
    ],
    ['another width', (code: string) => `CONNECT ${[...code].map(widen).join('')}`],
    ['the code alone', (code: string) => code],
    ['its halves alone', (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase()],
  ])('%s connects the address that it comes from', async (_, say) => {
    const user = await aUser(test);
    const phone = aPhone();
    expect(await write(phone, 'Hi!')).toEqual([expect.stringContaining('send the code you get')]);
    expect(await write(phone, say(await codeFor(user)))).toEqual([
      expect.stringContaining("You're connected with Sol"),
    ]);
    expect(await connectionOf(user)).toMatchObject({ state: 'active', handle: phone, code: null });
    expect(await threadOf(phone)).toMatchObject({ userId: user.id });
    await write(phone, 'How do I cook rice?');
    expect((await messagesOf(phone)).at(-1)).toMatchObject({ origin: 'ai' });
    const { phoneVerifiedAt } = await getUser(test.runtime.db, user.id);
    expect(phoneVerifiedAt, 'another number proves nothing').toBeNull();
  });

  it('can be sent again by the connected phone, but not by another', async () => {
    const user = await aUser(test);
    const phone = aPhone();
    const code = await codeFor(user);
    await write(phone, `CONNECT ${code}`);
    expect(await write(phone, `Connect ${code}.`)).toEqual([
      expect.stringContaining("You're already connected with Sol"),
    ]);
    expect(await write(aPhone(), `CONNECT ${code}`)).toEqual([expect.stringContaining(wrong)]);
  });

  it('works for a person who hides their number', async () => {
    const user = await aUser(test);
    const person = 'US.1349120865530274191';
    await write(person, `CONNECT ${await codeFor(user)}`);
    expect(await connectionOf(user)).toMatchObject({ state: 'active', handle: person });
  });

  it("works over SMS, even from another phone than the account's", async () => {
    const user = await aUser(test);
    const phone = aPhone();
    await text(phone, `CONNECT ${await codeFor(user, expert)}`);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining("You're connected with Ada")]);
    expect(await connectionOf(user, expert)).toMatchObject({ state: 'active', handle: phone });
    await text(user.phoneNumber as string, 'YES');
    await test.runUntilIdle();
    expect(await threadOf(user.phoneNumber as string)).toMatchObject({ userId: null });
  });

  it('works only once', async () => {
    const user = await aUser(test);
    const code = await codeFor(user);
    const [phone, late] = [aPhone(), aPhone()];
    await write(phone, `CONNECT ${code}`);
    expect(await write(late, `CONNECT ${code}`)).toEqual([expect.stringContaining(wrong)]);
    expect(await threadOf(late)).toMatchObject({ userId: null });
    expect((await messagesOf(late))[0]).toMatchObject({ answerState: 'refused', guard: 'code' });
  });

  it('connects only one of two phones that send it at once', async () => {
    const user = await aUser(test);
    const code = await codeFor(user);
    const phones = [aPhone(), aPhone()];
    const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${sol.id}`;
    const to = sol.phoneNumber as string;
    await Promise.all(
      phones.map((from) =>
        test.sandbox.deliver('WHATSAPP', { webhookUrl, from, to, body: `CONNECT ${code}` }),
      ),
    );
    await test.runUntilIdle();
    // The slower one is retried after a moment.
    await test.advance(2_000);
    await test.runUntilIdle();
    const owners = await Promise.all(phones.map(async (phone) => (await threadOf(phone)).userId));
    expect(owners.toSorted()).toEqual([user.id, null].toSorted());
    const answers = phones.flatMap(received);
    expect(answers.filter((answer) => answer.includes("You're connected"))).toHaveLength(1);
    expect(answers.filter((answer) => answer.includes(wrong))).toHaveLength(1);
  });

  it('connects the second of two people who share a phone, and tells the first', async () => {
    const [first, second] = [await aUser(test), await aUser(test, { subExpiration: inOneYear() })];
    const phone = aPhone();
    await write(phone, `CONNECT ${await codeFor(first)}`);
    const firstThread = await threadOf(phone);
    const asked = await write(phone, `CONNECT ${await codeFor(second)}`);
    expect(await write(phone, numberIn(asked))).toEqual([
      expect.stringContaining('as p***@example.com. This number has left its earlier account.'),
    ]);
    expect(await threadOf(phone)).toMatchObject({ userId: second.id });
    expect((await threadOf(phone)).id).not.toBe(firstThread.id);
    expect(await connectionOf(first)).toBeUndefined();
    expect((await getUser(test.runtime.db, first.id)).phoneLoss).toBe('moved');
  });

  it('works for one expert only', async () => {
    const user = await aUser(test);
    const phone = aPhone();
    await text(phone, `CONNECT ${await codeFor(user)}`);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining(wrong)]);
  });

  it('moves a connection to another phone, and both keep their conversations', async () => {
    const user = await aUser(test);
    const [old, next] = [aPhone(), aPhone()];
    await write(old, `CONNECT ${await codeFor(user)}`);
    expect(await connect(user)).toMatchObject({
      state: 'active',
      threadId: (await threadOf(old)).id,
    });
    await write(next, `CONNECT ${await codeFor(user)}`);
    expect(await connectionOf(user)).toMatchObject({ state: 'active', handle: next });
    expect(await threadOf(old)).toMatchObject({ userId: user.id });
    expect(await threadOf(next)).toMatchObject({ userId: user.id });
  });

  it('alone is no code from a connected person', async () => {
    const user = await aUser(test);
    const phone = aPhone();
    await write(phone, await codeFor(user));
    await write(phone, await codeFor(await aUser(test)));
    expect((await messagesOf(phone)).at(-1)).toMatchObject({ origin: 'ai' });
  });

  it('of an earlier version works while it lives; other six digits are no code', async () => {
    const [user, other] = [await aUser(test), await aUser(test)];
    for (const [person, code] of [
      [user, '071525'],
      [other, '071526'],
    ] as const) {
      await codeFor(person);
      const { id } = await connectionOf(person);
      await test.runtime.db.update(connections).set({ code }).where(eq(connections.id, id));
    }
    const connected = [expect.stringContaining("You're connected with Sol")];
    expect(await write(aPhone(), 'CONNECT 071 525')).toEqual(connected);
    expect(await write(aPhone(), '071526')).toEqual(connected);
    expect(await write(aPhone(), '071527')).toEqual([expect.stringContaining('sign up at')]);
    expect(await write(aPhone(), 'CONNECT 071527')).toEqual([expect.stringContaining(wrong)]);
  });
});

describe('a verified number', () => {
  it('is verified by the code that comes from it', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    await connect(user, expert);
    await write(phone, `CONNECT ${await codeFor(user)}`);
    expect((await getUser(test.runtime.db, user.id)).phoneVerifiedAt).not.toBeNull();
    expect(await connectionOf(user, expert)).toMatchObject({ state: 'active' });
  });

  it('needs no further code where WhatsApp has verified it', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    const rue = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Rue' });
    await connect(user, rue);
    await write(phone, `CONNECT ${await codeFor(user)}`);
    expect(await connectionOf(user, rue), 'what waited').toMatchObject({ state: 'active' });
    const bea = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Bea' });
    const reply = await connect(user, bea);
    expect(reply).toMatchObject({ state: 'active', message: 'You are connected with Bea.' });
    expect(reply.link).toContain(reply.code);
    const [answer] = await write(phone, 'How do I cook rice?', bea);
    expect(answer).toMatch(/rice/i);
    const [thread] = await test.runtime.db
      .select()
      .from(threads)
      .where(and(eq(threads.handle, phone), eq(threads.expertId, bea.id)));
    expect(thread).toMatchObject({ id: reply.threadId, userId: user.id });
  });

  it('that only an SMS has verified needs a code on WhatsApp', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    const reply = await connect(user);
    expect(reply).toMatchObject({ state: 'pending', threadId: null });
    expect(reply.link).toContain(reply.code);
    await write(phone, `CONNECT ${reply.code}`);
    expect(await connectionOf(user)).toMatchObject({ state: 'active', handle: phone });
  });

  it('takes its WhatsApp conversation along when it leaves the account', async () => {
    const { call, user } = await signIn(test);
    const phone = user.phoneNumber as string;
    await write(phone, `CONNECT ${await codeFor(user)}`);
    await call('PUT', '/api/auth/profile', { phoneNumber: aPhone() });
    expect(await connectionOf(user), 'until the new number is proved').toBeDefined();
    await call('PUT', '/api/auth/profile', { phoneNumber: '' });
    expect(await connectionOf(user)).toBeUndefined();
    // Beside the notice that it was removed.
    expect((await write(phone, 'Hello?')).join()).toContain('sign up at');
  });
});

describe('guessing codes', () => {
  it('gets no replies after five wrong codes an hour, but for a right one', async () => {
    const user = await aUser(test);
    const phone = aPhone();
    for (let tries = 0; tries < 5; tries++) {
      expect(await write(phone, `CONNECT 2222222${'CDFHJ'[tries]}`)).toHaveLength(1);
    }
    expect(await write(phone, 'CONNECT 2222222K')).toEqual([]);
    expect(await write(phone, `CONNECT ${await codeFor(user)}`)).toHaveLength(1);
    expect(await threadOf(phone)).toMatchObject({ userId: user.id });
  });
});
