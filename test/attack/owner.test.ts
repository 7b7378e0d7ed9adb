import { randomBytes } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connections, messages, ownerLinks, threads } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { limitedKinds } from '#server/messages/system-texts.ts';
import { ensureCode } from '#server/people/connections/codes-store.ts';
import { ensureConnection } from '#server/people/connections/store.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { callAs } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { aToken } from './scene.ts';

const password = 'Quiet-Harbor-7';
const newPassword = 'Other-Harbor-8';
type Way = 'mail' | 'text';
let passwordHash: string;
let mails: Awaited<ReturnType<typeof startMailServer>>;
const places = {} as Record<Way, Awaited<ReturnType<typeof start>>>;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
  mails = await startMailServer();
  places.mail = await start(mails.settings);
  places.text = await start({});
});
afterAll(async () => {
  await places.mail.test.close();
  await places.text.test.close();
  await mails.close();
});

async function start(settings: Record<string, string>) {
  const test = await startTestApp(settings);
  const expert = await anExpert(test);
  const other = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
  return { test, expert, other, texter: createTexter(test, expert) };
}

/** With a proved phone, and by mail with a proved mailbox, for a while. */
async function anOwner(way: Way, change: Parameters<typeof aConnectedUser>[2] = {}) {
  const { test, expert, texter } = places[way];
  const emailVerifiedAt = way === 'mail' ? test.runtime.clock.now() : null;
  const { user, phone } = await aConnectedUser(test, expert, {
    passwordHash,
    emailVerifiedAt,
    ...change,
  });
  await test.advance(minuteMs);
  const call = callAs(test, await aToken(test, user.id));
  return {
    ...{ way, user, phone, call, email: user.email },
    async notices(): Promise<string[]> {
      await test.runUntilIdle();
      if (way === 'text') return texter.received(phone);
      return mails.to(user.email).map(({ text }) => text.replaceAll('=\r\n', ''));
    },
  };
}
type Owner = Awaited<ReturnType<typeof anOwner>>;

let addresses = 0;
const anAddress = () => `10.${addresses >> 8}.${addresses++ & 255}.7`;
const aDevice = () => randomBytes(32).toString('base64url');

async function logIn({ way, email }: Owner, given = password, from: { device?: string } = {}) {
  const { device = aDevice() } = from;
  const { statusCode, headers, body } = await places[way].test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: anAddress(),
    headers: { 'x-device-token': device, 'user-agent': 'Firefox/130 (Windows)' },
    payload: { email, password: given },
  });
  return { status: statusCode, wait: headers['retry-after'], body: JSON.parse(body) };
}

/** By a code of the account's session, texted from a phone that the owner does not know. */
async function attachPhone({ way, user }: Owner): Promise<string> {
  const { test, other, texter } = places[way];
  const { code } = await transact(test.runtime.db, async (tx) => {
    const wanted = { userId: user.id, expertId: other.id, handle: null };
    return ensureCode(tx, await ensureConnection(tx, wanted), test.runtime.clock.now());
  });
  const phone = aPhone();
  await texter.text(phone, `CONNECT ${code}`, other);
  await test.runUntilIdle();
  return phone;
}

async function setUpSecondFactor({ way, call }: Owner): Promise<void> {
  const { body } = await call('POST', '/api/auth/second-factor', { password });
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const timestamp = places[way].test.runtime.clock.now().getTime();
  await call('POST', '/api/auth/second-factor/confirm', { code: totp.generate({ timestamp }) });
}

async function changeEmail({ way, call, email }: Owner): Promise<void> {
  const newEmail = `new-${email}`;
  await call('PUT', '/api/auth/profile', { email: newEmail, currentPassword: password });
  if (way === 'text') return;
  const [asked] = mails.to(newEmail);
  const token = /#confirm=3D([\w-]+)/.exec(asked?.text.replaceAll('=\r\n', '') ?? '')?.[1];
  const { status } = await call('POST', '/api/auth/email-change', { answer: 'confirm', token });
  expect(status).toBe(200);
}

async function lock({ way }: Owner, notice: string | undefined) {
  const token = /\/lock#([0-9a-f]{32})/.exec(notice ?? '')?.[1] ?? 'none';
  return callAs(places[way].test, null)('POST', '/api/auth/lock', { token });
}

const changePassword = ({ call }: Owner) =>
  call('PUT', '/api/auth/password', { currentPassword: password, newPassword });

type Case = [string, (owner: Owner) => Promise<unknown>, RegExp];
const cases: Case[] = [
  ['a new password', changePassword, /Your password was changed\./],
  ['a sign-in from a new device', (owner) => logIn(owner), /New sign-in: Firefox on Windows\./],
  ['a phone that was added', attachPhone, /A phone number ending in \d{4} was added/],
  ['a new email', changeEmail, /Your email is now n\*\*\*@example\.com\./],
  ['a second factor', setUpSecondFactor, /A second factor was set up\./],
  ['the end of the account', ({ call }) => call('DELETE', '/api/account', { password }), /deleted/],
];

describe.each(['mail', 'text'] as const)('the owner is told by %s of', (way) => {
  it.each(cases)('%s', async (what, change, words) => {
    const isOfAdmins = what === 'a second factor';
    const owner = await anOwner(way, isOfAdmins ? { role: 'ADMIN' } : {});
    const before = (await owner.notices()).length;
    await change(owner);
    const notices = (await owner.notices()).slice(before);
    const told = notices.filter((notice) => words.test(notice));
    expect(told, notices.join('\n')).toHaveLength(1);
    const hasLink = /\/lock#[0-9a-f]{32}/.test(told[0] ?? '');
    expect(hasLink).toBe(what !== 'the end of the account');
  });

  it('a lock, whose link undoes what a thief attached, and works once', async () => {
    const { test } = places[way];
    const owner = await anOwner(way);
    const phone = await attachPhone(owner);
    const notice = (await owner.notices()).at(-1);
    const isTheirs = and(eq(connections.userId, owner.user.id), eq(connections.handle, phone));
    expect(await test.runtime.db.$count(connections, isTheirs)).toBe(1);
    expect(await lock(owner, notice)).toMatchObject({ status: 200, body: { email: /\*\*\*@/ } });
    expect(await test.runtime.db.$count(connections, isTheirs)).toBe(0);
    expect((await owner.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await logIn(owner)).status).toBe(401);
    expect(await lock(owner, notice)).toMatchObject({ status: 400 });
    expect((await owner.notices()).at(-1)).toMatch(/Your account is locked\./);
    expect((await getUser(test.runtime.db, owner.user.id)).phoneNumber).toBe(owner.phone);
  });
});

/** Addresses that the account talks from. */
function countConnections({ way, user }: Owner, handle: string): Promise<number> {
  const isTheirs = and(eq(connections.userId, user.id), eq(connections.handle, handle));
  return places[way].test.runtime.db.$count(connections, isTheirs);
}

it('a lock by a later notice undoes what an earlier one told of', async () => {
  const owner = await anOwner('mail');
  const phone = await attachPhone(owner);
  await places.mail.test.advance(minuteMs);
  await changePassword(owner);
  const notice = (await owner.notices()).at(-1);
  expect(notice).toContain('Your password was changed');
  expect(await countConnections(owner, phone)).toBe(1);
  expect((await lock(owner, notice)).status).toBe(200);
  expect(await countConnections(owner, phone)).toBe(0);
});

it.each(['mail', 'text'] as const)(
  'a lock by %s takes every phone that a thief attached, also one that its connection has left',
  async (way) => {
    const { other, texter, test } = places[way];
    const owner = await anOwner(way);
    const former = await attachPhone(owner);
    await test.advance(minuteMs);
    const first = await attachPhone(owner);
    const notice = (await owner.notices()).at(-1);
    await attachPhone(owner);
    expect((await lock(owner, notice)).status).toBe(200);
    for (const phone of [former, first]) {
      const known = texter.received(phone).length;
      await texter.text(phone, 'What is 2+2?', other);
      await test.runUntilIdle();
      expect(texter.received(phone).slice(known).join()).toMatch(/sign up/);
    }
    expect((await getUser(test.runtime.db, owner.user.id)).phoneNumber).toBe(owner.phone);
  },
);

it('a lock leaves the number that a thief only connected to another expert', async () => {
  const { test } = places.text;
  const owner = await anOwner('text');
  const rue = await anExpert(test, { displayName: 'Rue' });
  await logIn(owner);
  const notice = (await owner.notices()).at(-1);
  await test.advance(minuteMs);
  const { body } = await owner.call('POST', `/api/experts/${rue.id}/connect`);
  expect(body.state).toBe('active');
  expect((await lock(owner, notice)).status).toBe(200);
  expect(await getUser(test.runtime.db, owner.user.id)).toMatchObject({
    phoneNumber: owner.phone,
    phoneVerifiedAt: expect.any(Date),
  });
});

it("a lock ends a thief's later links, and no earlier ones of the owner", async () => {
  const { test } = places.mail;
  const owner = await anOwner('mail');
  await changeEmail(owner);
  const told = (await owner.notices()).at(-1);
  await test.advance(minuteMs);
  const thief = callAs(test, await aToken(test, owner.user.id));
  await thief('PUT', '/api/auth/password', { currentPassword: password, newPassword });
  await test.runUntilIdle();
  const thiefs = mails.to(`new-${owner.email}`).at(-1)?.text.replaceAll('=\r\n', '');
  expect(thiefs).toContain('/lock#');
  expect((await lock(owner, told)).status).toBe(200);
  expect((await lock(owner, thiefs)).status).toBe(400);
});

it('a number that is taken out of the profile is told, too', async () => {
  const owner = await anOwner('text');
  await owner.call('PUT', '/api/auth/profile', { phoneNumber: null });
  expect((await owner.notices()).at(-1)).toMatch(/A phone number ending in \d{4} was removed/);
});

it("an objection to another email takes a thief's phones as well", async () => {
  const owner = await anOwner('mail');
  const email = `new-${owner.email}`;
  await owner.call('PUT', '/api/auth/profile', { email, currentPassword: password });
  const asked = (await owner.notices()).at(-1);
  await places.mail.test.advance(minuteMs);
  const phone = await attachPhone(owner);
  const token = /#object=(?:3D)?([\w-]+)/.exec(asked ?? '')?.[1];
  const { status } = await callAs(places.mail.test, null)('POST', '/api/auth/email-change', {
    answer: 'object',
    token,
  });
  expect(status).toBe(200);
  expect(await countConnections(owner, phone)).toBe(0);
});

it("an objection to another email ends a thief's links that lock", async () => {
  const owner = await anOwner('mail');
  await changeEmail(owner);
  const asked = (await owner.notices()).find((notice) => notice.includes('#object='));
  const objection = /#object=(?:3D)?([\w-]+)/.exec(asked ?? '')?.[1];
  await places.mail.test.advance(minuteMs);
  await changePassword(owner);
  await places.mail.test.runUntilIdle();
  const thiefs = mails.to(`new-${owner.email}`).at(-1)?.text.replaceAll('=\r\n', '');
  expect(thiefs).toContain('/lock#');
  const object = { answer: 'object', token: objection };
  const { status } = await callAs(places.mail.test, null)('POST', '/api/auth/email-change', object);
  expect(status).toBe(200);
  expect((await lock(owner, thiefs)).status).toBe(400);
});

it('the link changes an email back, and the thief gets no code for a password', async () => {
  const { test } = places.mail;
  const owner = await anOwner('mail');
  await changeEmail(owner);
  const thief = `new-${owner.email}`;
  const notice = (await owner.notices()).at(-1);
  const sent = mails.to(thief).length;
  expect((await lock(owner, notice)).status).toBe(200);
  expect(await getUser(test.runtime.db, owner.user.id)).toMatchObject({
    email: owner.email,
    emailVerifiedAt: expect.any(Date),
  });
  await callAs(test, null)('POST', '/api/auth/password/forgot', { email: thief });
  await test.runUntilIdle();
  expect(mails.to(thief)).toHaveLength(sent);
});

describe('without a mail server, an email that a thief changed', () => {
  const signUp = (email: string) =>
    callAs(places.text.test, null)('POST', '/api/auth/register', {
      ...{ email, password, phoneNumber: aPhone(), subscriptionPlan: 'trial' },
    });

  it('is changed back by the link, and gets the owner a code for a password', async () => {
    const { test } = places.text;
    const owner = await anOwner('text');
    await changeEmail(owner);
    const notice = (await owner.notices()).at(-1);
    expect((await signUp(owner.email)).status, 'a thief takes the old one').toBe(409);
    expect((await lock(owner, notice)).status).toBe(200);
    const account = await getUser(test.runtime.db, owner.user.id);
    expect([account.email, account.emailVerifiedAt]).toEqual([owner.email, null]);
    await callAs(test, null)('POST', '/api/auth/password/forgot', { email: owner.email });
    const told = (await owner.notices()).join('\n');
    expect(told).toMatch(/code is \d{6}/);
  });

  it('is kept for its account alone, for a week', async () => {
    const { test } = places.text;
    const owner = await anOwner('text');
    await changeEmail(owner);
    const back = { email: owner.email, currentPassword: password };
    expect((await owner.call('PUT', '/api/auth/profile', back)).status).toBe(200);
    expect((await signUp(`new-${owner.email}`)).status).toBe(409);
    await test.advance(7 * dayMs);
    expect((await signUp(`new-${owner.email}`)).status).toBe(200);
  });

  it('lets no account keep many', async () => {
    const owner = await anOwner('text');
    const change = async (nth: number) => {
      const asked = { email: `${nth}-${owner.email}`, currentPassword: password };
      return (await owner.call('PUT', '/api/auth/profile', asked)).status;
    };
    for (let nth = 0; nth < 5; nth++) expect(await change(nth)).toBe(200);
    expect(await change(5)).toBe(429);
    await places.text.test.advance(dayMs);
    expect(await change(5)).toBe(200);
  });
});

it('a thief who has the session reads no link', async () => {
  const { test } = places.text;
  const owner = await anOwner('text');
  await changePassword(owner);
  expect(await owner.notices()).toHaveLength(1);
  const { body } = await callAs(test, await aToken(test, owner.user.id))('GET', '/api/threads');
  expect(JSON.stringify(body)).toContain('Lock it: ••••••');
  expect(JSON.stringify(body)).not.toMatch(/lock#[0-9a-f]/);
  const stored = await test.runtime.db.select().from(ownerLinks);
  expect(JSON.stringify(stored)).not.toContain(
    /#([0-9a-f]{32})/.exec((await owner.notices()).at(-1) ?? '')?.[1],
  );
});

it('notices use up none of the five texts a month', async () => {
  const { test } = places.text;
  const owner = await anOwner('text');
  for (let times = 0; times < 3; times++) await logIn(owner);
  await changePassword(owner);
  expect(await owner.notices()).toHaveLength(4);
  const counted = await test.runtime.db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(eq(threads.handle, owner.phone), inArray(messages.systemKind, limitedKinds)));
  expect(counted).toEqual([]);
});

describe.each(['mail', 'text'] as const)('ten failing networks, told by %s,', (way) => {
  async function anAttackedOwner() {
    const owner = await anOwner(way);
    for (let guesses = 0; guesses < 10; guesses++) {
      expect((await logIn(owner, 'Wrong-guess-1')).status).toBe(401);
    }
    return owner;
  }

  it('keep out no owner with the right password and their mail or phone', async () => {
    const owner = await anAttackedOwner();
    const { clock } = places[way].test.runtime;
    // The waits would differ by a second.
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const device = aDevice();
    const right = await logIn(owner, password, { device });
    const wrong = await logIn(owner, 'Wrong-guess-1');
    now.mockRestore();
    expect(right).toEqual(wrong);
    expect(right).toMatchObject({ status: 429, body: { message: /we've sent you a link/ } });
    const notice = await vi.waitFor(async () => {
      const told = (await owner.notices()).at(-1) ?? '';
      expect(told).toMatch(/Your password was typed on a new device: Firefox on Windows\./);
      return told;
    });
    const token = /\/device#([0-9a-f]{32})/.exec(notice)?.[1];
    const open = () => callAs(places[way].test, null)('POST', '/api/auth/device', { token });
    expect((await open()).status).toBe(200);
    expect((await open()).status, 'again').toBe(400);
    expect((await logIn(owner)).status, 'another device').toBe(429);
    expect((await logIn(owner, password, { device })).status).toBe(200);
  });

  it('learn nothing by hundreds of more guesses', async () => {
    const owner = await anAttackedOwner();
    // Otherwise each wait that ends lets one guess through.
    const { clock } = places[way].test.runtime;
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const first = await logIn(owner, 'Wrong-guess-1');
    expect(first.status).toBe(429);
    for (let round = 0; round < 10; round++) {
      const guesses = Array.from({ length: 20 }, (_, n) =>
        n === 7 ? password : `Wrong-${n}-Guess`,
      );
      const answers = await Promise.all(guesses.map((guess) => logIn(owner, guess)));
      for (const answer of answers) expect(answer).toEqual(first);
    }
    now.mockRestore();
    const links = (await owner.notices()).filter((notice) => notice.includes('/device#'));
    expect(links).toHaveLength(3);
  });
});
