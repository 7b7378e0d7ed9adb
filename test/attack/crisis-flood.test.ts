import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import type { Thread } from '#shared/api/threads.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

const crisis = 'I want to kill myself';
let test: TestApp;
let expert: ExpertRow;
let { text } = {} as ReturnType<typeof createTexter>;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text } = createTexter(test, expert));
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

/** Through all pages of `limit`. */
async function listAll(state: string, limit = 7): Promise<Thread[]> {
  const found: Thread[] = [];
  let cursor = '';
  do {
    const { body } = await admin.call('GET', `/api/threads?state=${state}&limit=${limit}${cursor}`);
    if (!body.threads) throw new Error(JSON.stringify(body));
    found.push(...body.threads);
    cursor = body.nextCursor && `&cursor=${body.nextCursor}`;
  } while (cursor);
  return found;
}

describe('30 false crises from 30 fresh numbers', () => {
  it('stand behind those of an account and of a number that wrote before, and behind who asked for a person', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const familiar = aPhone();
    await text(familiar, 'Hello');
    await test.runUntilIdle();
    await test.advance(2 * dayMs);
    for (const from of [familiar, phone]) await text(from, crisis);
    const { phone: other } = await aConnectedUser(test, expert);
    await text(other, 'HUMAN');
    await test.runUntilIdle();
    for (let nth = 0; nth < 30; nth++) await text(aPhone(), crisis);
    await test.runUntilIdle();

    const inCrisis = await listAll('crisis');
    expect(inCrisis.slice(0, 2).map(({ userHandle }) => userHandle)).toEqual([phone, familiar]);
    expect(inCrisis.map(({ isNewcomer }) => isNewcomer)).toEqual([
      ...[false, false],
      ...Array(30).fill(true),
    ]);
    expect(new Set(inCrisis.map(({ id }) => id)).size).toBe(32);
    const waiting = await listAll('wantsHuman');
    expect(waiting.slice(0, 3).map(({ userHandle }) => userHandle)).toEqual([
      phone,
      familiar,
      other,
    ]);
    expect(waiting).toHaveLength(33);
  });
});
