import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ExpertRow, ownerLinks, passwordResets, users } from '#server/db/schema.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { hourMs } from '#shared/time.ts';
import { callAs } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { aToken } from './scene.ts';

/** A stranger who knows an email must not be able to switch the way back off, nor guess it. */

const password = 'Quiet-Harbor-7';
const newPassword = 'Other-Harbor-8';
let passwordHash: string;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let test: TestApp;
let expert: ExpertRow;
let texter: ReturnType<typeof createTexter>;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
  mails = await startMailServer();
  test = await startTestApp(mails.settings);
  expert = await anExpert(test);
  texter = createTexter(test, expert);
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

let networks = 0;
/** As a browser has them: a network, and a token that it keeps. */
const aDevice = () => ({
  remoteAddress: `10.7.${networks >> 8}.${networks++ & 255}`,
  headers: { 'x-device-token': randomBytes(32).toString('base64url') },
});
type Device = ReturnType<typeof aDevice>;

async function post(device: Device, url: string, payload: object) {
  const { statusCode, body } = await test.app.inject({ method: 'POST', url, ...device, payload });
  return { status: statusCode, body: JSON.parse(body) };
}
const logIn = (device: Device, email: string, more = {}) =>
  post(device, '/api/auth/login', { email, password, ...more });
const reset = (device: Device, email: string | undefined, code: string) =>
  post(device, '/api/auth/password/reset', { email, code, newPassword });

const readMails = (email: string) =>
  mails.to(email).map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='));

const people = {
  mail: async (change: Parameters<typeof aUser>[1] = {}) => {
    const emailVerifiedAt = test.runtime.clock.now();
    const { email } = await aUser(test, { passwordHash, emailVerifiedAt, ...change });
    return { email, texts: () => readMails(email) };
  },
  text: async () => {
    const { user, phone } = await aConnectedUser(test, expert, { passwordHash });
    return { email: user.email, texts: () => texter.received(phone) };
  },
};
type Person = Awaited<ReturnType<(typeof people)['mail']>>;
const codesOf = (texts: string[]) =>
  texts.flatMap((text) => /code is (\d{6})/.exec(text)?.[1] ?? []);
const linksOf = (texts: string[]) =>
  texts.flatMap((text) => /\/login#reset=([\w-]{22})/.exec(text)?.[1] ?? []);

/** @returns the newest code; null if none came. */
async function forget(device: Device, { email, texts }: Person): Promise<string | null> {
  const known = codesOf(texts()).length;
  const { status } = await post(device, '/api/auth/password/forgot', { email });
  expect(status).toBe(202);
  // It is sent after the reply.
  await new Promise(setImmediate);
  await test.runUntilIdle();
  return codesOf(texts())[known] ?? null;
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe.each(['mail', 'text'] as const)('a code by %s', (way) => {
  it("works where it was asked for, after a stranger's wrong ones from elsewhere", async () => {
    const person = await people[way]();
    const own = aDevice();
    const code = (await forget(own, person)) as string;
    for (let nth = 0; nth < 30; nth++) {
      expect((await reset(aDevice(), person.email, another(code))).status).toBe(400);
    }
    expect((await reset(own, person.email, code)).status).toBe(200);
  });

  it('works beside one that a stranger asks for later', async () => {
    const person = await people[way]();
    const own = aDevice();
    const code = (await forget(own, person)) as string;
    const stranger = aDevice();
    const theirs = (await forget(stranger, person)) as string;
    for (let nth = 0; nth < 6; nth++) await reset(stranger, person.email, another(theirs));
    expect((await reset(own, person.email, code)).status).toBe(200);
  });

  it('works on another device, a few tries long', async () => {
    const person = await people[way]();
    const code = (await forget(aDevice(), person)) as string;
    const phone = aDevice();
    expect((await reset(phone, person.email, another(code))).status).toBe(400);
    expect((await reset(phone, person.email, code)).status).toBe(200);
  });

  it('is guessed 30 times a day at most, however many devices and codes', async () => {
    const person = await people[way]();
    const { id } = await userBy(person.email);
    for (let hour = 0; hour < 8; hour++) {
      const devices = Array.from({ length: 3 }, aDevice);
      for (const device of devices) {
        const code = await forget(device, person);
        for (let nth = 0; nth < 8; nth++) {
          const tried = another(code ?? '000000');
          await reset(device, person.email, tried);
          await reset(aDevice(), person.email, tried);
        }
      }
      await test.advance(hourMs + 1000);
    }
    const rows = await test.runtime.db
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.userId, id));
    const compared = rows.reduce((sum, { tries, otherTries }) => sum + tries + otherTries, 0);
    expect(compared).toBeGreaterThan(20);
    expect(compared).toBeLessThanOrEqual(30);
  });

  it('has a link beside it, which works whatever was asked and tried, once', async () => {
    const person = await people[way]();
    const first = (await forget(aDevice(), person)) as string;
    for (let nth = 0; nth < 12; nth++) {
      const stranger = aDevice();
      await forget(stranger, person);
      for (let tries = 0; tries < 3; tries++) await reset(stranger, person.email, another(first));
      await test.advance(hourMs + 1000);
    }
    // The day's are used up.
    expect(await forget(aDevice(), person)).toBeNull();
    const [, second] = linksOf(person.texts());
    const owner = aDevice();
    expect(await reset(owner, undefined, second ?? '')).toMatchObject({
      status: 200,
      body: { user: { email: person.email } },
    });
    for (const link of linksOf(person.texts())) {
      expect((await reset(owner, undefined, link)).status).toBe(400);
    }
  });

  it('comes to a known device whatever strangers have asked for', async () => {
    const person = await people[way]();
    const own = aDevice();
    expect((await logIn(own, person.email)).status).toBe(200);
    for (let nth = 0; nth < 12; nth++) {
      await forget(aDevice(), person);
      await test.advance(hourMs / 2);
    }
    const code = await forget(own, person);
    expect(code).not.toBeNull();
    expect((await reset(own, person.email, code as string)).status).toBe(200);
  });

  it('and its link are over after a day', async () => {
    const person = await people[way]();
    await forget(aDevice(), person);
    await test.advance(24 * hourMs + 1000);
    const [link] = linksOf(person.texts());
    expect((await reset(aDevice(), undefined, link ?? '')).status).toBe(400);
  });
});

describe('a code by mail', () => {
  it('comes after a lock, although strangers have used up the day', async () => {
    const person = await people.mail();
    for (let times = 0; times < 2; times++) await logIn(aDevice(), person.email);
    await test.runUntilIdle();
    for (let nth = 0; nth < 10; nth++) {
      await forget(aDevice(), person);
      await test.advance(0.4 * hourMs);
    }
    const notice = person.texts().find((text) => text.includes('/lock#'));
    const token = /\/lock#([0-9a-f]{32})/.exec(notice ?? '')?.[1];
    expect((await post(aDevice(), '/api/auth/lock', { token })).status).toBe(200);
    const own = aDevice();
    const code = await forget(own, person);
    expect(code).not.toBeNull();
    expect((await reset(own, person.email, code as string)).status).toBe(200);
  });

  it('comes once the mail server works again, after three that it refused', async () => {
    const person = await people.mail();
    const { mail } = test.runtime;
    if (!mail) throw new Error('no mail server');
    const send = vi.spyOn(mail, 'send').mockRejectedValue(new Error('refused'));
    for (let nth = 0; nth < 3; nth++) expect(await forget(aDevice(), person)).toBeNull();
    const asked = send.mock.calls.filter(([{ to }]) => to === person.email);
    expect(asked).toHaveLength(3);
    send.mockRestore();
    const own = aDevice();
    const code = await forget(own, person);
    expect(code).not.toBeNull();
    expect((await reset(own, person.email, code as string)).status).toBe(200);
  });
});

async function userBy(email: string) {
  const [user] = await test.runtime.db.select().from(users).where(eq(users.email, email));
  return user as { id: string };
}

describe('a link', () => {
  it('is shown in no conversation and stored nowhere', async () => {
    const person = await people.text();
    await forget(aDevice(), person);
    const [link = 'none'] = linksOf(person.texts());
    const { id } = await userBy(person.email);
    const call = callAs(test, await aToken(test, id));
    const { threads } = (await call('GET', '/api/threads')).body;
    const { text } = await call('GET', `/api/threads/${threads[0].id}/messages`);
    expect(text).toContain('••••••');
    expect(text).not.toContain(link);
    expect(JSON.stringify(await test.runtime.db.select().from(passwordResets))).not.toContain(link);
  });

  it('texted to a number that has left the account since opens nothing', async () => {
    const person = await people.text();
    const { id } = await userBy(person.email);
    await forget(aDevice(), person);
    const [link = 'none'] = linksOf(person.texts());
    const call = callAs(test, await aToken(test, id));
    expect((await call('PUT', '/api/auth/profile', { phoneNumber: null })).status).toBe(200);
    expect((await reset(aDevice(), undefined, link)).status).toBe(400);
  });

  it('comes to a proved mailbox although strangers used up the day of all mails', async () => {
    const own = await startTestApp({ ...mails.settings, SMS_DAILY_QUESTIONS: '10' });
    const emailVerifiedAt = own.runtime.clock.now();
    const ask = (email: string) =>
      own.app.inject({
        ...{ method: 'POST', url: '/api/auth/password/forgot', ...aDevice(), payload: { email } },
      });
    for (let nth = 0; nth < 12; nth++) {
      const { email } = await aUser(own, { passwordHash });
      await ask(email);
    }
    const { email } = await aUser(own, { passwordHash, emailVerifiedAt });
    const unproved = await aUser(own, { passwordHash });
    for (const to of [email, email, unproved.email]) await ask(to);
    await own.close();
    expect(mails.to(email)).toHaveLength(1);
    expect(mails.to(unproved.email)).toHaveLength(0);
  });

  it('opens no account whose email another has proved since', async () => {
    const { email } = await aUser(test, { passwordHash });
    const person = { email, texts: () => readMails(email) };
    await forget(aDevice(), person);
    const [link = 'none'] = linksOf(person.texts());
    const emailVerifiedAt = test.runtime.clock.now();
    await aUser(test, { email, passwordHash, emailVerifiedAt });
    expect((await reset(aDevice(), undefined, link)).status).toBe(400);
  });
});

describe('the lock link of a phone', () => {
  async function anOwner() {
    const { user, phone } = await aConnectedUser(test, expert, { passwordHash });
    const device = aDevice();
    await logIn(device, user.email);
    await logIn(aDevice(), user.email);
    await test.runUntilIdle();
    const call = callAs(test, await aToken(test, user.id));
    const links = () =>
      texter.received(phone).flatMap((text) => /\/lock#([0-9a-f]{32})/.exec(text)?.[1] ?? []);
    return { user, phone, call, links };
  }
  const lock = (token = 'none') => post(aDevice(), '/api/auth/lock', { token });
  const isLocked = async (id: string) =>
    (await getUser(test.runtime.db, id)).passwordHash !== passwordHash;

  it('that was removed since locks nothing, but for the one that told of it', async () => {
    const { user, call, links } = await anOwner();
    const [before] = links();
    const { phones } = (await call('GET', '/api/auth/phones')).body;
    await call('DELETE', `/api/auth/phones/${phones[0].id}`);
    await test.runUntilIdle();
    expect((await lock(before)).status).toBe(400);
    expect(await isLocked(user.id)).toBe(false);
    const undo = links().at(-1);
    expect(undo).not.toBe(before);
    expect((await lock(undo)).status).toBe(200);
    expect(await isLocked(user.id)).toBe(true);
  });

  it('still there locks', async () => {
    const { user, links } = await anOwner();
    expect((await lock(links()[0])).status).toBe(200);
    expect(await isLocked(user.id)).toBe(true);
  });

  it('that another number has replaced locks by the notice of that alone', async () => {
    const { user, call, links } = await anOwner();
    const [before] = links();
    const phone = aPhone();
    expect((await call('PUT', '/api/auth/profile', { phoneNumber: phone })).status).toBe(200);
    await test.runUntilIdle();
    await texter.text(phone, 'YES');
    await test.runUntilIdle();
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ phoneNumber: phone });
    expect((await lock(before)).status).toBe(400);
    expect((await lock(links().at(-1))).status).toBe(200);
  });

  it('is known by its number until it is used', async () => {
    const { user, phone } = await anOwner();
    const [row] = await test.runtime.db
      .select()
      .from(ownerLinks)
      .where(eq(ownerLinks.userId, user.id));
    expect(row).toMatchObject({ handle: phone, outlivesPhone: false });
  });
});
