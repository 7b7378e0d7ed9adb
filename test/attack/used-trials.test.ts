import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { callAs } from '#test/api-client.ts';
import { buy } from '#test/checkout.ts';
import { password } from '#test/erasure.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

/** A phone whose person used the free trial and left. A stranger signs up with its number, and texts in its name. */

let test: TestApp;
let ada: ExpertRow;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  ada = await anExpert(test);
  ({ text, received } = createTexter(test, ada));
});
afterAll(() => test.close());

async function write(phone: string, body: string): Promise<string> {
  const known = received(phone).length;
  await text(phone, body);
  await test.runUntilIdle();
  return received(phone).slice(known).join('\n');
}

let made = 0;
async function signUp(phoneNumber: string) {
  const account = {
    email: `person-${++made}@example.com`,
    password,
    phoneNumber,
    subscriptionPlan: 'trial',
  };
  const { status, body } = await callAs(test, null)('POST', '/api/auth/register', account);
  expect(status, JSON.stringify(body)).toBe(200);
  const call = callAs(test, body.token);
  const connect = async () => {
    const reply = (await call('POST', `/api/experts/${ada.id}/connect`)).body;
    await test.runUntilIdle();
    return reply;
  };
  return { call, connect };
}
type Person = Awaited<ReturnType<typeof signUp>>;

async function aPhoneWithoutTrial(): Promise<string> {
  const phone = aPhone();
  const { call, connect } = await signUp(phone);
  await connect();
  expect(await write(phone, 'YES')).toContain("You're connected");
  expect((await call('DELETE', '/api/account', { password })).status).toBe(200);
  return phone;
}

async function aStrangerOn(phone: string, way: 'YES' | 'CONNECT'): Promise<Person> {
  const stranger = await signUp(phone);
  const { code } = await stranger.connect();
  const forged = way === 'YES' ? way : `CONNECT ${code}`;
  expect(await write(phone, forged)).toContain('already had its free trial');
  return stranger;
}

async function readAll({ call }: Person): Promise<string> {
  const { threads } = (await call('GET', '/api/threads')).body;
  const read = threads.map(({ id }: { id: string }) => call('GET', `/api/threads/${id}/messages`));
  return (await Promise.all(read)).map(({ text: body }) => body).join();
}

it.each(['YES', 'CONNECT'] as const)(
  "proves no number by a forged %s that connects nothing, so the phone's person signs up",
  async (way) => {
    const phone = await aPhoneWithoutTrial();
    const stranger = await aStrangerOn(phone, way);
    const { user } = (await stranger.call('GET', '/api/auth/user')).body;
    expect(user.isPhoneVerified).toBe(false);
    await signUp(phone);
  },
);

it.each(['YES', 'CONNECT'] as const)(
  'reads nothing after a forged %s and a purchase: the phone is asked, and names the account',
  async (way) => {
    const phone = await aPhoneWithoutTrial();
    const stranger = await aStrangerOn(phone, way);
    await buy(test, stranger.call, 'payg');
    expect(await stranger.connect()).toMatchObject({ state: 'pending', threadId: null });
    await write(phone, 'My secret is kestrel');
    expect(await readAll(stranger)).not.toContain('kestrel');
    expect(received(phone).at(-1)).toMatch(/Reply (just )?YES .* as p\*\*\*@example\.com/);
    expect(await write(phone, 'YES')).toContain('as p***@example.com. Not you?');
  },
);
