import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertRow, users } from '#server/db/schema.ts';
import { countSmsSegments } from '#shared/sms.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { callAs, signIn } from '#test/api-client.ts';
import { password } from '#test/erasure.ts';
import { anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear } from '#test/texter.ts';
import { hashPassword } from '../passwords/passwords.ts';

let test: TestApp;
let ada: ExpertRow;
let sol: ExpertRow;
let { text, received, messagesOf } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp();
  ada = await anExpert(test);
  sol = await anExpert(test, { displayName: 'Sol' });
  ({ text, received, messagesOf } = createTexter(test, ada));
});
afterAll(() => test.close());

type Call = ReturnType<typeof callAs>;

async function say(phone: string, body: string, to = ada): Promise<string> {
  const known = received(phone).length;
  await text(phone, body, to);
  await test.runUntilIdle();
  return received(phone).slice(known).join('\n');
}

/** With a verified number, and a conversation with two experts. */
async function aPerson(change: { email?: string } = {}) {
  const passwordHash = await hashPassword(password);
  const { call, user } = await signIn(test, {
    subExpiration: inOneYear(),
    passwordHash,
    ...change,
  });
  const phone = user.phoneNumber as string;
  await call('POST', `/api/experts/${ada.id}/connect`);
  await test.runUntilIdle();
  await say(phone, 'YES');
  await call('POST', `/api/experts/${sol.id}/connect`);
  await say(phone, 'What is 5+5?', sol);
  await say(phone, 'What is 2+2?');
  return { call, user, phone };
}

async function enter(call: Call, phoneNumber: string) {
  const { status, body } = await call('PUT', '/api/auth/profile', { phoneNumber });
  expect(status, JSON.stringify(body)).toBe(200);
  await test.runUntilIdle();
  const { phoneNumber: number, isPhoneVerified, pendingPhoneNumber } = body.user;
  return { number, isPhoneVerified, pendingPhoneNumber };
}

async function threadIdsOf(call: Call): Promise<string[]> {
  const { threads } = (await call('GET', '/api/threads')).body;
  const current = threads.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
  return current.map(({ id }: { id: string }) => id).sort();
}

describe('another number for an account with a verified one', () => {
  it('waits for its proof, and the old number and its conversations stay until then', async () => {
    const { call, phone } = await aPerson();
    const next = aPhone();
    const before = await threadIdsOf(call);
    expect(await enter(call, next)).toEqual({
      number: phone,
      isPhoneVerified: true,
      pendingPhoneNumber: next,
    });
    expect(received(next)).toEqual([expect.stringContaining('Reply YES to chat with Ada')]);
    expect(await say(phone, 'What is 3+3?')).toMatch(/6/);
    expect(await say(phone, 'What is 4+4?', sol)).toMatch(/8/);
    expect(await threadIdsOf(call)).toEqual(before);
    expect(await say(next, 'Who is this?')).not.toMatch(/sign up/);
    expect(received(next).length).toBeLessThanOrEqual(2);
  });

  it('is asked in one segment, which goes with the account', async () => {
    const { call } = await aPerson({ email: `zoë@${'long-'.repeat(10)}example.com` });
    const next = aPhone();
    await enter(call, next);
    const [question = ''] = received(next);
    expect(countSmsSegments(question).segments).toBe(1);
    expect((await messagesOf(next)).map(({ body }) => body)).toEqual([question]);
    expect((await call('DELETE', '/api/account', { password })).status).toBe(200);
    const [kept] = await messagesOf(next);
    expect(kept?.body).not.toContain('***');
  });

  it('takes all conversations along by its YES, with what was said before', async () => {
    const { call, phone } = await aPerson();
    const next = aPhone();
    const before = await threadIdsOf(call);
    await enter(call, next);
    expect(await say(next, 'YES')).toContain("You're connected with Ada");
    const { user } = (await call('GET', '/api/auth/user')).body;
    expect(user).toMatchObject({
      phoneNumber: next,
      isPhoneVerified: true,
      pendingPhoneNumber: null,
      phoneLoss: null,
    });
    expect(await threadIdsOf(call)).toEqual(before);
    expect(await say(next, 'What is 3+3?')).toMatch(/6/);
    expect(await say(next, 'What is 4+4?', sol)).toMatch(/8/);
    const words: string[] = [];
    for (const id of before) {
      const { messages } = (await call('GET', `/api/threads/${id}/messages`)).body;
      words.push(...messages.map(({ body }: { body: string }) => body));
    }
    expect(words).toEqual(expect.arrayContaining(['What is 2+2?', 'YES', 'What is 3+3?']));
    expect(await say(phone, 'What is 6+6?')).toMatch(/sign up/);
  });

  it('is ended by the old number, and nothing has changed', async () => {
    const { call, phone } = await aPerson();
    const next = aPhone();
    const before = await threadIdsOf(call);
    await enter(call, next);
    expect(await enter(call, phone)).toEqual({
      number: phone,
      isPhoneVerified: true,
      pendingPhoneNumber: null,
    });
    expect(await threadIdsOf(call)).toEqual(before);
    expect(await say(phone, 'What is 3+3?')).toMatch(/6/);
    await say(next, 'YES');
    expect((await call('GET', '/api/auth/user')).body.user.phoneNumber).toBe(phone);
  });

  it('is asked for when the new phone writes, where it could not be texted before', async () => {
    const { call, phone } = await aPerson();
    const next = aPhone();
    await say(next, 'STOP');
    const before = await threadIdsOf(call);
    await enter(call, next);
    expect(received(next).join()).not.toContain('Reply YES');
    await say(next, 'START');
    // Nothing was asked, so this proves nothing yet.
    expect(await say(next, 'Yes')).toContain('Reply YES to chat with Ada');
    expect((await call('GET', '/api/auth/user')).body.user.phoneNumber).toBe(phone);
    expect(await say(next, 'YES')).toContain("You're connected with Ada");
    expect((await call('GET', '/api/auth/user')).body.user.phoneNumber).toBe(next);
    expect(await threadIdsOf(call)).toEqual(before);
  });

  it('is not ended by a tab that does not know of it', async () => {
    const { call, phone } = await aPerson();
    const { revision } = (await call('GET', '/api/auth/user')).body.user;
    const next = aPhone();
    await enter(call, next);
    const form = { firstName: 'Ann', lastName: '', phoneNumber: phone };
    const stale = await call('PUT', '/api/auth/profile', form, { 'if-match': `"${revision}"` });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ phoneNumber: phone, pendingPhoneNumber: next });
    expect(stale.body.current.revision).not.toBe(revision);
  });

  it('gives the conversations back to the old number once that proves itself again', async () => {
    const { call, phone } = await aPerson();
    const next = aPhone();
    const before = await threadIdsOf(call);
    await enter(call, next);
    await say(next, 'YES');
    await enter(call, phone);
    await say(phone, 'YES');
    expect((await call('GET', '/api/auth/user')).body.user.phoneNumber).toBe(phone);
    expect(await threadIdsOf(call)).toEqual(before);
    expect(await say(phone, 'What is 3+3?')).toMatch(/6/);
    expect(await say(phone, 'What is 4+4?', sol)).toMatch(/8/);
  });

  it('leaves codes for a new password with the number that is proved', async () => {
    const { call, phone, user } = await aPerson();
    const next = aPhone();
    await enter(call, next);
    const before = received(phone).length;
    await callAs(test, null)('POST', '/api/auth/password/forgot', { email: user.email });
    await expect
      .poll(async () => {
        await test.runUntilIdle();
        return received(phone).slice(before).join();
      })
      .toMatch(/code is \d{6}/);
    expect(received(next).join()).not.toContain('code is');
    await enter(call, phone);
  });

  it('goes to the account that proves it first, and the other one is told', async () => {
    const { call, phone } = await aPerson();
    const next = aPhone();
    await enter(call, next);
    const owner = await signIn(test, { phoneNumber: next });
    const { code } = (await owner.call('POST', `/api/experts/${ada.id}/connect`)).body;
    await say(next, `CONNECT ${code}`);
    const { user } = (await call('GET', '/api/auth/user')).body;
    expect(user).toMatchObject({
      phoneNumber: phone,
      isPhoneVerified: true,
      pendingPhoneNumber: null,
      phoneLoss: 'claimed',
    });
    expect(await say(phone, 'What is 3+3?')).toMatch(/6/);
  });

  it('dates the number from its first proof until another takes its place', async () => {
    const attachedAt = async () => (await getUser(test.runtime.db, user.id)).phoneAttachedAt;
    const { call, user, phone } = await aPerson();
    const first = await attachedAt();
    expect(first).not.toBeNull();
    await test.advance(minuteMs);
    await test.runtime.db.update(users).set({ phoneVerifiedAt: null }).where(eq(users.id, user.id));
    const third = await anExpert(test);
    await call('POST', `/api/experts/${third.id}/connect`);
    await say(phone, 'YES', third);
    expect(await attachedAt()).toEqual(first);
    const next = aPhone();
    await enter(call, next);
    expect(await attachedAt()).toEqual(first);
    await say(next, 'YES', third);
    expect(Number(await attachedAt())).toBeGreaterThan(Number(first));
    await enter(call, '');
    expect(await attachedAt()).toBeNull();
  });

  it('is asked for again a day later: an old YES moves nothing', async () => {
    const { call, phone } = await aPerson();
    const next = aPhone();
    await enter(call, next);
    await test.advance(dayMs);
    expect(await say(next, 'YES')).toContain('more than a day old');
    await call('POST', '/api/auth/password/confirm', { password });
    expect(await enter(call, next)).toMatchObject({ number: phone, pendingPhoneNumber: next });
    await say(next, 'YES');
    expect((await call('GET', '/api/auth/user')).body.user.phoneNumber).toBe(next);
  });

  it('ends with the number when that is removed', async () => {
    const { call } = await aPerson();
    const next = aPhone();
    await enter(call, next);
    expect(await enter(call, '')).toEqual({
      number: null,
      isPhoneVerified: false,
      pendingPhoneNumber: null,
    });
    await say(next, 'YES');
    expect((await call('GET', '/api/auth/user')).body.user.phoneNumber).toBeNull();
  });
});
