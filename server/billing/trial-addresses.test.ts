import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { callAs } from '#test/api-client.ts';
import { buy } from '#test/checkout.ts';
import { password } from '#test/erasure.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, numberIn } from '#test/texter.ts';

let test: TestApp;
let ada: ExpertRow;
let sol: ExpertRow;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  ada = await anExpert(test);
  sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
  ({ text, received } = createTexter(test, ada));
});
afterAll(() => test.close());

let made = 0;
async function aNewcomer(subscriptionPlan: 'trial' | 'payg' = 'trial') {
  const email = `newcomer-${++made}@example.com`;
  const account = { email, password, phoneNumber: aPhone(), subscriptionPlan };
  const { body } = await callAs(test, null)('POST', '/api/auth/register', account);
  return callAs(test, body.token);
}
type Call = ReturnType<typeof callAs>;

async function connect(call: Call, from: string, to = sol): Promise<string> {
  const { code } = (await call('POST', `/api/experts/${to.id}/connect`)).body;
  const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${to.id}`;
  const address = to.phoneNumber as string;
  const known = received(from).length;
  const body = `CONNECT ${code}`;
  await test.sandbox.deliver('WHATSAPP', { webhookUrl, from, to: address, body });
  await test.runUntilIdle();
  return received(from).slice(known).join();
}

const connected = "You're connected";
const refused = 'has already had its free trial';
const trial = { plan: 'trial' };
const checkoutPath = '/api/subscription/create-checkout-session';

describe('a phone that has been used with a trial', () => {
  it('gets no second trial with another account, at another expert', async () => {
    const phone = aPhone();
    const another = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Rue' });
    expect(await connect(await aNewcomer(), phone)).toContain(connected);
    expect(await connect(await aNewcomer(), phone, another)).toContain(refused);
  });

  it('gets no second trial after that account is deleted, but can use bought messages', async () => {
    const phone = aPhone();
    const first = await aNewcomer();
    expect(await connect(first, phone)).toContain(connected);
    expect((await first('DELETE', '/api/account', { password })).status).toBe(200);
    const second = await aNewcomer();
    expect(await connect(second, phone)).toContain(refused);
    await buy(test, second, 'payg');
    expect(await connect(second, phone)).toContain(connected);
  });

  it('gets no second trial as the new number of another account', async () => {
    const phone = aPhone();
    for (const answer of [connected, refused]) {
      const call = await aNewcomer();
      await call('PUT', '/api/auth/profile', { phoneNumber: phone });
      await call('POST', `/api/experts/${ada.id}/connect`);
      await test.runUntilIdle();
      await text(phone, 'YES');
      await test.runUntilIdle();
      expect(received(phone).at(-1)).toContain(answer);
      await call('DELETE', '/api/account', { password });
    }
  });

  it('stays with its account after a YES that was refused, until the other one has bought', async () => {
    const phone = aPhone();
    const first = await aNewcomer();
    expect(await connect(first, phone)).toContain(connected);
    const second = await aNewcomer();
    await second('PUT', '/api/auth/profile', { phoneNumber: phone });
    const ask = async (body: string) => {
      await second('POST', `/api/experts/${ada.id}/connect`);
      await test.runUntilIdle();
      await text(phone, body);
      await test.runUntilIdle();
      return received(phone).at(-1) as string;
    };
    expect(await ask('YES')).toContain(refused);
    expect((await first('GET', '/api/auth/user')).body.user.phoneLoss).toBeNull();
    await buy(test, second, 'payg');
    await text(phone, numberIn([await ask('YES')]));
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain(connected);
    expect((await first('GET', '/api/auth/user')).body.user.phoneLoss).toBe('moved');
  });

  it('gets no second trial that is requested after connecting', async () => {
    const phone = aPhone();
    const first = await aNewcomer();
    await connect(first, phone);
    await first('DELETE', '/api/account', { password });
    const second = await aNewcomer('payg');
    expect(await connect(second, phone)).toContain(connected);
    expect((await second('POST', checkoutPath, trial)).status).toBe(409);
    await second('DELETE', '/api/account', { password });
  });

  it("counts for its person's trial, whether connected before or after it", async () => {
    const [phone, other] = [aPhone(), aPhone()];
    const call = await aNewcomer('payg');
    expect(await connect(call, phone)).toContain(connected);
    expect((await call('POST', checkoutPath, trial)).status).toBe(200);
    expect(await connect(call, other)).toContain(connected);
    await call('DELETE', '/api/account', { password });
    for (const from of [phone, other]) {
      expect(await connect(await aNewcomer(), from)).toContain(refused);
    }
  });

  it('gets one trial when two accounts connect from it at once', async () => {
    const phone = aPhone();
    const another = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Rue' });
    const [first, second] = [await aNewcomer(), await aNewcomer()];
    await Promise.all([connect(first, phone), connect(second, phone, another)]);
    // The slower one is retried.
    await test.advance(2_000);
    await test.runUntilIdle();
    const answers = received(phone).join();
    expect(answers.split(connected)).toHaveLength(2);
    expect(answers).toContain(refused);
  });
});
