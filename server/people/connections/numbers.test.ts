import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, messages, threads } from '#server/db/schema.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { password } from '#test/erasure.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear, numberIn } from '#test/texter.ts';
import { hashPassword } from '../passwords/passwords.ts';

let test: TestApp;
let ada: ExpertRow;
let admin: Call;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  ada = await anExpert(test);
  ({ text, received } = createTexter(test, ada));
  ({ call: admin } = await signIn(test, asAdmin));
});
afterAll(() => test.close());

type Call = ReturnType<typeof callAs>;
type Message = { body: string; direction: string; origin: string };

async function say(phone: string, body: string, to = ada): Promise<string[]> {
  const known = received(phone).length;
  await text(phone, body, to);
  await test.runUntilIdle();
  return received(phone).slice(known);
}
async function connect(call: Call, to = ada) {
  const { status, body } = await call('POST', `/api/experts/${to.id}/connect`);
  expect(status, JSON.stringify(body)).toBe(200);
  await test.runUntilIdle();
  return body;
}
const threadsOf = async (call: Call) => (await call('GET', '/api/threads?limit=200')).body.threads;
async function wordsOf(call: Call): Promise<string[]> {
  const found: Message[] = [];
  for (const { id } of await threadsOf(call)) {
    found.push(...(await call('GET', `/api/threads/${id}/messages?limit=200`)).body.messages);
  }
  return found.map(({ body }) => body).reverse();
}
const phoneOf = async (call: Call) => {
  const { phoneNumber, isPhoneVerified, phoneLoss } = (await call('GET', '/api/auth/user')).body
    .user;
  return { phoneNumber, isPhoneVerified, phoneLoss };
};
const describeLoss = (phoneLoss: 'claimed' | 'moved') => ({
  phoneNumber: null,
  isPhoneVerified: false,
  phoneLoss,
});
const stateAt = async (call: Call, to = ada) => {
  const { experts } = (await call('GET', '/api/experts/public')).body;
  return experts.find(({ id }: { id: string }) => id === to.id).connection;
};
const modelRequests = () =>
  test.sandbox.wire
    .map(({ request }) => request.body)
    .filter((body) => body.includes('"model"'))
    .join();

describe('what a phone wrote before an account connected it', () => {
  it('stays with the phone: not shown, exported or given to the model', async () => {
    const { call, user } = await signIn(test);
    const phone = user.phoneNumber as string;
    await say(phone, 'My secret walrus');
    const pending = await connect(call);
    expect(pending).toMatchObject({ state: 'pending', threadId: null });
    // Both wait when the YES comes; the last one is the account's.
    await text(phone, 'A second walrus');
    await text(phone, 'YES');
    await text(phone, 'What is 2+2?');
    await test.runUntilIdle();
    const words = await wordsOf(call);
    expect(words.slice(0, 1)).toEqual(['YES']);
    expect(words).toContain('What is 2+2?');
    expect(words.some((body) => body.includes("You're connected with Ada"))).toBe(true);
    expect(received(phone).at(-1)).toMatch(/4/);
    expect(words.join()).not.toContain('walrus');
    expect((await call('GET', '/api/account/export')).text).not.toContain('walrus');
    expect(modelRequests()).not.toContain('walrus');
    const seen = (await threadsOf(admin)).filter(
      ({ userHandle }: { userHandle: string }) => userHandle === phone,
    );
    expect(seen).toHaveLength(2);
    expect(seen.map(({ messageCount }: { messageCount: number }) => messageCount)).toEqual(
      expect.arrayContaining([words.length]),
    );
    const phones = seen.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const early = (await admin('GET', `/api/threads/${phones.id}/messages`)).body.messages;
    expect(early.map(({ body }: Message) => body)).toEqual(
      expect.arrayContaining(['My secret walrus', 'A second walrus']),
    );
    expect((await call('GET', `/api/threads/${phones.id}/messages`)).status).toBe(404);
  });

  it('is not answered once another expert has connected the phone', async () => {
    const sol = await anExpert(test, { displayName: 'Sol' });
    const { call, user } = await signIn(test);
    const phone = user.phoneNumber as string;
    await connect(call);
    await connect(call, sol);
    await text(phone, 'A waiting walrus', sol);
    await text(phone, 'YES');
    await text(phone, 'What is 3+3?', sol);
    await test.runUntilIdle();
    const words = await wordsOf(call);
    expect(words).toContain('What is 3+3?');
    expect(words.join()).not.toContain('walrus');
    expect(modelRequests()).not.toContain('A waiting walrus');
  });

  it('stays with the phone where its number was verified before', async () => {
    const sol = await anExpert(test, { displayName: 'Sol' });
    const { call, user } = await signIn(test);
    const phone = user.phoneNumber as string;
    await connect(call);
    await say(phone, 'YES');
    await say(phone, 'An early walrus', sol);
    expect(await connect(call, sol)).toMatchObject({ state: 'active' });
    await say(phone, 'What is 5+5?', sol);
    const words = await wordsOf(call);
    expect(words).toContain('What is 5+5?');
    expect(words.join()).not.toContain('walrus');
  });

  it('is erased with the account that has verified the number', async () => {
    const { call, user } = await signIn(test, { passwordHash: await hashPassword(password) });
    const phone = user.phoneNumber as string;
    await say(phone, 'A vanishing walrus');
    await connect(call);
    await say(phone, 'YES');
    await test.advance(dayMs);
    expect((await call('DELETE', '/api/account', { password })).status).toBe(200);
    const { db } = test.runtime;
    expect(await db.select().from(threads).where(eq(threads.handle, phone))).toEqual([]);
    const kept = await db.select().from(messages).where(eq(messages.body, 'A vanishing walrus'));
    expect(kept).toEqual([]);
  });
});

describe('a number that an account has only claimed', () => {
  it('goes to the account that verifies it, with its trial, and the other one is told', async () => {
    const claimer = await signIn(test);
    const phone = claimer.user.phoneNumber as string;
    await connect(claimer.call);
    const owner = await signIn(test, { phoneNumber: phone, email: `owner-${phone}@example.com` });
    await connect(owner.call);
    expect(received(phone).at(-1)).toContain(`as ${owner.user.email[0]}***@example.com`);
    expect((await say(phone, 'YES')).join()).toContain("You're connected with Ada as");
    expect((await say(phone, 'What is 4+4?')).join()).toMatch(/8/);
    expect(await phoneOf(owner.call)).toMatchObject({ phoneNumber: phone, isPhoneVerified: true });
    expect(await phoneOf(claimer.call)).toEqual(describeLoss('claimed'));
    expect(await stateAt(claimer.call)).toBe('none');
    expect(await threadsOf(claimer.call)).toEqual([]);

    const read = await claimer.call('PUT', '/api/auth/profile', { phoneLoss: null });
    expect(read.body.user.phoneLoss).toBeNull();
  });

  it('is verified by only one of two accounts whose questions are answered at once', async () => {
    const sol = await anExpert(test, { displayName: 'Sol' });
    const one = await signIn(test);
    const phone = one.user.phoneNumber as string;
    const other = await signIn(test, { phoneNumber: phone, email: `other-${phone}@example.com` });
    await connect(one.call, ada);
    await connect(other.call, sol);
    await Promise.all([text(phone, 'YES', ada), text(phone, 'YES', sol)]);
    await test.runUntilIdle();
    await test.advance(2_000);
    await test.runUntilIdle();
    const phones = [await phoneOf(one.call), await phoneOf(other.call)];
    expect(phones.filter(({ isPhoneVerified }) => isPhoneVerified)).toHaveLength(1);
    const current = await test.runtime.db.select().from(threads).where(eq(threads.handle, phone));
    const owners = current.filter(({ isCurrent, userId }) => isCurrent && userId);
    expect(new Set(owners.map(({ userId }) => userId)).size).toBe(1);
  });
});

describe('a number that another account has verified', () => {
  async function aRecycledNumber() {
    const old = await signIn(test);
    const phone = old.user.phoneNumber as string;
    await connect(old.call);
    await say(phone, 'YES');
    await say(phone, 'What is 7+7?');
    return { old, phone, before: await wordsOf(old.call) };
  }

  it('moves by a code and our number: the old account keeps its history and sees nothing new', async () => {
    const { old, phone, before } = await aRecycledNumber();
    const next = await signIn(test, { subExpiration: inOneYear() });
    const { code } = await connect(next.call);
    const asked = await say(phone, `CONNECT ${code}`);
    const write = (account: string, number: string) =>
      `This number is with another account. To move it to ${account} reply ${number} within 10 minutes. If that isn't you, ignore this text.`;
    const number = numberIn(asked);
    expect(asked).toEqual([write(`${next.user.email[0]}***@example.com`, number)]);
    expect(await stateAt(old.call)).toBe('active');
    expect((await say(phone, number)).join()).toContain(
      'This number has left its earlier account.',
    );
    await say(phone, 'What is 9+9?');
    expect(await wordsOf(old.call)).toEqual([
      ...before,
      `CONNECT ${code}`,
      write('a new one', '•••• ••••'),
    ]);
    expect(await phoneOf(old.call)).toEqual(describeLoss('moved'));
    expect(await stateAt(old.call)).toBe('none');
    const words = await wordsOf(next.call);
    expect(words.slice(0, 1)).toEqual([number]);
    expect(words).toContain('What is 9+9?');
    expect(words.join()).not.toContain('7+7');
    const [{ id }] = await threadsOf(old.call);
    expect((await old.call('POST', `/api/threads/${id}/messages`, { body: 'Hi' })).status).toBe(
      422,
    );
    await say(phone, 'STOP');
    const [record] = await threadsOf(old.call);
    expect(record).toMatchObject({ isCurrent: false, isOptedOut: false });
    expect(JSON.parse((await old.call('GET', '/api/account/export')).text).optOuts).toEqual([]);
    const entered = await next.call('PUT', '/api/auth/profile', { phoneNumber: phone });
    expect(entered.status).toBe(200);
  });

  it('stays with the old account where the new one has no trial left to welcome it', async () => {
    const { old, phone } = await aRecycledNumber();
    const next = await signIn(test);
    const { code } = await connect(next.call);
    expect(await say(phone, `CONNECT ${code}`)).toEqual([
      expect.stringContaining('already had its free trial'),
    ]);
    expect(await stateAt(old.call)).toBe('active');
    expect(await phoneOf(old.call)).toMatchObject({ isPhoneVerified: true, phoneLoss: null });
    expect((await say(phone, 'What is 8+8?')).join()).toMatch(/16/);
    expect(await wordsOf(old.call)).toContain('What is 8+8?');
  });

  it('moves by a YES and our number, where our question was the last text to the phone', async () => {
    const old = await signIn(test);
    const phone = aPhone();
    await say(phone, `CONNECT ${(await connect(old.call)).code}`);
    const next = await signIn(test, { phoneNumber: phone, subExpiration: inOneYear() });
    await connect(next.call);
    expect((await wordsOf(old.call)).join()).not.toContain('Reply YES');
    await say(phone, 'Do you like cats?');
    await say(phone, 'YES');
    expect(await stateAt(old.call), 'a YES to the expert').toBe('active');
    await test.advance(dayMs + 1);
    await connect(next.call);
    const asked = await say(phone, 'YES');
    expect(await stateAt(old.call), 'before the number').toBe('active');
    const before = await wordsOf(old.call);
    await say(phone, numberIn(asked));
    await say(phone, 'And dogs?');
    expect(await wordsOf(old.call)).toEqual(before);
    expect(await stateAt(old.call)).toBe('none');
    expect((await phoneOf(old.call)).phoneLoss).toBe('moved');
    expect(await wordsOf(next.call)).toContain('And dogs?');
  });

  it('moves by no YES that the old account writes in the dashboard', async () => {
    const old = await signIn(test);
    const phone = aPhone();
    await say(phone, `CONNECT ${(await connect(old.call)).code}`);
    const next = await signIn(test, { phoneNumber: phone, subExpiration: inOneYear() });
    await connect(next.call);
    const [{ id }] = await threadsOf(old.call);
    const written = await old.call('POST', `/api/threads/${id}/messages`, { body: 'YES' });
    expect(written.status).toBe(200);
    await test.runUntilIdle();
    expect(await stateAt(old.call)).toBe('active');
    expect(await stateAt(next.call)).toBe('pending');
    expect((await phoneOf(next.call)).isPhoneVerified).toBe(false);
  });

  it('is asked again after 90 days of silence, before its conversation goes on', async () => {
    const { old, phone, before } = await aRecycledNumber();
    await test.advance(91 * dayMs);
    const again = await signInAgain(old.user.id);
    const { messageCount } = await getUser(test.runtime.db, old.user.id);
    expect(await say(phone, 'Who has my number?')).toEqual([
      expect.stringContaining('Reply YES to chat with Ada as'),
    ]);
    expect(await wordsOf(again)).toEqual(before);
    expect(await stateAt(again)).toBe('pending');
    expect((await getUser(test.runtime.db, old.user.id)).messageCount).toBe(messageCount);
    await say(phone, 'YES');
    await say(phone, 'And what is 1+1?');
    const words = await wordsOf(again);
    expect(words.slice(0, before.length)).toEqual(before);
    expect(words).toContain('And what is 1+1?');
    expect(words).not.toContain('Who has my number?');
    expect(await threadsOf(again)).toHaveLength(1);
    expect(lastModelRequest()).toContain('What is 7+7?');
  });

  it('counts as heard of while it texts any expert', async () => {
    const sol = await anExpert(test, { displayName: 'Sol' });
    const { old, phone } = await aRecycledNumber();
    await connect(old.call, sol);
    await say(phone, 'Hi Sol', sol);
    await test.advance(60 * dayMs);
    await say(phone, 'Hi Ada');
    await test.advance(60 * dayMs);
    expect((await say(phone, 'Hi again, Sol', sol)).join()).not.toContain('Reply YES');
  });

  it('may be claimed after 90 days of silence, and moves by our number, which a forged YES has not', async () => {
    const { phone, old, before } = await aRecycledNumber();
    const { call: early } = await signIn(test);
    const taken = await early('PUT', '/api/auth/profile', { phoneNumber: phone });
    expect(taken.status).toBe(409);
    await test.advance(91 * dayMs);
    const next = await signIn(test, {
      email: `next-${phone}@example.com`,
      subExpiration: new Date(Date.now() + 900 * dayMs),
    });
    const claimed = await next.call('PUT', '/api/auth/profile', { phoneNumber: phone });
    expect(claimed.status).toBe(200);
    await connect(next.call);
    await say(phone, 'YES');
    const again = await signInAgain(old.user.id);
    expect(await phoneOf(again)).toMatchObject({ phoneNumber: phone, phoneLoss: null });
    await say(phone, numberIn(received(phone)));
    await say(phone, 'A new owner');
    expect(await wordsOf(next.call)).toContain('A new owner');
    expect(await wordsOf(again)).toEqual(before);
    expect(await phoneOf(again)).toEqual(describeLoss('moved'));
  });

  async function signInAgain(userId: string): Promise<Call> {
    const { db, clock } = test.runtime;
    return callAs(test, await createToken(db, userId, clock.now()));
  }
  const lastModelRequest = () =>
    test.sandbox.wire
      .map(({ request }) => request.body)
      .filter((body) => body.includes('"model"'))
      .at(-1);
});

describe('changing a number', () => {
  it('is possible twice a day', async () => {
    const { call } = await signIn(test);
    const change = () => call('PUT', '/api/auth/profile', { phoneNumber: aPhone() });
    expect([(await change()).status, (await change()).status]).toEqual([200, 200]);
    const refused = await change();
    expect(refused.status).toBe(429);
    expect(refused.body.message).toBe(
      'You can change your number 2 times a day. Please try again in 24 hours.',
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await call('PUT', '/api/auth/profile', { firstName: 'Ann' })).status).toBe(200);
    expect((await call('PUT', '/api/auth/profile', { phoneNumber: '' })).status).toBe(200);
    await test.advance(dayMs);
    expect((await change()).status).toBe(200);
  });

  it('says nothing of any number once both changes of a day are used', async () => {
    const { phone } = await aConnectedUser(test, ada);
    const { call } = await signIn(test);
    const change = (phoneNumber: string) => call('PUT', '/api/auth/profile', { phoneNumber });
    await change(aPhone());
    await change(aPhone());
    const [taken, free] = [await change(phone), await change(aPhone())];
    expect([taken.status, taken.body]).toEqual([429, free.body]);
  });

  it('says 20 times an hour to a network, with however many accounts, that a number is taken', async () => {
    await test.advance(hourMs);
    const { phone } = await aConnectedUser(test, ada);
    const guess = async (phoneNumber: string) =>
      (await signIn(test)).call('PUT', '/api/auth/profile', { phoneNumber });
    const statuses = [];
    for (let tries = 0; tries < 21; tries++) statuses.push((await guess(phone)).status);
    expect(statuses).toEqual([...Array(20).fill(409), 429]);
    const refused = await guess(aPhone());
    expect(refused.body.message).toContain(
      'numbers that belong to other accounts were tried from your network',
    );
    await test.advance(hourMs);
    expect((await guess(aPhone())).status).toBe(200);
  });

  it('is blocked for a day after 20 numbers of other accounts, found or not', async () => {
    const { phone } = await aConnectedUser(test, ada);
    const { call } = await signIn(test);
    const guess = (phoneNumber: string) => call('PUT', '/api/auth/profile', { phoneNumber });
    const guesses = await Promise.all(Array.from({ length: 25 }, () => guess(phone)));
    const statuses = guesses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(409), ...Array(5).fill(429)]);
    const blocked = await guess(aPhone());
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(86_000);
    await test.advance(dayMs);
    expect((await guess(aPhone())).status).toBe(200);
  });
});
