import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { signIn } from '#test/api-client.ts';
import { getStripe, openCheckout } from '#test/checkout.ts';
import { aNamedUser } from '#test/erasure.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let call: typeof fetch;
beforeAll(async () => {
  test = await startTestApp();
  call = test.runtime.fetch;
});
afterEach(() => {
  test.runtime.fetch = call;
});
afterAll(() => test.close());

const checkoutPath = '/api/subscription/create-checkout-session';

type List = { object?: string; data: object[]; has_more: boolean };
type Change = (list: List, page: number) => void;

const oddLists: [string, Change, most: number][] = [
  ['the same page again and again', () => {}, 2],
  [
    'ever new pages of another shop',
    (list, page) => {
      const others = { metadata: {}, mode: 'payment', status: 'complete' };
      list.data = list.data.map((each, at) => ({ ...each, ...others, id: `cs_${page}_${at}` }));
    },
    20,
  ],
];

/** Lists that say that there is more, without end. @returns how often each was asked for. */
function neverEnd(change: Change): Map<string, number> {
  const asked = new Map<string, number>();
  test.runtime.fetch = async (input, init) => {
    const url = new URL(String(input));
    url.searchParams.delete('starting_after');
    const answer = await call(url, init);
    const body = (await answer.json()) as List;
    if (body.object === 'list') {
      const count = (asked.get(url.pathname) ?? 0) + 1;
      asked.set(url.pathname, count);
      change(body, count);
      body.has_more = true;
    }
    return Response.json(body, { status: answer.status });
  };
  return asked;
}

it.each(oddLists)('a payment page ends when Stripe lists %s', async (_, change, most) => {
  const person = await signIn(test);
  await openCheckout(test, person.call, 'monthly');
  const asked = neverEnd(change);
  const { status } = await person.call('POST', checkoutPath, { plan: 'monthly' });
  expect(status).toBe(502);
  expect(Math.max(...asked.values())).toBe(most);
});

it.each(oddLists)(
  'an erasure ends when Stripe lists %s, and comes again',
  async (_, change, most) => {
    const person = await aNamedUser(test, await anExpert(test));
    const { session } = await openCheckout(test, person.call, 'monthly');
    const asked = neverEnd(change);
    const { status } = await person.leave();
    expect(status).toBe(200);
    expect(Math.max(...asked.values())).toBe(most);
    expect(getStripe(test).account.customers.has(String(session.customer))).toBe(true);
  },
);
