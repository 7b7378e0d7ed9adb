import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { createAdmin } from '#server/people/sign-in/service.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

const strangers = 'Strangers-Own-4';
const password = 'Kestrel-7-tunnel';
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

let made = 0;
const anEmail = () => `colleague-${++made}@example.com`;

async function signUp(email: string) {
  const form = { email, password: strangers, phoneNumber: aPhone(), subscriptionPlan: 'trial' };
  return (await callAs(test, null)('POST', '/api/auth/register', form)).body;
}

async function invite(email: string): Promise<string> {
  const { call } = await signIn(test, asAdmin);
  const { body } = await call('POST', '/api/team/invitations', { email, role: 'AGENT' });
  return new URLSearchParams(body.link.split('#')[1]).get('token') ?? '';
}

const accept = (token: string, typed: string) =>
  callAs(test, null)('POST', '/api/invitations/accept', { token, password: typed });
const logIn = async (email: string, typed: string) =>
  (await callAs(test, null)('POST', '/api/auth/login', { email, password: typed })).status;

describe('without a mail server, a stranger who signs up with the email of a colleague', () => {
  it('stops no invitation: the link makes an account of its own', async () => {
    const email = anEmail();
    const { user, token } = await signUp(email);
    const { status, body } = await accept(await invite(email), password);
    expect([status, body.user?.role, body.user?.email]).toEqual([200, 'AGENT', email]);
    expect(body.user.id).not.toBe(user.id);
    expect([await logIn(email, password), await logIn(email, strangers)]).toEqual([200, 401]);
    const own = (await callAs(test, token)('GET', '/api/auth/user')).body.user;
    expect([own.id, own.role]).toEqual([user.id, 'USER']);
  });

  it('stops none by moving on to another email, either', async () => {
    const email = anEmail();
    const { user, token } = await signUp(email);
    await test.runtime.db
      .update(users)
      .set({ phoneVerifiedAt: new Date() })
      .where(eq(users.id, user.id));
    const moved = { email: anEmail(), currentPassword: strangers };
    expect((await callAs(test, token)('PUT', '/api/auth/profile', moved)).status).toBe(200);
    expect((await accept(await invite(email), password)).status).toBe(200);
  });

  it('is told by text that the email is gone', async () => {
    const expert = await anExpert(test);
    const { user, phone } = await aConnectedUser(test, expert, {
      email: anEmail(),
      passwordHash: await hashPassword(strangers),
    });
    expect((await accept(await invite(user.email), password)).status).toBe(200);
    await test.runUntilIdle();
    expect(createTexter(test, expert).received(phone).at(-1)).toContain('has confirmed');
    expect((await getUser(test.runtime.db, user.id)).role).toBe('USER');
  });

  it('keeps no operator from making an admin', async () => {
    const email = anEmail();
    await signUp(email);
    const { clock } = test.runtime;
    await createAdmin(test.runtime, { email, password, now: clock.now() });
    expect(await logIn(email, password)).toBe(200);
  });

  it('is not shut out where it is the colleague: its password joins it to the team', async () => {
    const email = anEmail();
    const { user } = await signUp(email);
    const { status, body } = await accept(await invite(email), strangers);
    expect([status, body.user?.id, body.user?.role]).toEqual([200, user.id, 'AGENT']);
  });
});

describe("an admin's session that a thief has, without a second factor", () => {
  it('lets no one else in without the password', async () => {
    const passwordHash = await hashPassword(password);
    const { call } = await signIn(test, { ...asAdmin, passwordHash });
    const colleague = await signIn(test, { role: 'AGENT', phoneNumber: null });
    const calls = [
      () => call('POST', '/api/team/invitations', { email: anEmail(), role: 'ADMIN' }),
      () => call('PUT', `/api/team/${colleague.user.id}`, { role: 'ADMIN' }),
    ];
    await test.advance(11 * 60_000);
    for (const ask of calls) {
      expect(await ask()).toMatchObject({ status: 403, body: { need: 'password' } });
    }
    expect((await getUser(test.runtime.db, colleague.user.id)).role).toBe('AGENT');
    await call('POST', '/api/auth/password/confirm', { password });
    for (const ask of calls) expect((await ask()).status).toBe(200);
  });
});
