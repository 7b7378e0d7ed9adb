import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connections, type ExpertRow, phoneAttempts, users } from '#server/db/schema.ts';
import { addOptOut, addOptOutOfAll } from '#server/messages/opt-outs-store.ts';
import { connectUser } from '#server/people/connections/service.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

/** Typing a number must tell nothing of its phone, and a flood must not shut out others. */

const perNetwork = 6;
const perPrefix = 20;
const perDay = 40;
let test: TestApp;
let expert: ExpertRow;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp({
    QUESTIONS_PER_ADDRESS: `${perNetwork}`,
    QUESTIONS_PER_PREFIX: `${perPrefix}`,
    SMS_DAILY_QUESTIONS: `${perDay}`,
    TWILIO_ANSWERS_KEYWORDS: 'false',
  });
  expert = await anExpert(test);
  ({ text, received } = createTexter(test, expert));
});
afterAll(() => test.close());
beforeEach(() => test.runtime.db.delete(phoneAttempts));

let networks = 0;
let neighbors = 2000;
const aNetwork = () => `198.51.100.${++networks}`;
type Person = Parameters<typeof aUser>[1];

async function claim(phoneNumber: string, change: Person = {}, address = aNetwork()) {
  const user = await aUser(test, { phoneNumber, ...change });
  return {
    user,
    reply: await connectUser(test.runtime, { user, expertId: expert.id, address, isFresh: true }),
  };
}

async function flood(times: number, ask: (nth: number) => Promise<unknown>): Promise<void> {
  for (let nth = 0; nth < times; nth++) await ask(nth);
  await test.runUntilIdle();
}

/** Without what is random. */
function plain(text: string): string {
  return text
    .replace(/CONNECT [2-9A-Z]{8}/g, 'CONNECT CODE')
    .replace(/"code":"[2-9A-Z]{8}"/, '"code":"CODE"')
    .replace(/"codeExpiresAt":"[^"]+"/, '"codeExpiresAt":"LATER"');
}

type State = { phone?: string; address?: string };
const states: Record<string, () => Promise<State>> = {
  fresh: async () => ({}),
  'opted out of this expert': async () => {
    const phone = aPhone();
    await addOptOut(test.runtime.db, expert, phone);
    return { phone };
  },
  'opted out of all': async () => {
    const phone = aPhone();
    await addOptOutOfAll(test.runtime.db, phone);
    return { phone };
  },
  'texted the expert before': async () => {
    const phone = aPhone();
    await text(phone, 'Hello');
    await test.runUntilIdle();
    return { phone };
  },
  'asked for another account': async () => {
    const phone = aPhone();
    await claim(phone);
    return { phone };
  },
  'had its five texts of the month': async () => {
    const phone = aPhone();
    await flood(5, () => claim(phone));
    return { phone };
  },
  "another account's by a code": async () => ({
    phone: (await aConnectedUser(test, expert, { phoneNumber: null }, aPhone())).phone,
  }),
  'of an account that was silent for long': async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    const phoneVerifiedAt = new Date(test.runtime.clock.now().getTime() - 100 * 24 * hourMs);
    await test.runtime.db.update(users).set({ phoneVerifiedAt }).where(eq(users.id, user.id));
    return { phone };
  },
  'a kind that takes no texts': async () => ({ phone: '+14165550123' }),
  'in a network that has used up its texts': async () => {
    const address = aNetwork();
    await flood(perNetwork, () => claim(aPhone(), {}, address));
    return { address };
  },
  'beside numbers that were all asked': async () => {
    await flood(perPrefix, (nth) => claim(`+1310555${String(1000 + nth)}`));
    // Another each time: what an earlier test's reply put off may be texted meanwhile.
    return { phone: `+1310555${neighbors++}` };
  },
  'on a day that is used up': async () => {
    await flood(perDay, (nth) => claim(`+1${300 + nth}5550100`));
    return {};
  },
};

describe('connecting with a number that nothing has proved', () => {
  async function connectFrom({ phone = aPhone(), address = aNetwork() }: State) {
    const { token } = await signIn(test, { phoneNumber: phone });
    const { statusCode, body, headers } = await test.app.inject({
      method: 'POST',
      url: `/api/experts/${expert.id}/connect`,
      remoteAddress: address,
      headers: { authorization: `Bearer ${token}` },
    });
    const names = Object.keys(headers).filter((name) => !name.startsWith('x-ratelimit'));
    return { statusCode, body: plain(body), names };
  }

  it.each(Object.keys(states))('answers the same where it is %s', async (state) => {
    const expected = await connectFrom({});
    expect(expected.statusCode).toBe(200);
    expect(expected.body).toContain('reply YES to it. Or text CONNECT CODE to');
    const prepared = await states[state]?.();
    expect(await connectFrom(prepared ?? {})).toEqual(expected);
  });

  it.each(Object.keys(states))(
    'looks at nothing of the phone before the reply: %s',
    async (state) => {
      const { phone = aPhone(), address = aNetwork() } = (await states[state]?.()) ?? {};
      const user = await aUser(test, { phoneNumber: phone });
      const begun: (() => Promise<void>)[] = [];
      await test.runUntilIdle();
      const outbox = test.sandbox.outbox.length;
      const attempts = await test.runtime.db.$count(phoneAttempts);
      const asking = {
        user,
        expertId: expert.id,
        isFresh: true,
        address,
        later: (work: () => Promise<void>) => void begun.push(work),
      };
      expect(await connectUser(test.runtime, asking)).toMatchObject({ state: 'pending' });
      await test.runUntilIdle();
      expect(test.sandbox.outbox.length).toBe(outbox);
      expect(await test.runtime.db.$count(phoneAttempts)).toBe(attempts);
      expect(begun).toHaveLength(1);
    },
  );

  it('says that a number has opted out only to the account that has proved it', async () => {
    const { user, phone } = await aConnectedUser(test, await anExpert(test));
    await addOptOut(test.runtime.db, expert, phone);
    const place = { user, expertId: expert.id, address: aNetwork(), isFresh: true };
    await expect(connectUser(test.runtime, place)).rejects.toMatchObject({ status: 422 });
  });
});

describe('a full cap for texts', () => {
  const textedOf = async (phone: string) => {
    await test.runUntilIdle();
    return received(phone).length;
  };

  it.each(Object.keys(states).slice(-3))('still lets people in by the code: %s', async (state) => {
    const { phone = aPhone(), address = aNetwork() } = (await states[state]?.()) ?? {};
    const { user, reply } = await claim(phone, {}, address);
    expect(await textedOf(phone)).toBe(0);
    await text(phone, `CONNECT ${reply.code}`);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining("You're connected with Ada")]);
    const [own] = await test.runtime.db
      .select()
      .from(connections)
      .where(eq(connections.userId, user.id));
    expect(own).toMatchObject({ state: 'active' });
  });

  it("keeps a fifth of the day for answers to people's own texts", async () => {
    await flood(perDay, (nth) => claim(`+1${300 + nth}5550100`));
    const sent = await test.runtime.db.$count(phoneAttempts, eq(phoneAttempts.kind, 'text'));
    expect(sent).toBe((perDay * 4) / 5);
    const phone = aPhone();
    await text(phone, 'HELP');
    expect(await textedOf(phone)).toBe(1);
  });

  it('is not met by an answer, however many numbers beside it were asked', async () => {
    await flood(perPrefix, (nth) => claim(`+1310555${String(3000 + nth)}`));
    await text('+13105553999', 'HELP');
    expect(await textedOf('+13105553999')).toBe(1);
  });

  it('comes at half for a network whose accounts have proved neither mailbox nor phone', async () => {
    const address = aNetwork();
    const phones = Array.from({ length: perNetwork }, aPhone);
    for (const phone of phones) await claim(phone, {}, address);
    const asked = await Promise.all(phones.map(textedOf));
    expect(asked).toEqual([1, 1, 1, 0, 0, 0]);
    const known = aPhone();
    await claim(known, { emailVerifiedAt: test.runtime.clock.now() }, address);
    expect(await textedOf(known)).toBe(1);
  });

  it('is shown to admins', async () => {
    const { call } = await signIn(test, asAdmin);
    const questions = async () => (await call('GET', '/api/analytics')).body.questions;
    const address = aNetwork();
    await flood(perNetwork, () => claim(aPhone(), {}, address));
    expect(await questions()).toEqual({ today: 3, unsent: 3, limit: perDay });
  });
});
