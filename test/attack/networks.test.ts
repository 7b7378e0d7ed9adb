import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { connectUser } from '#server/people/connections/service.ts';
import { signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let expert: ExpertRow;
beforeAll(async () => {
  test = await startTestApp({ QUESTIONS_PER_ADDRESS: '3', QUESTIONS_PER_PREFIX: '1000' });
  expert = await anExpert(test);
});
afterAll(() => test.close());

type Answer = { statusCode: number };
const isRefused = ({ statusCode }: Answer) => statusCode === 429;

/** One holder of a /48 has 65,536 networks of a /64; the first 256 are one /56. */
let sites = 0;
function aSite() {
  const site = `2001:db8:${(++sites).toString(16)}`;
  return (network: number) => `${site}:${network.toString(16)}::1`;
}
/** Each in a /56 of its own. */
function spreadOver(site = aSite()) {
  return (nth: number) => site((256 * nth) % 65_536);
}

/** How many are answered, when each comes from another network. */
async function countAnswered(
  times: number,
  send: (address: string) => Promise<Answer>,
  addressOf = spreadOver(),
): Promise<number> {
  let answered = 0;
  for (let nth = 0; nth < times; nth++) {
    if (!isRefused(await send(addressOf(nth)))) answered++;
  }
  return answered;
}

const post = (url: string, remoteAddress: string, payload: object) =>
  test.app.inject({ method: 'POST', url, remoteAddress, payload });

describe('the holder of an IPv6 /48', () => {
  it('gets four times the limit of requests that one subscriber has', async () => {
    const forget = (address: string) =>
      post('/api/auth/password/forgot', address, { email: 'stranger@example.com' });
    expect(await countAnswered(140, forget)).toBeLessThanOrEqual(4 * 30);
    expect(await countAnswered(70, forget, aSite()), 'within one /56').toBeLessThanOrEqual(2 * 30);
    expect(isRefused(await forget(aSite()(0))), 'of another site').toBe(false);
  });

  it('is not shut out by one network of it that floods', async () => {
    const addressOf = aSite();
    const forget = (network: number) =>
      post('/api/auth/password/forgot', addressOf(network), { email: 'stranger@example.com' });
    for (let nth = 0; nth < 200; nth++) await forget(1);
    expect(isRefused(await forget(1))).toBe(true);
    expect(isRefused(await forget(2))).toBe(false);
  });

  it('guesses codes of a reset no longer after 200 wrong ones', async () => {
    const guess = (address: string) =>
      post('/api/auth/password/reset', address, {
        email: 'stranger@example.com',
        code: '123456',
        newPassword: 'Quiet-Harbor-77',
      });
    expect(await countAnswered(240, guess)).toBeLessThan(220);
  });

  it('has few strangers texted', async () => {
    const emailVerifiedAt = test.runtime.clock.now();
    const ask = async (address: string) => {
      const user = await aUser(test, { phoneNumber: aPhone(), emailVerifiedAt });
      const asking = { user, expertId: expert.id, address, isFresh: true };
      await connectUser(test.runtime, asking);
    };
    const addressOf = spreadOver();
    const before = test.sandbox.outbox.length;
    for (let nth = 0; nth < 20; nth++) await ask(addressOf(nth));
    await test.runUntilIdle();
    expect(test.sandbox.outbox.length - before).toBe(4 * 3);
    await ask('203.0.113.1');
    await test.runUntilIdle();
    expect(test.sandbox.outbox.length - before).toBe(4 * 3 + 1);
  });

  it('learns of few numbers whether they have an account', async () => {
    const { phone: phoneNumber } = await aConnectedUser(test, expert);
    // An account may try twenty a day.
    const tokens = await Promise.all(
      Array.from({ length: 5 }, async () => (await signIn(test)).token),
    );
    let tries = 0;
    const change = (remoteAddress: string) =>
      test.app.inject({
        method: 'PUT',
        url: '/api/auth/profile',
        remoteAddress,
        headers: { authorization: `Bearer ${tokens[++tries % tokens.length]}` },
        payload: { phoneNumber },
      });
    expect(await countAnswered(90, change)).toBe(4 * 20);
  });
});

it('a proxy that names the port, too, gives no limit for each connection', async () => {
  const proxied = await startTestApp({ TRUST_PROXY: 'loopback' });
  onTestFinished(() => proxied.close());
  const payload = { email: 'stranger@example.com' };
  const ports = Array.from({ length: 60 }, (_, nth) => 50_000 + nth);
  for (const from of ['203.0.113.9', '[2001:db8::9]']) {
    const answers = await Promise.all(
      ports.map((port) =>
        proxied.app.inject({
          method: 'POST',
          url: '/api/auth/password/forgot',
          headers: { 'x-forwarded-for': `${from}:${port}` },
          payload,
        }),
      ),
    );
    expect(answers.filter((answer) => !isRefused(answer))).toHaveLength(30);
  }
});
