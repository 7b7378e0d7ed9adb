import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  auditLog,
  connections,
  type ExpertRow,
  messages,
  passwordResets,
  threads,
  tokens,
} from '#server/db/schema.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import { deleteExpired } from '#server/operations/upkeep/delete-expired.ts';
import { hourMs } from '#shared/time.ts';
import { callAs } from '#test/api-client.ts';
import { followEvents } from '#test/events.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { beforeTransaction } from '#test/transactions.ts';
import { hashPassword } from './passwords.ts';

const patiently = { timeout: 60_000 };

const password = 'Quiet-Harbor-7';
const newPassword = 'Other-Harbor-8';
const hour = hourMs;
let test: TestApp;
let expert: ExpertRow;
let passwordHash: string;
let call: ReturnType<typeof callAs>;
let received: (phone: string) => string[];
beforeAll(async () => {
  test = await startTestApp();
  call = callAs(test, null);
  expert = await anExpert(test);
  const texter = createTexter(test, expert);
  // Notices of sign-ins and of the reset itself: test/attack/owner.test.ts.
  received = (phone) => texter.received(phone).filter((text) => !text.includes('/lock#'));
  passwordHash = await hashPassword(password);
});
afterAll(() => test.close());

const logIn = async (email: string, given: string) =>
  call('POST', '/api/auth/login', { email, password: given });

const isFailureOf = (userId: string) =>
  and(eq(auditLog.entityId, userId), eq(auditLog.action, 'sign-in.failed'));

async function aPerson() {
  const { user, phone, thread } = await aConnectedUser(test, expert, { passwordHash });
  const token = (await logIn(user.email, password)).body.token;
  const otherToken = (await logIn(user.email, password)).body.token;
  return {
    ...{ user, phone, thread, otherToken, email: user.email },
    here: callAs(test, token),
    there: callAs(test, otherToken),
  };
}

describe('changing the password', () => {
  it('gives a new token, and ends every other with its stream', async () => {
    const { email, here, there, otherToken } = await aPerson();
    const stream = await followEvents(test, otherToken);
    const { status, body } = await here('PUT', '/api/auth/password', {
      currentPassword: password,
      newPassword,
    });
    expect([status, Object.keys(body)]).toEqual([200, ['token']]);
    for (const old of [here, there]) expect((await old('GET', '/api/auth/user')).status).toBe(401);
    expect((await callAs(test, body.token)('GET', '/api/auth/user')).status).toBe(200);
    if ((await stream.next()) !== null) expect(await stream.next()).toBeNull();
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  it('ends a CONNECT code that a thief with another session asked for', async () => {
    const { user, here, there } = await aPerson();
    const sol = await anExpert(test, { channel: 'WHATSAPP' });
    const { code } = (await there('POST', `/api/experts/${sol.id}/connect`)).body;
    expect(code).toMatch(/^[2-9A-Z]{8}$/);
    await here('PUT', '/api/auth/password', { currentPassword: password, newPassword });
    const { db } = test.runtime;
    const found = and(eq(connections.userId, user.id), eq(connections.expertId, sol.id));
    expect(await db.select().from(connections).where(found)).toMatchObject([{ code: null }]);
  });

  it.each<[string, (person: Awaited<ReturnType<typeof aPerson>>) => Promise<{ status: number }>]>([
    ['a sign-in', ({ email }) => logIn(email, password)],
    [
      'another change',
      ({ there }) =>
        there('PUT', '/api/auth/password', {
          currentPassword: password,
          newPassword: 'Third-Harbor-9',
        }),
    ],
    [
      'another email',
      ({ there }) =>
        there('PUT', '/api/auth/profile', { currentPassword: password, email: 'eve@example.org' }),
    ],
    ['a deletion', ({ there }) => there('DELETE', '/api/account', { password })],
  ])('stops %s under way that the old one was checked for', async (_, goOn) => {
    const person = await aPerson();
    // The first counts the attempt; the second follows the check.
    beforeTransaction(test, 2, async () => {
      const change = { currentPassword: password, newPassword };
      expect((await person.here('PUT', '/api/auth/password', change)).status).toBe(200);
    });
    expect((await goOn(person)).status).toBe(401);
    expect((await logIn(person.email, newPassword)).status).toBe(200);
    const { db } = test.runtime;
    const left = await db.select().from(tokens).where(eq(tokens.userId, person.user.id));
    expect(left).toHaveLength(2);
  });

  it('needs the current one, and waits after ten wrong ones', async () => {
    const { here, there, user } = await aPerson();
    const guess = () =>
      here('PUT', '/api/auth/password', { currentPassword: 'Wrong-guess-1', newPassword });
    for (let tries = 0; tries < 10; tries++) {
      const { status, body } = await guess();
      expect([status, body.message]).toEqual([403, 'That password is wrong.']);
    }
    const { status, headers } = await guess();
    expect([status, headers['retry-after']]).toEqual([429, '30']);
    expect((await there('GET', '/api/auth/user')).status).toBe(200);
    const [failure] = await test.runtime.db.select().from(auditLog).where(isFailureOf(user.id));
    expect(failure?.after).toEqual({ address: '127.0.0.1', reason: 'wrong password, signed in' });
  });

  it.each([
    [{ currentPassword: password }, 'newPassword: Password is required'],
    [{ newPassword }, 'currentPassword: Password is required'],
    [
      { currentPassword: password, newPassword: 'Short-1' },
      'newPassword: Password must be at least 8 characters',
    ],
    [
      { currentPassword: password, newPassword: 'Password1!' },
      'newPassword: This password is too easy to guess. Choose another one',
    ],
  ])('refuses %j', async (request, message) => {
    const { here } = await aPerson();
    const { status, body } = await here('PUT', '/api/auth/password', request);
    expect([status, body.message]).toEqual([400, message]);
  });
});

const forget = (email: string) => call('POST', '/api/auth/password/forgot', { email });
const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] as string;

async function receiveCode(phone: string, already = received(phone).length) {
  await vi.waitFor(async () => {
    await test.runUntilIdle();
    expect(received(phone).length).toBe(already + 1);
  }, patiently);
  return codeIn(received(phone).at(-1));
}

async function getCode({ email, phone }: { email: string; phone: string }) {
  const already = received(phone).length;
  expect((await forget(email)).status).toBe(202);
  return receiveCode(phone, already);
}

/** Another person's code proves that earlier requests are done. */
async function settle() {
  const { user, phone } = await aConnectedUser(test, expert);
  await getCode({ email: user.email, phone });
}

const reset = (email: string, code: string, to = newPassword, headers = {}) =>
  test.app
    .inject({
      method: 'POST',
      url: '/api/auth/password/reset',
      headers,
      payload: { email, code, newPassword: to },
    })
    .then((reply) => ({ status: reply.statusCode, body: reply.json() }));
const wrong = { message: 'code: This code is wrong or too old. Check it, or ask for a new one.' };
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a forgotten password', () => {
  it('is replaced by a code to the verified number; every session ends', async () => {
    const person = await aPerson();
    const stream = await followEvents(test, person.otherToken);
    const { status, body } = await forget(person.email.toUpperCase());
    expect([status, body]).toEqual([202, { ok: true }]);
    const code = await receiveCode(person.phone, 0);
    expect(received(person.phone)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Your Sagewire code is ${code}\\. It works for 10 minutes, this link for a day: http\\S+/login#reset=[\\w-]{22} Don't share them\\.$`,
        ),
      ),
    ]);
    const { body: session } = await reset(person.email, code);
    const { db } = test.runtime;
    const [signedIn] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, person.user.id))
      .orderBy(desc(auditLog.createdAt));
    expect(signedIn?.after).toEqual({ address: '127.0.0.1', by: 'reset code' });
    expect(session.user.id).toBe(person.user.id);
    expect((await callAs(test, session.token)('GET', '/api/auth/user')).status).toBe(200);
    for (const old of [person.here, person.there]) {
      expect((await old('GET', '/api/auth/user')).status).toBe(401);
    }
    while ((await stream.next()) !== null);
    expect((await logIn(person.email, newPassword)).status).toBe(200);
    expect(await reset(person.email, code)).toEqual({ status: 400, body: wrong });
  });

  it('leaves no code where an admin can read it, and none in clear in its own table', async () => {
    const { email, phone, thread } = await aPerson();
    const code = await getCode({ email, phone });
    const { db } = test.runtime;
    const shown = await db.select().from(messages).where(eq(messages.threadId, thread.id));
    expect(shown.map(({ body }) => body)).toContainEqual(
      expect.stringMatching(/^Your Sagewire code is ••••••\./),
    );
    const rows = [shown, await db.select().from(threads), await db.select().from(passwordResets)];
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('answers the same for an unknown email, and sends nothing', async () => {
    const sent = test.sandbox.outbox.length;
    const { status, body } = await forget('nobody@example.org');
    expect([status, body]).toEqual([202, { ok: true }]);
    expect(await reset('nobody@example.org', '123456')).toEqual({ status: 400, body: wrong });
    await settle();
    expect(test.sandbox.outbox.length).toBe(sent + 1);
    expect((await call('POST', '/api/auth/password/forgot', { email: 'x' })).status).toBe(400);
  });

  it('sends none to a number that was silent for 90 days: it may have a new owner', async () => {
    const { email, phone } = await aPerson();
    await test.advance(91 * 24 * hour);
    expect((await forget(email)).status).toBe(202);
    await settle();
    expect(received(phone)).toEqual([]);
  });

  it('ends a code after ten minutes', async () => {
    const person = await aPerson();
    const code = await getCode(person);
    await test.advance(10 * 60_000);
    expect((await reset(person.email, code)).status).toBe(400);
    expect((await logIn(person.email, password)).status).toBe(200);
  });

  it('ends a code after five tries, and records each in the audit log', async () => {
    const person = await aPerson();
    const code = await getCode(person);
    for (let tries = 0; tries < 5; tries++) {
      expect(await reset(person.email, otherThan(code))).toEqual({ status: 400, body: wrong });
    }
    expect((await reset(person.email, code)).status).toBe(400);
    const rows = await test.runtime.db
      .select()
      .from(auditLog)
      .where(isFailureOf(person.user.id))
      .orderBy(desc(auditLog.createdAt));
    expect(rows).toHaveLength(6);
    expect(rows[0]?.after).toEqual({ address: '127.0.0.1', reason: 'wrong reset code' });
  });

  it('takes the newest code alone, and no code of another account', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const first = await getCode(person);
    const second = await getCode(person);
    const theirs = await getCode(other);
    if (first !== second) expect((await reset(person.email, first)).status).toBe(400);
    if (theirs !== second) expect((await reset(person.email, theirs)).status).toBe(400);
    expect((await reset(person.email, second)).status).toBe(200);
  });

  it('sends three codes an hour, and six a day to a phone', async () => {
    const person = await aPerson();
    for (let sent = 0; sent < 3; sent++) await getCode(person);
    await forget(person.email);
    await settle();
    expect(received(person.phone)).toHaveLength(3);
    await test.advance(hour);
    for (let sent = 0; sent < 3; sent++) await getCode(person);
    await test.advance(hour);
    await forget(person.email);
    await settle();
    expect(received(person.phone)).toHaveLength(6);
    await test.advance(22 * hour);
    await getCode(person);
  });

  it('sends nothing to a number that is not verified or has opted out', async () => {
    const unverified = await aUser(test, { passwordHash });
    await forget(unverified.email);
    const stopped = await aPerson();
    await addOptOut(test.runtime.db, expert, stopped.phone);
    await forget(stopped.email);
    await settle();
    expect(received(unverified.phoneNumber as string)).toEqual([]);
    expect(received(stopped.phone)).toEqual([]);
  });

  it('refuses a new password that is easy to guess, and keeps the code', async () => {
    const person = await aPerson();
    const code = await getCode(person);
    const { status, body } = await reset(person.email, code, 'Password1!');
    expect([status, body.message]).toEqual([
      400,
      'newPassword: This password is too easy to guess. Choose another one',
    ]);
    expect((await reset(person.email, code)).status).toBe(200);
  });

  it('makes this the one known device', async () => {
    const person = await aPerson();
    const device = { 'x-device-token': randomBytes(32).toString('base64url') };
    await reset(person.email, await getCode(person), newPassword, device);
    for (let guesses = 0; guesses < 10; guesses++) await logIn(person.email, 'Wrong-guess-1');
    expect((await logIn(person.email, newPassword)).status).toBe(429);
    const known = await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: device,
      payload: { email: person.email, password: newPassword },
    });
    expect(known.statusCode).toBe(200);
  });
});

describe('a code by mail', () => {
  /** Before any number of these accounts. */
  const emailVerifiedAt = new Date(Date.now() - hour);
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  let withMail: TestApp;
  beforeAll(async () => {
    mails = await startMailServer();
    withMail = await startTestApp(mails.settings);
  });
  afterAll(async () => {
    await withMail.close();
    await mails.close();
  });

  it('goes to an account without a verified number, as to an admin', async () => {
    const { email } = await aUser(withMail, { role: 'ADMIN', phoneNumber: null, passwordHash });
    const post = callAs(withMail, null);
    await post('POST', '/api/auth/password/forgot', { email });
    await vi.waitFor(() => expect(mails.to(email)).toHaveLength(1), patiently);
    const [mail] = mails.to(email);
    expect(mail?.from).toBe('no-reply@example.com');
    expect(mail?.text).toContain('Subject: Your code for a new password');
    const code = codeIn(mail?.text.split('\r\n\r\n')[1]);
    const { status, body } = await post('POST', '/api/auth/password/reset', {
      email,
      code,
      newPassword,
    });
    expect([status, body.user.role]).toEqual([200, 'ADMIN']);
  });

  it('comes instead of a text to a number that was changed within a week', async () => {
    const someone = await anExpert(withMail);
    const { received: got, text } = createTexter(withMail, someone);
    const { user } = await aConnectedUser(withMail, someone, { passwordHash, emailVerifiedAt });
    const { email } = user;
    const post = callAs(withMail, null);
    const { token } = (await post('POST', '/api/auth/login', { email, password })).body;
    const phoneNumber = aPhone();
    const thief = callAs(withMail, token);
    expect((await thief('PUT', '/api/auth/profile', { phoneNumber })).status).toBe(200);
    expect((await thief('POST', `/api/experts/${someone.id}/connect`)).status).toBe(200);
    await withMail.runUntilIdle();
    await text(phoneNumber, 'YES');
    await withMail.runUntilIdle();
    expect(got(phoneNumber)).toContainEqual(expect.stringContaining("You're connected"));
    // Another mail says that the phone was added.
    const codesTo = (to: string) => mails.to(to).filter(({ text }) => /code is \d{6}/.test(text));
    for (const mailed of [1, 2]) {
      await post('POST', '/api/auth/password/forgot', { email });
      await vi.waitFor(() => expect(codesTo(email)).toHaveLength(mailed), patiently);
      await withMail.runUntilIdle();
      expect(got(phoneNumber).join()).not.toContain('code');
      await withMail.advance(6 * 24 * hour);
      await deleteExpired(withMail.runtime);
    }
    await post('POST', '/api/auth/password/forgot', { email });
    await vi.waitFor(async () => {
      await withMail.runUntilIdle();
      expect(got(phoneNumber).join()).toContain('Your Sagewire code is');
    }, patiently);
    expect(codesTo(email)).toHaveLength(2);
  });

  it('comes instead of a text to a number that a thief entered long before proving it', async () => {
    const someone = await anExpert(withMail);
    const { received: got, text } = createTexter(withMail, someone);
    const { user } = await aConnectedUser(withMail, someone, { passwordHash });
    const { email } = user;
    const post = callAs(withMail, null);
    const { token } = (await post('POST', '/api/auth/login', { email, password })).body;
    const phoneNumber = aPhone();
    await callAs(withMail, token)('PUT', '/api/auth/profile', { phoneNumber });
    await withMail.advance(8 * 24 * hour);
    await deleteExpired(withMail.runtime);
    for (const body of ['Who is this?', 'YES']) {
      await text(phoneNumber, body);
      await withMail.runUntilIdle();
    }
    expect(got(phoneNumber)).toContainEqual(expect.stringContaining("You're connected"));
    await post('POST', '/api/auth/password/forgot', { email });
    await vi.waitFor(() => expect(mails.to(email)).toHaveLength(1), patiently);
    await withMail.runUntilIdle();
    expect(got(phoneNumber).join()).not.toContain('code');
  });

  it('comes to an admin whose number is verified, too: a stranger may have verified it before', async () => {
    const someone = await anExpert(withMail);
    const { user, phone } = await aConnectedUser(withMail, someone, { role: 'ADMIN' });
    const { email } = user;
    await callAs(withMail, null)('POST', '/api/auth/password/forgot', { email });
    await vi.waitFor(async () => {
      await withMail.runUntilIdle();
      const texts = createTexter(withMail, someone).received(phone).length;
      expect(mails.to(email).length + texts).toBe(1);
    }, patiently);
    expect(mails.to(email)).toHaveLength(1);
  });

  it('comes by text where the number was proved later than the mailbox', async () => {
    const someone = await anExpert(withMail);
    const change = { passwordHash, emailVerifiedAt };
    const { user, phone } = await aConnectedUser(withMail, someone, change);
    await callAs(withMail, null)('POST', '/api/auth/password/forgot', { email: user.email });
    await vi.waitFor(async () => {
      await withMail.runUntilIdle();
      expect(createTexter(withMail, someone).received(phone)).toHaveLength(1);
    }, patiently);
    expect(mails.to(user.email)).toEqual([]);
  });
});

describe('one password, however it is spelled', () => {
  const composed = 'Café-Hafen-7ß';
  const spellings = [
    composed,
    composed.normalize('NFD'),
    'Ｃａｆé－Ｈａｆｅｎ－７ß', // typed in full width
  ];

  it('signs in by every spelling, wherever it was set', async () => {
    const email = 'spelled@example.com';
    const phoneNumber = aPhone();
    const fields = { email, phoneNumber, password: composed.normalize('NFD') };
    const { status, body } = await call('POST', '/api/auth/register', fields);
    expect(status).toBe(200);
    for (const given of spellings) expect((await logIn(email, given)).status).toBe(200);
    const changed = { currentPassword: composed, newPassword: `${spellings[2]}!` };
    const here = callAs(test, body.token);
    expect((await here('PUT', '/api/auth/password', changed)).status).toBe(200);
    expect((await logIn(email, `${composed}!`)).status).toBe(200);
    expect((await logIn(email, composed)).status).toBe(401);
  });

  it('hashed before all were normalized, it goes on working, and then by every spelling', async () => {
    const typed = composed.normalize('NFD');
    const old = await hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const { email } = await aUser(test, { passwordHash: old });
    expect((await logIn(email, composed)).status).toBe(401);
    const { status, body } = await logIn(email, typed);
    expect(status).toBe(200);
    const changed = { currentPassword: typed, newPassword };
    for (const given of spellings) expect((await logIn(email, given)).status).toBe(200);
    expect((await callAs(test, body.token)('PUT', '/api/auth/password', changed)).status).toBe(200);
  });

  it.each([
    ['Aa1-😀😀😀', 'Password must be at least 8 characters'],
    [`Aa1-${'é'.repeat(97)}`, 'Password must not exceed 100 characters'],
  ])('counts characters, not their parts: %s', async (given, problem) => {
    const fields = { email: 'counted@example.com', phoneNumber: aPhone(), password: given };
    const { status, body } = await call('POST', '/api/auth/register', fields);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(problem)]);
  });

  it('may have 100 characters of several code units', async () => {
    const given = `Aa1-${'🦊🐙🌵'.repeat(32)}`;
    const fields = { email: 'long@example.com', phoneNumber: aPhone(), password: given };
    expect((await call('POST', '/api/auth/register', fields)).status).toBe(200);
  });
});
