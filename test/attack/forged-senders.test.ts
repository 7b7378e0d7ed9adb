import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connections,
  type ExpertRow,
  messages,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import { writeNumber } from '#server/journey/guards/answer-number.ts';
import { connectUser } from '#server/people/connections/service.ts';
import { dayMs } from '#shared/time.ts';
import { signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear, leaveNumberIn, numberIn } from '#test/texter.ts';

/** A text can be sent in another's name. Our answers go to the phone itself, so the forger never sees them. */

let test: TestApp;
let expert: ExpertRow;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received } = createTexter(test, expert));
});
afterAll(() => test.close());

async function forge(phone: string, body: string): Promise<string[]> {
  const before = received(phone).length;
  await text(phone, body);
  await test.runUntilIdle();
  return received(phone).slice(before);
}

describe("FORGET ME in another's name", () => {
  it.each([
    'YES',
    'Yes please',
    'FORGET ME',
    'FORGET',
    'FORGET 1000',
    '9999',
    '4821',
    '48219037',
    'FORGET YES',
  ])('deletes nothing with a blind %s', async (answer) => {
    const { user, phone } = await aConnectedUser(test, expert);
    await forge(phone, 'FORGET ME');
    for (let again = 0; again < 2; again++) await forge(phone, answer);
    expect((await getUser(test.runtime.db, user.id)).deletedAt).toBeNull();
  });

  it('takes a guess for each number, and texts six numbers a day', async () => {
    const { user, phone } = await aConnectedUser(test, expert);
    const numbers = new Set<string>();
    for (let asked = 0; asked < 8; asked++) {
      const texts = await forge(phone, 'FORGET ME');
      for (const [, number] of texts.join().matchAll(/FORGET (\d{4} \d{4})/g))
        numbers.add(number as string);
      const guess = numbers.has('1000') ? '1001' : '1000';
      await forge(phone, guess);
      for (const old of numbers) if (old !== guess) await forge(phone, old);
      await test.advance(61 * 60_000);
    }
    expect(numbers.size).toBeLessThanOrEqual(6);
    expect((await getUser(test.runtime.db, user.id)).deletedAt).toBeNull();
  });
});

describe('wrong CONNECT codes from many phones', () => {
  it('shut out none who has a right one', async () => {
    const user = await aUser(test);
    for (let nth = 0; nth < 12; nth++) {
      const guesser = aPhone();
      for (let tries = 0; tries < 5; tries++) await text(guesser, `CONNECT 1${tries}`);
    }
    await test.runUntilIdle();
    const place = { user, expertId: expert.id, address: '192.0.2.1', isFresh: true };
    const { code } = await connectUser(test.runtime, place);
    const answers = await forge(aPhone(), `CONNECT ${code}`);
    expect(answers).toEqual([expect.stringContaining("You're connected with Ada")]);
  });
});

describe('a phone in whose name others text', () => {
  const wrongCodes = Array.from(
    { length: 40 },
    (_, nth) => `CONNECT 2222${2 + (nth % 8)}CD${nth % 10}`,
  );

  it.each([
    ['five wrong codes', wrongCodes.slice(0, 5)],
    ['a flood of wrong codes', wrongCodes],
    ['a flood of chatter', Array.from({ length: 40 }, (_, nth) => `Hello ${nth}`)],
  ])('is connected by its right code after %s', async (_, forged) => {
    const phone = aPhone();
    for (const body of forged) await text(phone, body);
    await test.runUntilIdle();
    const user = await aUser(test);
    const place = { user, expertId: expert.id, address: '192.0.2.1', isFresh: true };
    const { code } = await connectUser(test.runtime, place);
    const answers = await forge(phone, `CONNECT ${code}`);
    expect(answers).toEqual([expect.stringContaining("You're connected with Ada")]);
  });

  it('hears few answers to codes that connect nothing', async () => {
    const phone = aPhone();
    for (const body of wrongCodes) await text(phone, body);
    await test.runUntilIdle();
    expect(received(phone).length).toBeLessThanOrEqual(6);
  });
});

describe("a forged SMS that proves another's number", () => {
  const write = async (phone: string, body: string, to: ExpertRow) => {
    await text(phone, body, to);
    await test.runUntilIdle();
  };
  const ownThreads = (userId: string) =>
    test.runtime.db.select().from(threads).where(eq(threads.userId, userId));
  const connectTo = (user: UserRow, to: ExpertRow) => {
    const place = { user, expertId: to.id, address: '192.0.2.1', isFresh: true };
    return connectUser(test.runtime, place);
  };
  /** An account that has proved the number, as far as an SMS goes. */
  async function aForger(way: 'YES' | 'CONNECT', phoneNumber: string) {
    const user = await aUser(test, { phoneNumber });
    const { code } = await connectTo(user, expert);
    await test.runUntilIdle();
    await write(phoneNumber, way === 'YES' ? way : `CONNECT ${code}`, expert);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({
      phoneNumber,
      phoneVerifiedAt: expect.any(Date),
    });
    return user;
  }

  it.each(['YES', 'CONNECT'] as const)('reads nothing of its WhatsApp: %s', async (way) => {
    const sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
    const phone = aPhone();
    await write(phone, 'My secret is kestrel', sol);
    const user = await aForger(way, phone);
    expect(await connectTo(user, sol)).toMatchObject({ state: 'pending', threadId: null });
    await write(phone, 'My other secret is heron', sol);
    const theirs = await ownThreads(user.id);
    expect(theirs.map(({ expertId }) => expertId)).toEqual([expert.id]);
  });

  it('opens no WhatsApp conversation that waited for its code before', async () => {
    const sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
    const phone = aPhone();
    const user = await aUser(test, { phoneNumber: phone });
    await connectTo(user, sol);
    const { code } = await connectTo(user, expert);
    await write(phone, `CONNECT ${code}`, expert);
    await write(phone, 'My secret is kestrel', sol);
    const theirs = await ownThreads(user.id);
    expect(theirs.map(({ expertId }) => expertId)).toEqual([expert.id]);
  });

  it('opens none as the new number of an account that talks on WhatsApp', async () => {
    const sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
    const { user, phone: own } = await aConnectedUser(test, expert);
    const { code } = await connectTo(user, sol);
    await write(own, `CONNECT ${code}`, sol);
    const phone = aPhone();
    const change = { pendingPhoneNumber: phone, pendingPhoneExpertId: expert.id };
    const pendingPhoneAskedAt = test.runtime.clock.now();
    await test.runtime.db
      .update(users)
      .set({ ...change, pendingPhoneAskedAt })
      .where(eq(users.id, user.id));
    await write(phone, 'YES', expert);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ phoneNumber: phone });
    await write(phone, 'My secret is kestrel', sol);
    const [theirs] = await test.runtime.db
      .select({ body: messages.body })
      .from(messages)
      .innerJoin(threads, eq(threads.id, messages.threadId))
      .where(and(eq(threads.userId, user.id), eq(messages.body, 'My secret is kestrel')));
    expect(theirs).toBeUndefined();
    // Its person says so where the sender is known.
    expect(received(phone).at(-1)).toContain('Reply YES to chat with Sol');
    await write(phone, 'YES', sol);
    expect((await ownThreads(user.id)).filter(({ isCurrent }) => isCurrent)).toHaveLength(2);
  });

  it('is not needed where WhatsApp has said whose the number is', async () => {
    const sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
    const user = await aUser(test);
    const { code } = await connectTo(user, sol);
    await write(user.phoneNumber as string, `CONNECT ${code}`, sol);
    expect(await connectTo(user, expert)).toMatchObject({ state: 'active' });
    const rue = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Rue' });
    expect(await connectTo(user, rue)).toMatchObject({ state: 'active' });
  });
});

describe('a forged SMS that connects a number of no account', () => {
  async function aForgedConnection(way: 'YES' | 'CONNECT') {
    const phone = aPhone();
    const number = way === 'YES' ? phone : aPhone();
    const { user, call } = await signIn(test, {
      email: `m-${phone}@example.org`,
      phoneNumber: number,
    });
    const { code } = (await call('POST', `/api/experts/${expert.id}/connect`)).body;
    await test.runUntilIdle();
    const [told = ''] = await forge(phone, way === 'YES' ? way : `CONNECT ${code}`);
    const readAll = async () => {
      const { threads: own } = (await call('GET', '/api/threads')).body;
      const read = own.map(({ id }: { id: string }) => call('GET', `/api/threads/${id}/messages`));
      return (await Promise.all(read)).map(({ text: body }) => body).join();
    };
    return { phone, user, call, told, leave: leaveNumberIn(told), readAll };
  }

  it.each(['YES', 'CONNECT'] as const)(
    'names the account to the phone, and NO with our number undoes it: %s',
    async (way) => {
      const { phone, user, call, told, leave, readAll } = await aForgedConnection(way);
      expect(told).toContain('as m***@example.org. Not you? Reply NO ');
      expect(told.length).toBeLessThanOrEqual(160);
      expect(await readAll(), 'the account').not.toContain(leave);
      expect((await forge(phone, `No ${leave}`)).join()).toContain('not connected');
      await forge(phone, 'My secret is kestrel');
      expect(await readAll()).not.toContain('kestrel');
      const { phones } = (await call('GET', '/api/auth/phones')).body;
      expect(phones.filter(({ state }: { state: string }) => state === 'active')).toEqual([]);
      expect((await getUser(test.runtime.db, user.id)).phoneVerifiedAt).toBeNull();
      const owner = await signIn(test);
      const claimed = await owner.call('PUT', '/api/auth/profile', { phoneNumber: phone });
      expect(claimed.status).toBe(200);
    },
  );

  it('is undone by the number whatever was written in between, for a day', async () => {
    for (const body of ['Hi', 'No', 'STOP', 'CONNECT 2345']) {
      const { phone, user, leave } = await aForgedConnection('YES');
      await forge(phone, body);
      await forge(phone, `NO, ${leave}!`);
      expect((await getUser(test.runtime.db, user.id)).phoneVerifiedAt, body).toBeNull();
    }
    const { phone, user, leave } = await aForgedConnection('YES');
    await test.advance(dayMs);
    await forge(phone, `NO ${leave}`);
    expect((await getUser(test.runtime.db, user.id)).phoneVerifiedAt).not.toBeNull();
  });
});

describe("a forged NO in a just connected phone's name", () => {
  it.each(['No', 'Not me', 'NO 1234 5678', '12345678'])('takes nothing: %s', async (body) => {
    const { user, call } = await signIn(test);
    const phone = user.phoneNumber as string;
    await call('POST', `/api/experts/${expert.id}/connect`);
    await test.runUntilIdle();
    const [told = ''] = await forge(phone, 'YES');
    for (let again = 0; again < 2; again++) await forge(phone, body);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({
      phoneNumber: phone,
      phoneVerifiedAt: expect.any(Date),
      phoneLoss: null,
    });
    expect((await forge(phone, 'What is 2+2?')).join()).toContain('4');
    const other = await signIn(test, { phoneNumber: aPhone() });
    const claimed = await other.call('PUT', '/api/auth/profile', { phoneNumber: phone });
    expect(claimed.status).toBe(409);
    expect(leaveNumberIn(told)).not.toBe('');
  });

  it('is told once that it takes the number, and later ones are for the expert', async () => {
    const { user, call } = await signIn(test);
    const phone = user.phoneNumber as string;
    await call('POST', `/api/experts/${expert.id}/connect`);
    await test.runUntilIdle();
    await forge(phone, 'YES');
    expect((await forge(phone, 'No')).join()).toContain('reply NO with the number');
    expect((await forge(phone, 'No')).join()).toContain('Sandbox answer');
  });
});

describe("moving another's number", () => {
  async function aPaidPhone() {
    const { user, phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    const email = `thief-${phone}@example.com`;
    const thief = await aUser(test, { email, subExpiration: inOneYear() });
    return { user, phone, thief };
  }
  const stateOf = async (id: string) => {
    const { phoneNumber, phoneVerifiedAt, phoneLoss } = await getUser(test.runtime.db, id);
    return { phoneNumber, isProved: phoneVerifiedAt !== null, phoneLoss };
  };

  it.each([['YES'], ['1000', '1001', '1002'], ['MOVE'], ['4821'], ['CONNECT 4821']])(
    "takes more than the thief's code in a forged text: %s, %s",
    async (...answers) => {
      const { user, phone, thief } = await aPaidPhone();
      const sol = await anExpert(test, { displayName: 'Sol' });
      const place = { user: thief, expertId: sol.id, address: '192.0.2.1', isFresh: true };
      const { code } = await connectUser(test.runtime, place);
      for (const body of [`CONNECT ${code}`, ...answers, ...answers]) {
        await text(phone, body, sol);
        await test.runUntilIdle();
      }
      const kept = { phoneNumber: phone, isProved: true, phoneLoss: null };
      expect(await stateOf(user.id)).toEqual(kept);
      expect(received(phone).join()).toContain('This number is with another account.');
      const answered = await forge(phone, 'What is 3+3?');
      expect(answered.join()).toMatch(/6/);
    },
  );

  it('goes to no account that only claims it, by whatever number', async () => {
    const { user, phone, thief } = await aPaidPhone();
    const asked = await aUser(test, { phoneNumber: phone, subExpiration: inOneYear() });
    await test.runtime.db.insert(connections).values([
      {
        userId: asked.id,
        expertId: expert.id,
        handle: phone,
        state: 'pending',
        askedAt: test.runtime.clock.now(),
      },
      { userId: thief.id, expertId: expert.id, handle: phone, state: 'pending' },
    ]);
    const texts = await forge(phone, 'YES');
    expect(texts.join()).toContain('This number is with another account.');
    const [yes] = await test.runtime.db
      .select()
      .from(messages)
      .where(eq(messages.body, 'YES'))
      .orderBy(desc(messages.seq))
      .limit(1);
    const number = writeNumber(test.runtime.secrets, 'move', yes?.id ?? '', thief.id);
    expect(number).not.toBe(numberIn(texts));
    await forge(phone, number);
    expect(await stateOf(user.id)).toMatchObject({ phoneNumber: phone, phoneLoss: null });
  });

  it('is tried six times a day at most, and no number works twice', async () => {
    const { user, phone, thief } = await aPaidPhone();
    const place = { user: thief, expertId: expert.id, address: '192.0.2.1', isFresh: true };
    let numbers: string[] = [];
    for (let tries = 0; tries < 8; tries++) {
      const { code } = await connectUser(test.runtime, place);
      const number = numberIn(await forge(phone, `CONNECT ${code}`));
      if (number) numbers = [...numbers, number];
      await forge(phone, number === '1000' ? '1001' : '1000');
      for (const old of numbers) await forge(phone, old);
      await test.advance(30 * 60_000);
    }
    expect(numbers).toHaveLength(6);
    expect((await stateOf(user.id)).phoneLoss).toBeNull();
  });
});
