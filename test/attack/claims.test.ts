import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cards } from '#sandbox/stripe/payments.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { type ExpertRow, threads, users } from '#server/db/schema.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { getStripe, openCheckout } from '#test/checkout.ts';
import {
  anEmail,
  createClaims,
  newPassword,
  ownersPassword,
  strangersPassword,
} from '#test/claims.ts';
import { anExpert, aPhone, getUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let mails: Awaited<ReturnType<typeof startMailServer>>;
let test: TestApp;
let ada: ExpertRow;
let sol: ExpertRow;
let rue: ExpertRow;
let texter: ReturnType<typeof createTexter>;
let people: ReturnType<typeof createClaims>;
beforeAll(async () => {
  mails = await startMailServer();
  test = await startTestApp({ ...mails.settings, QUESTIONS_PER_ADDRESS: '10000' });
  ada = await anExpert(test);
  sol = await anExpert(test, { channel: 'WHATSAPP', displayName: 'Sol' });
  rue = await anExpert(test, { displayName: 'Rue' });
  texter = createTexter(test, ada);
  people = createClaims(test, mails);
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

async function say(phone: string, body: string, to = ada): Promise<string> {
  const known = texter.received(phone).length;
  await texter.text(phone, body, to);
  await test.runUntilIdle();
  return texter.received(phone).slice(known).join('\n');
}

/** In the newest mail that has such a link. */
function findToken(email: string, name: 'reset' | 'confirm'): string {
  const texts = mails
    .to(email)
    .map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  const links = texts.map((text) => new RegExp(`#${name}=([\\w-]+)`).exec(text)?.[1]);
  return links.findLast((link) => link !== undefined) ?? '';
}

const secret = 'My secret is kestrel. What is 2+2?';

/** Signs up with the owner's email and their own phone, chats, and leaves every door ajar. */
async function aStranger(email: string) {
  const stranger = await people.signUp({ email, password: strangersPassword });
  expect(stranger.reply.status).toBe(200);
  const { call, phone } = stranger;
  await call('POST', `/api/experts/${ada.id}/connect`);
  await say(phone, 'YES');
  await say(phone, secret);
  const { code } = (await call('POST', `/api/experts/${sol.id}/connect`)).body;
  const otherPhone = aPhone();
  await call('PUT', '/api/auth/profile', { phoneNumber: otherPhone });
  await test.runUntilIdle();
  expect(texter.received(otherPhone).join()).toContain('Reply YES');
  const checkout = await openCheckout(test, call, 'payg');
  await people.forget(email);
  const resetCode = await people.readResetText(texter, phone);
  return { ...stranger, connectCode: code as string, otherPhone, checkout, resetCode };
}
type Stranger = Awaited<ReturnType<typeof aStranger>>;

/** Everything of an account that its person sees. */
async function see(call: ReturnType<typeof callAs>): Promise<string> {
  const { threads: own } = (await call('GET', '/api/threads')).body;
  const pages = await Promise.all(
    own.map(({ id }: { id: string }) => call('GET', `/api/threads/${id}/messages`)),
  );
  const data = await call('GET', '/api/account/export?format=json');
  return JSON.stringify([own, pages.map(({ text }) => text), data.text]);
}

const waysBack: Record<string, (email: string, stranger: Stranger) => Promise<string>> = {
  'a code by mail': async (email) => {
    const code = await people.readResetMail(email);
    const { status, body } = await people.reset(email, code);
    expect(status, body.message).toBe(200);
    return body.token;
  },
  'signing up over it': async (email) => {
    const { reply, call, code } = await people.signUp({ email, password: newPassword });
    expect(reply.status).toBe(200);
    const { status, body } = await call('POST', '/api/auth/email/verify', { code });
    expect([status, body.user.isEmailVerified]).toEqual([200, true]);
    return reply.body.token;
  },
};

describe.each(Object.entries(waysBack))(
  'an account that a stranger made with the email, taken back by %s',
  (way, takeBack) => {
    const isReset = way === 'a code by mail';
    let stranger: Stranger;
    let email: string;
    let owner: ReturnType<typeof callAs>;
    let ownerId: string;
    beforeAll(async () => {
      email = anEmail();
      stranger = await aStranger(email);
      owner = callAs(test, await takeBack(email, stranger));
      ownerId = (await owner('GET', '/api/auth/user')).body.user.id;
    });

    it("shows the owner nothing of the stranger's, and no phone of theirs", async () => {
      expect(await see(owner)).not.toContain('kestrel');
      const { user } = (await owner('GET', '/api/auth/user')).body;
      expect(user).toMatchObject({ isEmailVerified: true, pendingPhoneNumber: null });
      expect([stranger.phone, stranger.otherPhone]).not.toContain(user.phoneNumber);
    });

    it('gives the stranger nothing by a YES, a code or a text of either phone', async () => {
      const before = (await owner('GET', '/api/auth/user')).body.user;
      await say(stranger.otherPhone, 'YES');
      await say(stranger.phone, 'YES');
      await say(stranger.phone, `CONNECT ${stranger.connectCode}`, sol);
      await say(stranger.phone, 'What is 3+3?');
      const after = (await owner('GET', '/api/auth/user')).body.user;
      expect(after).toEqual(before);
      const theirs = await test.runtime.db
        .select()
        .from(threads)
        .where(eq(threads.userId, ownerId));
      const phones = theirs.map(({ handle }) => handle);
      expect(phones).not.toContain(stranger.phone);
      expect(phones).not.toContain(stranger.otherPhone);
    });

    it("keeps what the phone wrote with the phone, or the stranger's own account", async () => {
      const { db } = test.runtime;
      const ofPhone = await db.select().from(threads).where(eq(threads.handle, stranger.phone));
      const allowed = isReset ? [null] : [null, stranger.id];
      for (const { userId } of ofPhone) expect(allowed).toContain(userId);
    });

    it("opens nothing of the owner's to the session, the password and the texted code", async () => {
      const seen = await stranger.call('GET', '/api/auth/user');
      if (isReset) expect(seen.status).toBe(401);
      else expect(seen.body.user).toMatchObject({ id: stranger.id, isEmailVerified: false });
      expect((await people.logIn(email, strangersPassword)).status).toBe(401);
      expect((await people.reset(email, stranger.resetCode, strangersPassword)).status).toBe(400);
      expect((await people.logIn(email, newPassword)).body.user.id).toBe(ownerId);
    });

    it('sends no further code to the phone', async () => {
      const known = texter.received(stranger.phone).length;
      const mailed = people.countResetMails(email);
      await people.forget(email);
      await people.readResetMail(email, mailed);
      await test.runUntilIdle();
      expect(texter.received(stranger.phone)).toHaveLength(known);
    });

    it('leaves what the stranger then pays with the account that the page was opened for', async () => {
      await getStripe(test).payments.pay(stranger.checkout, cards.good);
      const paid = await getUser(test.runtime.db, stranger.id);
      expect(paid.paidMessages).toBe(55);
      expect(isReset).toBe(ownerId === stranger.id);
      expect((await people.logIn(email, strangersPassword)).status).toBe(401);
      expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
    });
  },
);

describe('an email that is only claimed', () => {
  it("uses up no trial: the mailbox's owner still has theirs, and one per phone", async () => {
    const stranger = await people.signUp({ password: strangersPassword });
    const { email } = stranger;
    await stranger.call('POST', `/api/experts/${ada.id}/connect`);
    await say(stranger.phone, 'YES');
    await say(stranger.phone, 'What is 2+2?');
    const owner = await people.signUp({ email });
    expect(owner.reply.body.user.paidMessages).toBe(5);
    const verified = await owner.call('POST', '/api/auth/email/verify', { code: owner.code });
    expect(verified.status).toBe(200);
    await owner.call('POST', `/api/experts/${ada.id}/connect`);
    await say(owner.phone, 'YES');
    expect(await say(owner.phone, 'What is 4+4?')).toMatch(/8/);
    await owner.call('DELETE', '/api/account', { password: ownersPassword });
    const again = await people.signUp({ email });
    expect([again.reply.status, again.reply.body.message]).toEqual([
      409,
      'This email has already had its free trial.',
    ]);
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });

  it('signs in the account whose password it is, until a mailbox is proved', async () => {
    const stranger = await people.signUp({ password: strangersPassword });
    const { email } = stranger;
    const owner = await people.signUp({ email });
    expect((await people.logIn(email, ownersPassword)).body.user.id).toBe(owner.id);
    expect((await people.logIn(email, strangersPassword)).body.user.id).toBe(stranger.id);
    expect((await people.logIn(email, newPassword)).status).toBe(401);
    await owner.call('POST', '/api/auth/email/verify', { code: owner.code });
    expect((await people.logIn(email, strangersPassword)).status).toBe(401);
    const late = await stranger.call('POST', '/api/auth/email/code');
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/Another account has confirmed this email/),
    ]);
    const third = await people.signUp({ email });
    expect([third.reply.status, third.reply.body.message]).toEqual([
      409,
      'An account with this email already exists',
    ]);
  });

  it('says in the mail of a sign-up that there is another account, and by text who lost it', async () => {
    const first = await people.signUp({});
    const { email } = first;
    const codeMails = () => mails.to(email).map(({ text }) => text.replaceAll('=\r\n', ''));
    expect(codeMails().join()).not.toContain('There is already an account');
    await first.call('POST', `/api/experts/${ada.id}/connect`);
    await say(first.phone, 'YES');
    const second = await people.signUp({ email });
    const day = test.runtime.clock.now().toISOString().slice(0, 10);
    expect(codeMails().at(-1)).toContain(
      `There is already an account with this address, made on ${day}`,
    );
    await second.call('POST', '/api/auth/email/verify', { code: second.code });
    await test.runUntilIdle();
    expect(texter.received(first.phone).at(-1)).toContain(
      'Another account has confirmed o***@example.com',
    );
  });

  it("is no device from which another's password can be guessed without end", async () => {
    const owner = await people.signUp({});
    const headers = { 'x-device-token': randomBytes(32).toString('base64url') };
    const { email } = owner;
    await people.signUp({ email, password: strangersPassword, headers });
    expect((await people.logIn(email, ownersPassword, headers)).status).toBe(401);
    expect((await people.logIn(email, ownersPassword)).status).toBe(200);
  });

  it('that lost its email is no device to guess from, either', async () => {
    const owner = await people.signUp({});
    const { email } = owner;
    const headers = { 'x-device-token': randomBytes(32).toString('base64url') };
    await people.signUp({ email, password: strangersPassword, headers });
    const { status } = await owner.call('POST', '/api/auth/email/verify', { code: owner.code });
    expect(status).toBe(200);
    const answers: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      answers.push((await people.logIn(email, `Wrong-guess-${guess}`, headers)).status);
    }
    expect(answers.slice(-2)).toEqual([429, 429]);
  });

  it('keeps no link that locks the account of who took the email back', async () => {
    const email = anEmail();
    const stranger = await aStranger(email);
    await stranger.call('PUT', '/api/auth/password', {
      currentPassword: strangersPassword,
      newPassword: `${strangersPassword}-2`,
    });
    await test.runUntilIdle();
    const links =
      texter
        .received(stranger.phone)
        .join()
        .match(/lock#[0-9a-f]{32}/g) ?? [];
    expect(links.length).toBeGreaterThan(0);
    const mailed = people.countResetMails(email);
    await people.forget(email);
    const code = await people.readResetMail(email, mailed);
    expect((await people.reset(email, code)).status).toBe(200);
    const later =
      texter
        .received(stranger.phone)
        .join()
        .match(/lock#[0-9a-f]{32}/g) ?? [];
    for (const link of later) {
      const token = link.slice('lock#'.length);
      const locked = await callAs(test, null)('POST', '/api/auth/lock', { token });
      expect(locked.status).toBe(400);
    }
  });

  it('has three claims at most: the oldest that proved nothing makes room, after its code', async () => {
    const first = await people.signUp({});
    const { email } = first;
    const others = [await people.signUp({ email }), await people.signUp({ email })];
    const full = await people.signUp({ email });
    expect([full.reply.status, full.reply.body.message]).toEqual([
      409,
      expect.stringContaining('Forgot your password'),
    ]);
    await test.advance(30 * minuteMs);
    expect((await people.signUp({ email })).reply.status).toBe(200);
    expect((await first.call('GET', '/api/auth/user')).status).toBe(401);
    for (const { call } of others) expect((await call('GET', '/api/auth/user')).status).toBe(200);
  });

  it('gets no fourth claim by links that lock', async () => {
    const email = anEmail();
    const proveClaim = async (password: string) => {
      const claim = await people.signUp({ email, password });
      await claim.call('POST', `/api/experts/${ada.id}/connect`);
      await say(claim.phone, 'YES');
      return claim;
    };
    const owner = await proveClaim(ownersPassword);
    const links: string[] = [];
    for (let nth = 1; nth <= 3; nth++) {
      await test.advance(minuteMs);
      const { call, phone } = await proveClaim(strangersPassword);
      const own = anEmail();
      const change = { email: own, currentPassword: strangersPassword };
      expect((await call('PUT', '/api/auth/profile', change)).status).toBe(200);
      await vi.waitFor(() => expect(findToken(own, 'confirm')).not.toBe(''));
      const confirmation = { answer: 'confirm', token: findToken(own, 'confirm') };
      expect((await call('POST', '/api/auth/email-change', confirmation)).status).toBe(200);
      await test.runUntilIdle();
      links.push(/lock#(\w+)/.exec(texter.received(phone).join('\n'))?.[1] ?? '');
    }
    for (const token of links) {
      expect((await people.anyone('POST', '/api/auth/lock', { token })).status).toBe(200);
    }
    expect((await people.logIn(email, ownersPassword)).status).toBe(200);
    await people.forget(email);
    const code = await people.readResetText(texter, owner.phone);
    expect((await people.reset(email, code)).body.user?.id).toBe(owner.id);
  });

  it('that strangers filled with proved phones opens to its owner by mail', async () => {
    const email = anEmail();
    for (const nth of [1, 2, 3]) {
      const { call, phone } = await people.signUp({
        email,
        password: `${strangersPassword}-${nth}`,
      });
      await call('POST', `/api/experts/${ada.id}/connect`);
      await say(phone, 'YES');
    }
    await test.advance(dayMs);
    const full = await people.signUp({ email });
    expect([full.reply.status, full.reply.body.message]).toEqual([
      409,
      expect.stringContaining('Forgot your password'),
    ]);
    await people.forget(email);
    const { status, body } = await people.reset(email, await people.readResetMail(email));
    expect([status, body.user]).toEqual([
      200,
      expect.objectContaining({ isEmailVerified: true, phoneNumber: null }),
    ]);
    for (const nth of [1, 2, 3]) {
      expect((await people.logIn(email, `${strangersPassword}-${nth}`)).status).toBe(401);
    }
  });

  it('that strangers filled keeps the links that its owner was mailed, whatever they do', async () => {
    const password = strangersPassword;
    const email = anEmail();
    for (const _ of [1, 2, 3]) expect((await people.signUp({ email })).reply.status).toBe(200);
    await test.advance(30 * minuteMs);
    const { call } = await people.signUp({ email, password });
    await people.forget(email);
    await people.readResetMail(email);
    const link = findToken(email, 'reset');
    expect((await call('DELETE', '/api/account', { password })).status).toBe(409);
    const other = anEmail();
    await call('PUT', '/api/auth/profile', { email: other, currentPassword: password });
    const answer = { answer: 'confirm', token: findToken(other, 'confirm') };
    expect((await call('POST', '/api/auth/email-change', answer)).status).toBe(409);
    const change = { currentPassword: password, newPassword: `${password}-2` };
    expect((await call('PUT', '/api/auth/password', change)).status).toBe(200);
    await test.advance(31 * minuteMs);
    for (const _ of [1, 2, 3]) await people.signUp({ email });
    const { status, body } = await people.reset(email, link);
    expect([status, body.user?.isEmailVerified]).toEqual([200, true]);
  });

  it('gets a code for each phone and one mail, and each opens its own account', async () => {
    const stranger = await people.signUp({ password: strangersPassword });
    const { email } = stranger;
    await stranger.call('POST', `/api/experts/${rue.id}/connect`);
    await say(stranger.phone, 'YES', rue);
    const owner = await people.signUp({ email });
    await people.forget(email);
    const texted = await people.readResetText(texter, stranger.phone);
    const mailed = await people.readResetMail(email);
    expect(texted).not.toBe(mailed);
    expect((await people.reset(email, texted)).body.user).toMatchObject({
      id: stranger.id,
      phoneNumber: stranger.phone,
      isEmailVerified: false,
    });
    expect((await people.reset(email, mailed)).body.user).toMatchObject({
      id: owner.id,
      isEmailVerified: true,
    });
  });

  it('leads by mail to the account that was paid for, not to the one that a stranger made later', async () => {
    const owner = await people.signUp({});
    const { email, id, call } = owner;
    await getStripe(test).payments.pay(await openCheckout(test, call, 'payg'), cards.good);
    const stranger = await people.signUp({ email, password: strangersPassword });
    await people.forget(email);
    const { status, body } = await people.reset(email, await people.readResetMail(email));
    expect([status, body.user]).toEqual([200, expect.objectContaining({ id, paidMessages: 55 })]);
    expect((await people.logIn(email, strangersPassword)).status).toBe(401);
    expect(stranger.id).not.toBe(id);
  });

  it.each(['a text', 'a mail'])('opens by %s without what waits for a proof', async (way) => {
    const { email, phone, call, id } = await people.signUp({});
    await call('POST', `/api/experts/${ada.id}/connect`);
    await say(phone, 'YES');
    const [thief, thiefs] = [
      callAs(test, (await people.logIn(email, ownersPassword)).body.token),
      aPhone(),
    ];
    await thief('PUT', '/api/auth/profile', { phoneNumber: thiefs });
    await test.runUntilIdle();
    await people.forget(email);
    const texted = await people.readResetText(texter, phone);
    const code = way === 'a text' ? texted : await people.readResetMail(email);
    const { body } = await people.reset(email, code);
    expect(body.user).toMatchObject({
      id,
      phoneNumber: way === 'a text' ? phone : null,
      pendingPhoneNumber: null,
      isEmailVerified: way === 'a mail',
    });
    await say(thiefs, 'YES');
    const after = (await callAs(test, body.token)('GET', '/api/auth/user')).body.user;
    expect(after.phoneNumber).toBe(body.user.phoneNumber);
  });
});

describe('an email change', () => {
  it("to a victim's address blocks nothing, and leaves nothing behind for a week", async () => {
    const victim = anEmail();
    const stranger = await people.signUp({ password: strangersPassword });
    const change = { email: victim, currentPassword: strangersPassword };
    expect((await stranger.call('PUT', '/api/auth/profile', change)).status).toBe(200);
    expect((await people.signUp({ email: victim })).reply.status).toBe(200);
  });

  it("away from a victim's address holds it no longer", async () => {
    const stranger = await people.signUp({ password: strangersPassword });
    const { email } = stranger;
    const away = anEmail();
    const change = { email: away, currentPassword: strangersPassword };
    expect((await stranger.call('PUT', '/api/auth/profile', change)).status).toBe(200);
    const link = /#confirm=([\w-]+)/.exec(
      mails.to(away)[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '',
    )?.[1];
    const confirmed = await stranger.call('POST', '/api/auth/email-change', {
      answer: 'confirm',
      token: link,
    });
    expect(confirmed.body).toEqual({ email: away });
    expect((await people.signUp({ email })).reply.status).toBe(200);
  });
});

describe('an invitation', () => {
  it('accepted over a claim gives its phone, session and password nothing', async () => {
    const admin = await signIn(test, asAdmin);
    const email = anEmail();
    const stranger = await aStranger(email);
    const { body } = await admin.call('POST', '/api/team/invitations', { email, role: 'ADMIN' });
    const token = new URLSearchParams(body.link.split('#')[1]).get('token');
    const accepted = await people.anyone('POST', '/api/invitations/accept', {
      token,
      password: newPassword,
    });
    expect([accepted.status, accepted.body.user]).toEqual([
      200,
      expect.objectContaining({ role: 'ADMIN', isEmailVerified: true, phoneNumber: null }),
    ]);
    expect(accepted.body.user.id).not.toBe(stranger.id);
    expect((await stranger.call('GET', '/api/people')).status).toBe(403);
    expect((await people.logIn(email, strangersPassword)).status).toBe(401);
    expect((await people.reset(email, stranger.resetCode)).status).toBe(400);
    expect((await people.logIn(email, newPassword)).body.user.role).toBe('ADMIN');
  });
});

describe('at once', () => {
  const times = <Result>(count: number, act: () => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, act));

  it('three of six sign-ups claim an email', async () => {
    const email = anEmail();
    const replies = await times(6, () => people.signUp({ email }));
    const made = replies.filter(({ reply }) => reply.status === 200);
    expect(made).toHaveLength(3);
    const { db } = test.runtime;
    expect(await db.$count(users, eq(users.email, email))).toBe(3);
  });

  it('one of two claims gets the mailbox', async () => {
    const email = anEmail();
    const claims = [await people.signUp({ email }), await people.signUp({ email })];
    const replies = await Promise.all(
      claims.map(({ call, code }) => call('POST', '/api/auth/email/verify', { code })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('one of six sign-ups gets an email where no mail is set up', async () => {
    const without = await startTestApp();
    const email = anEmail();
    const register = () =>
      callAs(without, null)('POST', '/api/auth/register', {
        ...{ email, password: ownersPassword, phoneNumber: aPhone() },
      });
    const replies = await times(6, register);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    const made = replies.find(({ status }) => status === 200);
    expect(made?.body.user.isEmailVerified, 'nothing can be proved').toBe(true);
    await without.close();
  });
});
