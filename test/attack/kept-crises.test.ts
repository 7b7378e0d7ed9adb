import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertRow, messages, riskEvents, threads } from '#server/db/schema.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, type callAs, signIn } from '#test/api-client.ts';
import { password } from '#test/erasure.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, leaveNumberIn, numberIn } from '#test/texter.ts';

/** A phone of no account in a crisis. A stranger's account has it by a YES in its name. */

let test: TestApp;
let ada: ExpertRow;
let passwordHash: string;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  await signIn(test, asAdmin);
  ada = await anExpert(test);
  passwordHash = await hashPassword(password);
  ({ text, received } = createTexter(test, ada));
});
afterAll(() => test.close());

type Call = ReturnType<typeof callAs>;

async function write(phone: string, body: string): Promise<string> {
  const known = received(phone).length;
  await text(phone, body);
  await test.runUntilIdle();
  return received(phone).slice(known).join('\n');
}

const crisis = 'I want to kill myself';

async function aTakenPhone() {
  const phone = aPhone();
  await write(phone, crisis);
  const { call } = await signIn(test, { phoneNumber: phone, passwordHash });
  await call('POST', `/api/experts/${ada.id}/connect`);
  await test.runUntilIdle();
  const told = await write(phone, 'YES');
  expect(told).toContain("You're connected");
  return { phone, call, told };
}
type Taken = Awaited<ReturnType<typeof aTakenPhone>>;

async function expectInHand(phone: string, userId: null): Promise<void> {
  const { db } = test.runtime;
  const isCurrent = and(eq(threads.handle, phone), threads.isCurrent);
  const [current] = await db.select().from(threads).where(isCurrent);
  expect(current).toMatchObject({ userId, handler: 'human', riskAt: expect.any(Date) });
  const known = eq(riskEvents.threadId, current?.id ?? '');
  expect(await db.select().from(riskEvents).where(known)).toMatchObject([{ kind: 'suicide' }]);
}

const removePhone = async (call: Call) => {
  const [phone] = (await call('GET', '/api/auth/phones')).body.phones;
  expect((await call('DELETE', `/api/auth/phones/${phone.id}`)).status).toBe(200);
};

const ways: [string, (taken: Taken) => Promise<unknown>][] = [
  ['NO with our number', ({ phone, told }) => write(phone, `NO ${leaveNumberIn(told)}`)],
  ['a removal by the account', ({ call }) => removePhone(call)],
  ['the end of the account', ({ call }) => call('DELETE', '/api/account', { password })],
  ['an empty number', ({ call }) => call('PUT', '/api/auth/profile', { phoneNumber: null })],
];

describe('a crisis in hand', () => {
  it.each(ways)('stays in hand after %s', async (_, leave) => {
    const taken = await aTakenPhone();
    await leave(taken);
    await write(taken.phone, 'I am still here');
    await expectInHand(taken.phone, null);
    expect(received(taken.phone).join()).not.toMatch(/sign up/);
  });
});

describe("what a phone wrote before an account connected it by a text in the phone's name", () => {
  const countWords = () => test.runtime.db.$count(messages, eq(messages.body, crisis));

  it('stays when that account is deleted within the day in which the phone may object', async () => {
    const before = await countWords();
    const { call } = await aTakenPhone();
    expect((await call('DELETE', '/api/account', { password })).status).toBe(200);
    expect(await countWords()).toBe(before + 1);
  });

  it('goes with the account after that day, and by FORGET ME at once', async () => {
    const before = await countWords();
    const { call } = await aTakenPhone();
    await test.advance(dayMs);
    expect((await call('DELETE', '/api/account', { password })).status).toBe(200);
    const { phone } = await aTakenPhone();
    await write(phone, `FORGET ${numberIn([await write(phone, 'FORGET ME')])}`);
    expect(await countWords()).toBe(before);
  });
});
