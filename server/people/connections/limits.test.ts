import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertRow, phoneAttempts } from '#server/db/schema.ts';
import { deleteExpired } from '#server/operations/upkeep/delete-expired.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { connectUser } from './service.ts';

let test: TestApp;
let experts: ExpertRow[];
let { text, received, messagesOf } = {} as ReturnType<typeof createTexter>;

const settings = {
  TWILIO_ANSWERS_KEYWORDS: 'false',
  QUESTIONS_PER_ADDRESS: '4',
  QUESTIONS_PER_PREFIX: '3',
  SMS_DAILY_QUESTIONS: '8',
};

async function anotherDay() {
  await test.runUntilIdle();
  await test.advance(25 * hourMs);
}

beforeAll(async () => {
  test = await startTestApp(settings);
  experts = [];
  for (let nth = 0; nth < 4; nth++) experts.push(await anExpert(test));
  ({ text, received, messagesOf } = createTexter(test, experts[0] as ExpertRow));
});
afterAll(() => test.close());

let networks = 0;
const anAddress = () => `198.51.100.${++networks}`;

type Asking = { phoneNumber?: string; address?: string };
async function ask({ phoneNumber = aPhone(), address = anAddress() }: Asking = {}) {
  const user = await aUser(test, { phoneNumber, emailVerifiedAt: test.runtime.clock.now() });
  const expertId = (experts[0] as ExpertRow).id;
  return connectUser(test.runtime, { user, expertId, address, isFresh: true });
}

const outboxSize = () => test.sandbox.outbox.length;

describe('questions to phones that no account has verified', () => {
  it('are three a day for an account; then it has the code', async () => {
    const { call, user } = await signIn(test, { emailVerifiedAt: test.runtime.clock.now() });
    const connect = (expert?: ExpertRow) => call('POST', `/api/experts/${expert?.id}/connect`);
    for (const expert of [...experts, ...experts]) {
      const { status, body } = await connect(expert);
      expect([status, body.state]).toEqual([200, 'pending']);
      await test.runUntilIdle();
    }
    expect(received(user.phoneNumber as string)).toHaveLength(3);
    await anotherDay();
    await connect(experts[3]);
    await test.runUntilIdle();
    expect(received(user.phoneNumber as string)).toHaveLength(4);
    await anotherDay();
  });

  it('are counted per network address, even at once', async () => {
    const before = outboxSize();
    const address = anAddress();
    await Promise.all(Array.from({ length: 8 }, () => ask({ address })));
    await test.runUntilIdle();
    expect(outboxSize() - before).toBe(4);
    await ask({ address });
    await ask();
    await test.runUntilIdle();
    expect(outboxSize() - before).toBe(5);
    await test.advance(hourMs);
    await ask({ address });
    await test.runUntilIdle();
    expect(outboxSize() - before).toBe(6);
    await anotherDay();
  });

  it('are counted per number without its last four digits', async () => {
    const before = outboxSize();
    const numbers = Array.from({ length: 5 }, (_, nth) => `+1310555010${nth}`);
    await Promise.all(numbers.map((phoneNumber) => ask({ phoneNumber })));
    await ask({ phoneNumber: '+12125550100' });
    await test.runUntilIdle();
    expect(outboxSize() - before).toBe(3 + 1);
    await anotherDay();
  });

  it('are counted in all, and an admin sees when the day is used up', async () => {
    const { call } = await signIn(test, asAdmin);
    const questions = async () => (await call('GET', '/api/analytics')).body.questions;
    expect(await questions()).toEqual({ today: 0, unsent: 0, limit: 8 });
    const before = outboxSize();
    await Promise.all(Array.from({ length: 9 }, () => ask()));
    // One is kept for answers to people's own texts.
    expect(await questions()).toEqual({ today: 7, unsent: 2, limit: 8 });
    await test.runUntilIdle();
    expect(outboxSize() - before).toBe(7);
    await anotherDay();
  });

  it('are not needed for a verified number', async () => {
    const address = anAddress();
    const { user } = await aConnectedUser(test, experts[0] as ExpertRow);
    for (const { id: expertId } of experts) {
      const reply = await connectUser(test.runtime, { user, expertId, address, isFresh: true });
      expect(reply.state).toBe('active');
    }
    await anotherDay();
  });

  it('leave no number or address in the database, and are deleted after two days', async () => {
    const phoneNumber = aPhone();
    await ask({ phoneNumber, address: '203.0.113.77' });
    const { db } = test.runtime;
    const kept = JSON.stringify(await db.select().from(phoneAttempts));
    expect(kept).not.toContain(phoneNumber.slice(0, -4));
    expect(kept).not.toContain('203.0.113.77');
    await test.advance(49 * hourMs);
    await deleteExpired(test.runtime);
    expect(await db.select().from(phoneAttempts)).toEqual([]);
  });
});

describe('HELP and START from phones without an account', () => {
  it('are answered within the same limits; then they are stored, flagged and not answered', async () => {
    const phones = Array.from({ length: 4 }, (_, nth) => `+1310555020${nth}`);
    for (const phone of phones) await text(phone, 'HELP');
    await test.runUntilIdle();
    const answered = phones.filter((phone) => received(phone).length === 1);
    expect(answered).toHaveLength(3);
    const silent = phones.find((phone) => received(phone).length === 0) as string;
    expect(await messagesOf(silent)).toMatchObject([
      { body: 'HELP', answerState: 'recorded', guard: 'stranger-limit' },
    ]);
    await text(silent, 'STOP');
    await text(silent, 'START');
    await test.runUntilIdle();
    expect(received(silent)).toEqual([expect.stringContaining('You get no more texts')]);
    const other = '+13105550209';
    await ask({ phoneNumber: other });
    await test.runUntilIdle();
    expect(received(other)).toEqual([]);
    await test.advance(hourMs);
    await text(silent, 'START');
    await test.runUntilIdle();
    expect(received(silent).at(-1)).toContain("You're opted in again");
    await anotherDay();
  });

  it('are answered to a connected person at any limit', async () => {
    const { phone } = await aConnectedUser(test, experts[0] as ExpertRow);
    for (let nth = 0; nth < 4; nth++) await text(phone, nth % 2 ? 'help' : 'HELP');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(4);
  });
});
