import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { hashPassword } from '../passwords/passwords.ts';

const password = 'Quiet-Harbor-7';
let passwordHash: string;
let made = 0;
const anEmail = () => `moved-${++made}@example.com`;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

describe('without a mail server, another email', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('takes effect at once, with the password', async () => {
    const { call, user } = await signIn(test, { passwordHash });
    const email = anEmail();
    const request = { email: email.toUpperCase(), currentPassword: password, firstName: 'Ann' };
    const { status, body } = await call('PUT', '/api/auth/profile', request);
    expect([status, body.user.email, body.user.firstName]).toEqual([200, email, 'Ann']);
    expect(body.emailToConfirm).toBeUndefined();
    const logIn = (as: string) =>
      callAs(test, null)('POST', '/api/auth/login', { email: as, password });
    expect((await logIn(email)).status).toBe(200);
    expect((await logIn(user.email)).status).toBe(401);
  });

  it.each([
    [{}, 400, 'currentPassword: Password is required'],
    [{ currentPassword: 'Wrong-guess-1' }, 403, 'That password is wrong.'],
  ])('is refused with %j, and nothing changes', async (given, status, message) => {
    const { call, user } = await signIn(test, { passwordHash });
    const request = { email: anEmail(), firstName: 'Eve', ...given };
    const refused = await call('PUT', '/api/auth/profile', request);
    expect([refused.status, refused.body.message]).toEqual([status, message]);
    expect((await call('GET', '/api/auth/user')).body.user).toMatchObject({
      email: user.email,
      firstName: null,
    });
  });

  it('is refused where it is taken; the same one needs no password', async () => {
    const { call, user } = await signIn(test, { passwordHash });
    const other = await signIn(test);
    const request = { email: other.user.email, currentPassword: password };
    const { status, body } = await call('PUT', '/api/auth/profile', request);
    expect([status, body.message]).toEqual([409, 'An account with this email already exists']);
    const same = await call('PUT', '/api/auth/profile', { email: user.email.toUpperCase() });
    expect(same.status).toBe(200);
  });
});

describe('with a mail server, another email', () => {
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  let test: TestApp;
  beforeAll(async () => {
    mails = await startMailServer();
    test = await startTestApp(mails.settings);
  });
  afterAll(async () => {
    await test.close();
    await mails.close();
  });

  /** Decodes quoted-printable. */
  const linkIn = (address: string) => {
    const text = mails.to(address).at(-1)?.text.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
    const [, answer, token] = /\/email-change#(\w+)=([\w-]{43})/.exec(text) ?? [];
    return { answer, token };
  };
  /** Whose session asked for a change last. */
  let asking: ReturnType<typeof callAs>;
  const follow = (link: ReturnType<typeof linkIn>) => {
    const by = link.answer === 'confirm' ? asking : callAs(test, null);
    return by('POST', '/api/auth/email-change', link);
  };

  const emailVerifiedAt = new Date();
  async function requestChange() {
    const { call, user } = await signIn(test, { passwordHash, emailVerifiedAt });
    asking = call;
    const email = anEmail();
    const request = { email, currentPassword: password };
    const { body } = await call('PUT', '/api/auth/profile', request);
    expect(body).toMatchObject({ user: { email: user.email }, emailToConfirm: email });
    return { call, email, old: user.email, user };
  }
  const emailOf = async (call: ReturnType<typeof callAs>) =>
    (await call('GET', '/api/auth/user')).body.user?.email;

  it("is confirmed by the account's own session alone, so that a stranger's link takes nothing", async () => {
    const { call, email, old } = await requestChange();
    const link = linkIn(email);
    const victim = await signIn(test);
    for (const by of [callAs(test, null), victim.call]) {
      const refused = await by('POST', '/api/auth/email-change', link);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining('Sign in here with the account that asked'),
      ]);
    }
    expect(await emailOf(call)).toBe(old);
    expect((await follow(link)).body).toEqual({ email });
  });

  it('counts once the new address has confirmed it, within the hour and once', async () => {
    const { call, email, old } = await requestChange();
    const link = linkIn(email);
    expect(link.answer).toBe('confirm');
    expect(await emailOf(call)).toBe(old);
    expect((await follow(link)).body).toEqual({ email });
    expect(await emailOf(call)).toBe(email);
    const again = await follow(link);
    expect([again.status, again.body.message]).toEqual([
      400,
      'token: This link is wrong, used or too old.',
    ]);
    const late = await requestChange();
    await test.advance(hourMs);
    expect((await follow(linkIn(late.email))).status).toBe(400);
  });

  it('is told to the old address, which can stop it', async () => {
    const { call, email, old } = await requestChange();
    const [notice] = mails.to(old);
    expect(notice?.text).toContain('Subject: Your email is about to change');
    expect(notice?.text).not.toContain(email);
    const link = linkIn(old);
    expect(link.answer).toBe('object');
    expect((await follow(link)).body).toEqual({ email: old });
    expect((await follow(linkIn(email))).status).toBe(400);
    expect((await call('GET', '/api/auth/user')).status).toBe(401);
  });

  it("is told to no address that proved nothing, perhaps a stranger's: it has no say", async () => {
    const { call, user } = await signIn(test, { passwordHash });
    asking = call;
    const email = anEmail();
    await call('PUT', '/api/auth/profile', { email, currentPassword: password });
    expect((await follow(linkIn(email))).body).toEqual({ email });
    expect(mails.to(user.email)).toEqual([]);
    expect((await getUser(test.runtime.db, user.id)).emailVerifiedAt).not.toBeNull();
  });

  it('can be undone by the old address for a week; the password that allowed it ends', async () => {
    const { call, email, old } = await requestChange();
    await follow(linkIn(email));
    await test.advance(6 * dayMs);
    expect((await follow(linkIn(old))).body).toEqual({ email: old });
    expect((await call('GET', '/api/auth/user')).status).toBe(401);
    for (const as of [old, email]) {
      const login = { email: as, password };
      expect((await callAs(test, null)('POST', '/api/auth/login', login)).status).toBe(401);
    }
    const late = await requestChange();
    await test.advance(7 * dayMs);
    expect((await follow(linkIn(late.old))).status).toBe(400);
  });

  it('stays undone: the links of later changes end with it', async () => {
    // A thief requests a second change after the first, or both at once.
    for (const confirmsFirst of [true, false]) {
      const { call, email, old } = await requestChange();
      const objection = linkIn(old);
      if (confirmsFirst) await follow(linkIn(email));
      const second = anEmail();
      await call('PUT', '/api/auth/profile', { email: second, currentPassword: password });
      const thiefs = [linkIn(second), ...(confirmsFirst ? [linkIn(email)] : [])];
      expect((await follow(objection)).body).toEqual({ email: old });
      for (const link of thiefs) expect((await follow(link)).status).toBe(400);
    }
  });

  it('can be undone even if a stranger tries to sign up with the old address meanwhile', async () => {
    const { email, old } = await requestChange();
    await follow(linkIn(email));
    const account = { email: old, password, phoneNumber: aPhone(), subscriptionPlan: 'payg' };
    const { status, body } = await callAs(test, null)('POST', '/api/auth/register', account);
    expect([status, body.message]).toEqual([409, 'An account with this email already exists']);
    expect((await follow(linkIn(old))).body).toEqual({ email: old });
  });

  it("takes the number away once undone, which may be a thief's too: the next code goes by mail", async () => {
    const [expert, sol] = [await anExpert(test), await anExpert(test, { channel: 'WHATSAPP' })];
    const { user, phone } = await aConnectedUser(test, expert, { passwordHash, emailVerifiedAt });
    const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
    const thief = callAs(test, token);
    await thief('PUT', '/api/auth/profile', { phoneNumber: '' });
    await thief('PUT', '/api/auth/profile', { phoneNumber: phone });
    const { code } = (await thief('POST', `/api/experts/${sol.id}/connect`)).body;
    await thief('PUT', '/api/auth/profile', { email: anEmail(), currentPassword: password });
    await follow(linkIn(user.email));
    await createTexter(test, sol).text(phone, `CONNECT ${code}`);
    await test.runUntilIdle();
    const { phoneNumber, phoneVerifiedAt } = await getUser(test.runtime.db, user.id);
    expect([phoneNumber, phoneVerifiedAt]).toEqual([null, null]);
    expect(createTexter(test, sol).received(phone).at(-1)).toContain('wrong or too old');
    const known = mails.to(user.email).length;
    await callAs(test, null)('POST', '/api/auth/password/forgot', { email: user.email });
    await vi.waitFor(() => expect(mails.to(user.email).length).toBe(known + 1), {
      timeout: 60_000,
    });
  });

  it('is not confirmed after the password was changed', async () => {
    const { call, email, old } = await requestChange();
    const newPassword = 'Green-Anchor-8';
    const change = { currentPassword: password, newPassword };
    const { token } = (await call('PUT', '/api/auth/password', change)).body;
    expect((await follow(linkIn(email))).status).toBe(400);
    expect(await emailOf(callAs(test, token))).toBe(old);
  });

  it('is refused while the mail server is down, and the old one stays', async () => {
    const away = await startTestApp({ ...mails.settings, SMTP_URL: 'smtp://127.0.0.1:1' });
    const { call, user } = await signIn(away, { passwordHash });
    const request = { email: anEmail(), currentPassword: password };
    const { status, body } = await call('PUT', '/api/auth/profile', request);
    expect([status, body.message]).toEqual([
      502,
      'The mail could not be sent. Please try again later.',
    ]);
    expect(await emailOf(call)).toBe(user.email);
    await away.close();
  });

  it('replaces an earlier one, and may be asked for three times an hour', async () => {
    const { call, email, old } = await requestChange();
    const ask = () =>
      call('PUT', '/api/auth/profile', { email: anEmail(), currentPassword: password });
    expect((await ask()).status).toBe(200);
    expect((await follow(linkIn(email))).status).toBe(400);
    expect(await emailOf(call)).toBe(old);
    expect((await ask()).status).toBe(200);
    const { status, headers } = await ask();
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
  });
});
