import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectUser } from '#server/connections/service.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { aConnectedUser, anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear, numberIn } from '#test/texter.ts';

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
      for (const [, number] of texts.join().matchAll(/FORGET (\d{4})/g))
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

describe("moving another's number", () => {
  async function aPaidPhone() {
    const { user, phone } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    const thief = await aUser(test, { subExpiration: inOneYear() });
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
