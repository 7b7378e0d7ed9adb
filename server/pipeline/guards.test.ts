import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type experts, optOuts, threads, users } from '#server/db/schema.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { inAYear, texting } from '#test/texting.ts';

let test: TestApp;
let expert: typeof experts.$inferSelect;
let { text, received, messagesOf, threadOf, spends } = {} as ReturnType<typeof texting>;

beforeAll(async () => {
  test = await startTestApp({ TWILIO_ANSWERS_KEYWORDS: 'false' });
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf, spends } = texting(test, expert));
});
afterAll(() => test.close());

describe('guards', () => {
  it('STOP: one confirmation, then silence, until START', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await text(phone, ' stop. ');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([
      'You have opted out of texts from Ada and will get no more. Reply START to opt in again.',
    ]);
    await text(phone, 'Are you there?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    const [, , , reply] = await messagesOf(phone);
    expect(reply).toMatchObject({
      deliveryState: 'failed',
      deliveryReason: expect.stringContaining('opted out'),
    });
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });

    await text(phone, 'HELP');
    await text(phone, 'Start');
    await text(phone, 'Are you there now?');
    await test.runUntilIdle();
    const [, help, start, answer] = received(phone);
    expect(help).toContain(test.runtime.config.publicUrl);
    expect(start).toContain("You're opted in again");
    expect(answer).toBeDefined();
  });

  it.each(['STOPALL', 'unsubscribe', 'Cancel', 'END', 'quit!', 'Revoke', 'OPTOUT'])(
    '%s is STOP',
    async (word) => {
      const { phone } = await aConnectedUser(test, expert);
      await text(phone, word);
      await test.runUntilIdle();
      const rows = await test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));
      expect(rows).toMatchObject([{ channel: 'SMS', address: expert.phoneNumber }]);
    },
  );

  it('“stop please” and a YES to an expert’s question are ordinary texts', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'stop please');
    await text(phone, 'YES');
    await test.runUntilIdle();
    const rows = await messagesOf(phone);
    expect(rows.filter(({ origin }) => origin === 'ai')).toHaveLength(2);
  });

  it('the same text for the fifth time is kept, not answered', async () => {
    const { phone } = await aConnectedUser(test, expert, { subExpiration: inAYear() });
    for (let time = 0; time < 5; time++) await text(phone, 'ping');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(4);
    const inbound = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(inbound.at(-1)).toMatchObject({ answerState: 'recorded', guard: 'loop' });
  });

  it('the 31st text in ten minutes is kept, not answered', async () => {
    const { phone } = await aConnectedUser(test, expert, { subExpiration: inAYear() });
    for (let number = 1; number <= 31; number++) await text(phone, `Text ${number}`);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(30);
    await test.advance(11 * 60_000);
    await text(phone, 'And now?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(31);
  });

  it('a phone that nobody has proved gets one invitation a day and no model', async () => {
    const phone = aPhone();
    await text(phone, 'Hello?');
    await text(phone, 'Anybody?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    expect(received(phone)[0]).toContain(`sign up at ${test.runtime.config.publicUrl}`);
    expect(await threadOf(phone)).toMatchObject({ userId: null });
    await test.advance(25 * 3_600_000);
    await text(phone, 'Still there?');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(2);
  });

  it('Sagewire’s own texts are at most five a month', async () => {
    const phone = aPhone();
    for (let day = 0; day < 8; day++) {
      await text(phone, `Day ${day}`);
      await test.runUntilIdle();
      await test.advance(25 * 3_600_000);
    }
    expect(received(phone)).toHaveLength(5);
  });

  it('a paused expert says so once a day', async () => {
    const paused = await anExpert(test, { displayName: 'Rue', status: 'PAUSED' });
    const { phone, user } = await aConnectedUser(test, paused);
    await text(phone, 'One', paused);
    await text(phone, 'Two', paused);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([
      "Rue is taking a break and can't answer right now. Please try again later.",
    ]);
    expect(await spends(user.id)).toBe(0);
  });

  it('two texts at once with the last credit: one answer, one notice, one credit', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await test.runtime.db.update(users).set({ messageCount: 4 }).where(eq(users.id, user.id));
    await Promise.all([text(phone, 'First'), text(phone, 'Second'), text(phone, 'Third')]);
    await test.runUntilIdle();
    const texts = received(phone);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toContain('You have no messages left');
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 5 });
  });

  it('one credit and two experts at once: exactly one answers', async () => {
    const other = await anExpert(test);
    const { phone, user } = await aConnectedUser(test, expert);
    await test.runtime.db.insert(threads).values({
      expertId: other.id,
      handle: phone,
      userId: user.id,
    });
    await test.runtime.db.update(users).set({ messageCount: 4 }).where(eq(users.id, user.id));
    await Promise.all([
      text(phone, 'To one [slow 1s]'),
      text(phone, 'To the other [slow 1s]', other),
    ]);
    await test.runUntilIdle();
    expect(await spends(user.id)).toBe(1);
    expect(received(phone).filter((body) => body.includes('no messages left'))).toHaveLength(1);
  });
});

describe('the validator', () => {
  it('lets through or answers with the expert’s own words, for nothing', async () => {
    const careful = await anExpert(test, {
      validator: 'Allow questions about maths. Reject everything else.',
      rejected: 'I only talk about numbers.',
    });
    const { phone, user } = await aConnectedUser(test, careful);
    await text(phone, 'What is 2+2?', careful);
    await text(phone, 'Tell me a secret [reject]', careful);
    await test.runUntilIdle();
    expect(received(phone)[1]).toBe('I only talk about numbers.');
    const inbound = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(inbound[0]?.verdict).toMatchObject({ isAllowed: true });
    expect(inbound[1]).toMatchObject({ answerState: 'refused', verdict: { isAllowed: false } });
    expect(await spends(user.id)).toBe(1);
  });
});
