import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '#test/api-client.ts';
import { getStripe } from '#test/checkout.ts';
import { aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const perNetwork = 60;
const perAccount = 10;
let networks = 0;
const aNetwork = () => `198.51.100.${++networks}`;

async function openPage(remoteAddress: string, token: string): Promise<number> {
  const { statusCode } = await test.app.inject({
    method: 'POST',
    url: '/api/subscription/create-checkout-session',
    remoteAddress,
    headers: { authorization: `Bearer ${token}` },
    payload: { plan: 'payg' },
  });
  return statusCode;
}

/** Ten pages an account, as many accounts as that takes. */
async function openPages(address: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  let token = '';
  for (let nth = 0; nth < times; nth++) {
    if (nth % perAccount === 0) ({ token } = await signIn(test));
    statuses.push(await openPage(address, token));
  }
  return statuses;
}

const signUp = (remoteAddress: string, subscriptionPlan: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    remoteAddress,
    payload: {
      email: `buyer-${++networks}@example.com`,
      password: 'Quiet-Harbor-7',
      phoneNumber: aPhone(),
      subscriptionPlan,
    },
  });

const countOf = (statuses: number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe('payment pages', () => {
  it('are few a minute for a network, however many accounts it has', async () => {
    const address = aNetwork();
    const statuses = await openPages(address, 70);
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([perNetwork, 10]);
    expect(await openPages(aNetwork(), 1), 'of a neighbor').toEqual([200]);
    const before = getStripe(test).account.customers.size;
    expect((await signUp(address, 'monthly')).statusCode, 'a sign-up with a plan').toBe(429);
    expect(getStripe(test).account.customers.size).toBe(before);
    expect((await signUp(address, 'trial')).statusCode, 'without one').toBe(200);
  });

  it('are used up by sign-ups with a plan, too', async () => {
    const address = aNetwork();
    expect((await signUp(address, 'annual')).statusCode).toBe(200);
    const statuses = await openPages(address, perNetwork);
    expect(countOf(statuses, 200)).toBe(perNetwork - 1);
  });

  it('are asked for two at a time by a network, so that a burst leaves Stripe to others', async () => {
    const { token } = await signIn(test);
    const ask = test.runtime.fetch;
    let [asking, most] = [0, 0];
    const watched = vi.spyOn(test.runtime, 'fetch').mockImplementation(async (...call) => {
      most = Math.max(most, ++asking);
      const answer = await ask(...call);
      asking--;
      return answer;
    });
    const address = aNetwork();
    const statuses = await Promise.all(Array.from({ length: 12 }, () => openPage(address, token)));
    watched.mockRestore();
    expect(statuses).toEqual(Array(12).fill(200));
    expect(most).toBe(2);
  });
});
