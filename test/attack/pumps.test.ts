import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertRow, type OwnerEvent, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { connectUser } from '#server/people/connections/service.ts';
import { tellOwner } from '#server/people/owner/tell-owner.ts';
import { hourMs } from '#shared/time.ts';
import { advanceTo } from '#test/advance-to.ts';
import { aConnectedUser, anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received } = createTexter(test, expert));
});
afterAll(() => test.close());

let networks = 0;
const aNetwork = () => `198.51.100.${++networks}`;

async function say(phone: string, body: string): Promise<string[]> {
  const before = received(phone).length;
  await text(phone, body);
  await test.runUntilIdle();
  return received(phone).slice(before);
}

describe("a person's five system texts a month", () => {
  it('are not used up by a stranger who asks for codes for a password', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    for (let asked = 1; asked <= 6; asked++) {
      const request = { method: 'POST', url: '/api/auth/password/forgot' } as const;
      const payload = { email: user.email };
      await test.app.inject({ ...request, remoteAddress: aNetwork(), payload });
      await expect
        .poll(() => test.runUntilIdle().then(() => received(phone).length), { timeout: 30_000 })
        .toBe(asked);
      await test.advance(hourMs);
    }
    await advanceTo(test, '12:00');
    await test.runtime.db.update(users).set({ messageCount: 2 }).where(eq(users.id, user.id));
    expect((await say(phone, 'What is 2+2?')).join()).toContain('You have 2 messages left.');
  });

  it('are not used up by accounts that claim the number, for answers to own texts', async () => {
    const phone = aPhone();
    // Our question must not read alike for two of them.
    for (const initial of 'abcdef') {
      const email = `${initial}-${phone.slice(1)}@example.com`;
      const user = await aUser(test, { phoneNumber: phone, email });
      const asking = { user, expertId: expert.id, address: aNetwork(), isFresh: true };
      await connectUser(test.runtime, asking);
    }
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(5);
    expect(await say(phone, 'What?')).toEqual([expect.stringContaining('Reply just YES')]);
  });
});

describe('a phone', () => {
  it('gets twelve notices a day, however many of its accounts change', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    const events: OwnerEvent[] = [
      { kind: 'password-changed' },
      { kind: 'sign-in', device: null },
      { kind: 'joined-team' },
      { kind: 'second-factor', change: 'on' },
    ];
    const tell = () =>
      transact(test.runtime.db, async (tx) => {
        const now = test.runtime.clock.now();
        for (const event of events)
          await tellOwner(test.runtime, tx, { userId: user.id, event, now });
      });
    for (let times = 0; times < 6; times++) {
      await tell();
      await test.runUntilIdle();
    }
    expect(received(phone)).toHaveLength(12);
    await test.advance(25 * hourMs);
    await tell();
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(16);
  });
});

describe('invitations to sign up', () => {
  it("count in the day's texts to strangers, each phone's once", async () => {
    const own = await startTestApp({ SMS_DAILY_QUESTIONS: '3', QUESTIONS_PER_PREFIX: '1000' });
    const ada = await anExpert(own);
    const texter = createTexter(own, ada);
    const phones = Array.from({ length: 5 }, aPhone);
    for (const phone of phones) {
      for (const body of ['Hello', 'Hello?']) await texter.text(phone, body);
      await own.runUntilIdle();
    }
    expect(phones.map((phone) => texter.received(phone).length)).toEqual([1, 1, 1, 0, 0]);
    const [last] = await texter.messagesOf(phones[4] as string);
    expect(last).toMatchObject({ guard: 'stranger-limit' });
    await own.close();
  });
});

describe('a number that sign-up would refuse', () => {
  const senders = [
    ['a Canadian one', '+14165550171'],
    ['a Jamaican one', '+18765550171'],
    ['a German one', '+4915112345171'],
    ['an American premium one', '+19005550171'],
    ['an American toll-free one', '+18885550171'],
    ['an American forwarding one', '+15005550171'],
    ['a British premium one', '+449098790171'],
    ['a British forwarding one', '+447012345171'],
    ['a British pager', '+447640123171'],
    ['a short code', '72171'],
  ] as const;

  it.each(senders)('costs no text and no AI, even of an account: %s', async (_, from) => {
    const { user } = await aConnectedUser(test, expert, { phoneNumber: from }, from);
    const asked = () =>
      test.sandbox.wire.filter(({ request }) => request.body.includes('"model"')).length;
    const before = asked();
    for (const body of ['What is 2+2?', 'HELP', 'MENU', 'Are you human?', 'FORGET ME', 'HUMAN']) {
      expect(await say(from, body), body).toEqual([]);
    }
    const sol = await anExpert(test, { displayName: 'Sol' });
    await connectUser(test.runtime, { user, expertId: sol.id, address: aNetwork(), isFresh: true });
    await test.runUntilIdle();
    expect(received(from)).toEqual([]);
    expect(asked()).toBe(before);
    expect((await getUser(test.runtime.db, user.id)).messageCount).toBe(0);
  });
});
