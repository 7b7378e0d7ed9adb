import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connections, type ExpertRow, threads } from '#server/db/schema.ts';
import { formatPhone } from '#shared/phone.ts';
import { dayMs } from '#shared/time.ts';
import { anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { connectUser } from './service.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, threadOf, messagesOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received, threadOf, messagesOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const connect = (user: { id: string; email: string }, expertId = expert.id) =>
  connectUser(test.runtime, { user, expertId, address: '192.0.2.1', isFresh: true });

describe('connecting by SMS', () => {
  it('asks the phone, and its YES gives the thread to the person', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    expect(await connect(user)).toMatchObject({ state: 'pending' });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([
      `Sagewire: Reply YES to chat with Ada as ${user.email[0]}***@example.com. Msg & data rates may apply. Reply STOP to opt out, HELP for help.`,
    ]);

    await text(phone, 'Who is this?');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.anything(), expect.stringContaining('Reply just YES')]);
    expect(await threadOf(phone)).toMatchObject({ userId: null });

    await text(phone, 'yes');
    await test.runUntilIdle();
    expect(received(phone)[2]).toContain("You're connected with Ada");
    expect(await threadOf(phone)).toMatchObject({ userId: user.id });
    expect((await getUser(test.runtime.db, user.id)).phoneVerifiedAt).not.toBeNull();

    await text(phone, 'What is 2+2?');
    await test.runUntilIdle();
    expect((await messagesOf(phone)).at(-1)).toMatchObject({ origin: 'ai' });
  });

  it('ends a question after a day: its YES connects nothing, and says what to do', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    await connect(user);
    await test.advance(dayMs);
    for (const body of ['YES', 'yes']) await text(phone, body);
    await test.runUntilIdle();
    const [, ...said] = received(phone);
    expect(said).toHaveLength(2);
    for (const one of said) expect(one).toMatch(/more than a day old.*sign in at/);
    expect(await threadOf(phone)).toMatchObject({ userId: null });
    expect((await getUser(test.runtime.db, user.id)).phoneVerifiedAt).toBeNull();

    await connect(user);
    await text(phone, 'YES');
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ userId: user.id });
  });

  it('asks a phone that writes after that again, for another day', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    await connect(user);
    await test.advance(dayMs);
    await text(phone, 'Who was this?');
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain('Reply YES to chat with Ada');
    await text(phone, 'YES');
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ userId: user.id });
  });

  it('can be repeated without a second thread or question', async () => {
    const user = await aUser(test);
    const [first, second] = await Promise.all([connect(user), connect(user)]);
    expect(second?.threadId).toBe(first?.threadId);
    expect((await connect(user)).threadId).toBe(first?.threadId);
    await test.runUntilIdle();
    expect(received(user.phoneNumber as string)).toHaveLength(1);
  });

  it('gives a code to text, too, also where the phone has had its five texts of the month', async () => {
    const phoneNumber = aPhone();
    for (let asked = 0; asked < 6; asked++) {
      const { state, message, code } = await connect(await aUser(test, { phoneNumber }));
      expect(state).toBe('pending');
      const number = formatPhone(expert.phoneNumber as string);
      expect(message).toBe(
        `If you get a text from ${number}, reply YES to it. Or text CONNECT ${code} to ${number}.`,
      );
    }
    await test.runUntilIdle();
    expect(received(phoneNumber)).toHaveLength(5);
  });

  it('verifies the number for every expert', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    const second = await anExpert(test, { displayName: 'Sol' });
    const third = await anExpert(test, { displayName: 'Rue' });
    await connect(user);
    await connect(user, second.id);
    await text(phone, 'YES');
    await test.runUntilIdle();
    const rows = await test.runtime.db
      .select()
      .from(connections)
      .where(eq(connections.userId, user.id));
    expect(rows.map(({ state }) => state)).toEqual(['active', 'active']);
    expect(await connect(user, third.id)).toMatchObject({ state: 'active' });
    const owned = await test.runtime.db.select().from(threads).where(eq(threads.userId, user.id));
    expect(owned).toHaveLength(3);
  });

  it('is not confirmed by a YES from another phone', async () => {
    const user = await aUser(test);
    await connect(user);
    const stranger = (await aUser(test)).phoneNumber as string;
    await text(stranger, 'YES');
    await test.runUntilIdle();
    expect(await threadOf(user.phoneNumber as string)).toMatchObject({ userId: null });
    expect(received(stranger)[0]).toContain('sign up at');
  });

  it.each([
    ['an unknown expert', () => '00000000-0000-7000-8000-000000000000', 404, 'Expert not found'],
    [
      'a paused expert',
      async () => (await anExpert(test, { status: 'PAUSED' })).id,
      409,
      'This expert is paused',
    ],
  ])('refuses %s', async (_, find, status, message) => {
    const user = await aUser(test);
    await expect(connect(user, await find())).rejects.toMatchObject({ status, message });
  });

  it('requires a phone, and texts none that has sent a STOP', async () => {
    const phoneless = await aUser(test, { phoneNumber: null });
    await expect(connect(phoneless)).rejects.toMatchObject({
      status: 422,
      message: 'Add a phone number to your profile first.',
    });
    const user = await aUser(test);
    await text(user.phoneNumber as string, 'STOP');
    await test.runUntilIdle();
    expect(await connect(user)).toMatchObject({ state: 'pending' });
    await test.runUntilIdle();
    expect(received(user.phoneNumber as string)).toEqual([]);
  });
});
