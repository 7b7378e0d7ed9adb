import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { phoneAttempts } from '#server/db/schema.ts';
import { toMailbox } from '#server/people/connections/mail-limits-store.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { rememberDevice } from '#server/people/sign-in/devices-store.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

const currentPassword = 'Quiet-Harbor-7';
const perNetwork = 6;
const perDay = 12;
let passwordHash: string;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let test: TestApp;
beforeAll(async () => {
  passwordHash = await hashPassword(currentPassword);
  mails = await startMailServer();
  test = await startApp();
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

const startApp = () =>
  startTestApp({
    ...mails.settings,
    QUESTIONS_PER_ADDRESS: `${perNetwork}`,
    SMS_DAILY_QUESTIONS: `${perDay}`,
  });

let networks = 0;
const aNetwork = () => `198.51.100.${++networks}`;
let strangers = 0;
const aStranger = () => `stranger-${++strangers}@example.org`;
const sentTo = (isTheirs: (address: string) => boolean) =>
  mails.received.filter(({ to }) => to.some(isTheirs)).length;

type Change = { email?: string; from?: string; address?: string; app?: TestApp };
/** A new account asks for another email. */
async function change({ email = aStranger(), from, address = aNetwork(), app = test }: Change) {
  const emailVerifiedAt = app.runtime.clock.now();
  const own = { passwordHash, emailVerifiedAt, ...(from ? { email: from } : {}) };
  const { token } = await signIn(app, own);
  const answer = await app.app.inject({
    method: 'PUT',
    url: '/api/auth/profile',
    remoteAddress: address,
    headers: { authorization: `Bearer ${token}` },
    payload: { email, currentPassword },
  });
  return { status: answer.statusCode, wait: answer.headers['retry-after'] };
}

function expectWait({ status, wait }: { status: number; wait: unknown }, maxMs: number) {
  expect(status).toBe(429);
  expect(Number(wait)).toBeGreaterThan(0);
  expect(Number(wait)).toBeLessThanOrEqual(maxMs / 1000);
}

const forget = (app: TestApp, email: string, address = aNetwork(), headers = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/api/auth/password/forgot',
    remoteAddress: address,
    headers,
    payload: { email },
  });
const anotherDay = () => test.advance(25 * hourMs);

describe('mails to strangers', () => {
  afterEach(anotherDay);

  it('are few for a network, however many accounts it has, also at once', async () => {
    const address = aNetwork();
    const before = mails.received.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => change({ address })));
    expect(mails.received.length - before).toBe(perNetwork);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10 - perNetwork / 2);
    for (const one of refused) expectWait(one, hourMs);
    expect((await change({})).status, 'from another network').toBe(200);
  });

  it('are few for a mailbox, however it is spelled, for all accounts together', async () => {
    const spellings = ['an.na@gmail.com', 'anna+1@gmail.com', 'A.N.N.A+2@googlemail.com'];
    for (const email of spellings) expect((await change({ email })).status).toBe(200);
    expect((await change({ email: 'ann.a+3@gmail.com' })).status).toBe(429);
    expect(sentTo((to) => toMailbox(to) === 'anna@gmail.com')).toBe(3);
    await anotherDay();
    expect((await change({ email: 'anna@gmail.com' })).status).toBe(200);
  });

  it.each([
    ['Gmail', ['an.na@gmail.com', 'anna+1@gmail.com', 'a.nna@googlemail.com', 'ann.a@gmail.com']],
    ['Proton', ['eva@proton.me', 'e.v_a@proton.me', 'e-va@pm.me', 'ev.a+1@protonmail.com']],
    ['iCloud', ['ida@icloud.com', 'ida@me.com', 'ida@mac.com', 'IDA+1@me.com']],
    [
      'Fastmail',
      ['liv@fastmail.com', 'a@liv.fastmail.com', 'b@liv.fastmail.com', 'c@x.liv.fastmail.com'],
    ],
    ['Yahoo', ['kim@yahoo.com', 'kim-a@yahoo.com', 'kim-b@yahoo.com', 'kim+c@yahoo.com']],
    ['Yandex', ['o.la@yandex.ru', 'o-la@yandex.com', 'o.la@ya.ru', 'o.la+1@yandex.kz']],
  ])('are few for a mailbox at %s, however its address is spelled', async (_, spellings) => {
    const statuses: number[] = [];
    for (const email of spellings) statuses.push((await change({ email })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('are no fewer for a neighbor whose address only looks alike', async () => {
    const [one, ...others] = [
      'a.nna@example.org',
      'anna@example.org',
      'an-na@outlook.com',
      'anna@outlook.com',
      'a.nna@yandex.ru',
      'anna@yandex.ru',
      'anna@yahoo.com',
      'anna@ymail.com',
      'anna@fastmail.com',
      'anna@notfastmail.com',
    ].map(toMailbox);
    expect(others).not.toContain(one);
    expect(new Set(others).size).toBe(others.length);
  });

  it('are few in a day from all networks, and leave codes their own', async () => {
    for (let nth = 0; nth < perDay; nth++) expect((await change({})).status).toBe(200);
    expectWait(await change({}), 24 * hourMs);
    const { email } = await aUser(test, { passwordHash });
    await forget(test, email);
    await vi.waitFor(() => expect(mails.to(email)).toHaveLength(1), { timeout: 60_000 });
  });

  it('leave most of a day to others, however long one network goes on', async () => {
    const own = await startTestApp({
      ...mails.settings,
      QUESTIONS_PER_ADDRESS: '2',
      SMS_DAILY_QUESTIONS: '60',
    });
    const address = aNetwork();
    const asked = Array.from({ length: 12 }, aStranger);
    for (const email of asked) await aUser(own, { passwordHash, email });
    for (const email of asked) {
      await forget(own, email, address);
      await own.runUntilIdle();
      await own.advance(hourMs);
    }
    const sent = sentTo((to) => asked.includes(to));
    const other = await aUser(own, { passwordHash, email: aStranger() });
    await forget(own, other.email);
    await own.close();
    expect(sent, 'a tenth of 60').toBe(6);
    expect(mails.to(other.email)).toHaveLength(1);
  });

  it('are not a change without its notice to the old address', async () => {
    for (let nth = 0; nth < 5; nth++) await change({ from: `old+${nth}@example.org` });
    const email = aStranger();
    expect((await change({ from: 'old+5@example.org', email })).status).toBe(429);
    expect(sentTo((to) => toMailbox(to) === 'old@example.org')).toBe(5);
    expect(mails.to(email)).toEqual([]);
  });

  it('are counted without an address that could be read', async () => {
    const email = aStranger();
    await change({ email });
    const stored = JSON.stringify(await test.runtime.db.select().from(phoneAttempts));
    expect(stored).not.toContain(email.split('@')[0]);
  });
});

describe('codes for a forgotten password', () => {
  it('are few for a mailbox and for a network, with the same answer', async () => {
    const own = await startApp();
    const address = aNetwork();
    const tagged = Array.from({ length: 6 }, (_, nth) => `mia+${nth}@example.org`);
    const others = Array.from({ length: 12 }, aStranger);
    for (const email of [...tagged, ...others]) await aUser(own, { email, passwordHash });
    for (const email of tagged) expect((await forget(own, email)).statusCode).toBe(202);
    for (const email of [...others, 'unknown@example.org']) {
      const { statusCode, body, headers } = await forget(own, email, address);
      expect([statusCode, body, headers['retry-after']]).toEqual([202, '{"ok":true}', undefined]);
    }
    // Waits for what is being sent.
    await own.close();
    expect(sentTo((to) => toMailbox(to) === 'mia@example.org')).toBe(3);
    expect(sentTo((to) => others.includes(to))).toBe(perNetwork);
  });

  it.each([
    ['one mailbox', (nth: number) => `eve+${nth}@example.org`, 3],
    ['many mailboxes', aStranger, perNetwork],
  ])('are no more for who claims addresses of %s on a device of their own', async (_, of, most) => {
    const own = await startApp();
    const { db, clock } = own.runtime;
    const [address, deviceToken] = [aNetwork(), randomBytes(32).toString('base64url')];
    const claimed = Array.from({ length: 10 }, (_, nth) => of(nth));
    for (const email of claimed) {
      const { id: userId } = await aUser(own, { email, passwordHash });
      await rememberDevice(db, { userId, deviceToken, now: clock.now() });
      const ask = () => forget(own, email, address, { 'x-device-token': deviceToken });
      for (let times = 0; times < 3; times++) expect((await ask()).statusCode).toBe(202);
    }
    await own.close();
    expect(sentTo((to) => claimed.includes(to))).toBe(most);
  });

  it('come to the staff after strangers used up every limit', async () => {
    const own = await startApp();
    const address = aNetwork();
    const admin = await aUser(own, { email: 'boss@example.org', role: 'ADMIN', passwordHash });
    const tagged = Array.from({ length: 4 }, (_, nth) => `boss+${nth}@example.org`);
    for (const email of [...tagged, aStranger(), aStranger(), aStranger(), aStranger()]) {
      await aUser(own, { email, passwordHash });
      await forget(own, email, address);
    }
    await forget(own, admin.email, address);
    await own.close();
    expect(mails.to(admin.email)).toHaveLength(1);
  });
});

describe('an invitation', () => {
  it('is mailed once a day to a mailbox; the admin still gets a link', async () => {
    const admin = await signIn(test, asAdmin);
    const invite = async (email: string, call = admin.call) => {
      const { status, body } = await call('POST', '/api/team/invitations', {
        email,
        role: 'AGENT',
      });
      return [status, body.isMailed, typeof body.link];
    };
    expect(await invite('zoe@example.org')).toEqual([200, true, 'string']);
    expect(await invite('zoe@example.org')).toEqual([200, false, 'string']);
    expect(await invite('zoe+again@example.org')).toEqual([200, false, 'string']);
    expect(sentTo((to) => toMailbox(to) === 'zoe@example.org')).toBe(1);
    expect(await invite(aStranger()), 'to another').toEqual([200, true, 'string']);
    await anotherDay();
    // Yesterday's session would have to prove itself again.
    const token = await createToken(test.runtime.db, admin.user.id, test.runtime.clock.now());
    const later = await invite('zoe@example.org', callAs(test, token));
    expect(later).toEqual([200, true, 'string']);
  });
});
