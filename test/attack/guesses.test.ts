import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { passwordResets } from '#server/db/schema.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { hourMs } from '#shared/time.ts';
import { callAs, signIn } from '#test/api-client.ts';
import { aPhone, aUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { aToken } from './scene.ts';

/** Who knows the password, or has a session, guesses what is still missing. */

const password = 'Quiet-Harbor-7';
let passwordHash: string;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let test: TestApp;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
  mails = await startMailServer();
  test = await startTestApp(mails.settings);
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

let networks = 0;
const aNetwork = () => `10.9.${networks >> 8}.${networks++ & 255}`;
const aDevice = () => randomBytes(32).toString('base64url');
type Typed = { code?: string; device?: string; given?: string };

async function logIn(email: string, { code, device = aDevice(), given = password }: Typed) {
  const { statusCode, body } = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: aNetwork(),
    headers: { 'x-device-token': device },
    payload: { email, password: given, ...(code && { code }) },
  });
  return { status: statusCode, message: JSON.parse(body).message as string | undefined };
}

async function anAdmin() {
  const emailVerifiedAt = test.runtime.clock.now();
  const user = await aUser(test, { role: 'ADMIN', passwordHash, emailVerifiedAt });
  const call = callAs(test, await aToken(test, user.id));
  const { body } = await call('POST', '/api/auth/second-factor', { password });
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const rightCode = async () => {
    // A step counts once.
    await test.advance(61_000);
    return totp.generate({ timestamp: test.runtime.clock.now().getTime() });
  };
  const { status } = await call('POST', '/api/auth/second-factor/confirm', {
    code: await rightCode(),
  });
  expect(status).toBe(200);
  const notices = async () => {
    await test.runUntilIdle();
    const isIt = ({ text }: { text: string }) => text.includes('second factor is being guessed');
    return mails.to(user.email).filter(isIt).length;
  };
  return { email: user.email, rightCode, notices, call, id: user.id };
}

describe('the second factor, guessed with the right password from many networks', () => {
  it('is guessed ten times, and then ever more slowly, whatever the device', async () => {
    const { email, rightCode, notices } = await anAdmin();
    const { clock } = test.runtime;
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const answers: number[] = [];
    for (let nth = 0; nth < 20; nth++)
      answers.push((await logIn(email, { code: '000000' })).status);
    now.mockRestore();
    expect(answers).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
    expect(await notices()).toBe(1);
    let tried = 0;
    for (let nth = 0; nth < 15; nth++) {
      await test.advance(hourMs / 3);
      if ((await logIn(email, { code: '000000' })).status === 401) tried++;
    }
    expect(tried).toBeLessThanOrEqual(10);
    expect((await logIn(email, { code: await rightCode() })).status, 'a new device').toBe(429);
  });

  it('keeps out no device that has signed in before', async () => {
    const { email, rightCode } = await anAdmin();
    const device = aDevice();
    expect((await logIn(email, { code: await rightCode(), device })).status).toBe(200);
    for (let nth = 0; nth < 15; nth++) await logIn(email, { code: '000000' });
    expect((await logIn(email, { code: '000000' })).status).toBe(429);
    expect((await logIn(email, { code: await rightCode(), device })).status).toBe(200);
  });

  it('begins anew with another password', async () => {
    const { email, rightCode, call } = await anAdmin();
    for (let nth = 0; nth < 15; nth++) await logIn(email, { code: '000000' });
    await call('POST', '/api/auth/step-up', { code: await rightCode() });
    const change = { currentPassword: password, newPassword: 'Other-Harbor-8' };
    expect((await call('PUT', '/api/auth/password', change)).status).toBe(200);
    const code = await rightCode();
    expect((await logIn(email, { code, given: 'Other-Harbor-8' })).status).toBe(200);
  });

  it('is not counted, nor told, without the password', async () => {
    const { email, rightCode, notices } = await anAdmin();
    for (let nth = 0; nth < 9; nth++) {
      await logIn(email, { code: '000000', given: 'Wrong-guess-1' });
    }
    expect(await notices()).toBe(0);
    expect((await logIn(email, { code: await rightCode() })).status).toBe(200);
  });
});

describe('a thief with a session', () => {
  it("does not keep the owner's waiting by wrong codes", async () => {
    const { id, call, rightCode } = await anAdmin();
    const thief = callAs(test, await aToken(test, id));
    for (let nth = 0; nth < 12; nth++) {
      const { status } = await thief('POST', '/api/auth/step-up', { code: '000000' });
      expect(status).toBe(nth < 10 ? 403 : 429);
    }
    expect((await call('POST', '/api/auth/step-up', { code: await rightCode() })).status).toBe(200);
  });

  it('learns of few emails whether another account has them', async () => {
    const taken = Array.from({ length: 12 }, (_, nth) => `taken-${nth}@example.org`);
    const emailVerifiedAt = test.runtime.clock.now();
    for (const email of taken) await aUser(test, { email, emailVerifiedAt });
    const { id } = await aUser(test, { passwordHash });
    const answers: number[] = [];
    for (const email of [...taken, 'free@example.org']) {
      const call = callAs(test, await aToken(test, id));
      const change = { email, currentPassword: password };
      answers.push((await call('PUT', '/api/auth/profile', change)).status);
    }
    expect(answers).toEqual([...Array(10).fill(409), 429, 429, 429]);
  });

  it('changes a profile as often from a network as people sign in', async () => {
    const { id } = await aUser(test, { passwordHash });
    const token = await aToken(test, id);
    const change = () =>
      test.app.inject({
        ...{ method: 'PUT', url: '/api/auth/profile', remoteAddress: '198.51.100.77' },
        ...{ headers: { authorization: `Bearer ${token}` }, payload: {} },
      });
    for (let nth = 0; nth < 300; nth++) expect((await change()).statusCode).toBe(200);
    expect((await change()).statusCode).toBe(429);
  });
});

describe('a stranger who signs up with the emails of others', () => {
  const signUp = (email: string, remoteAddress: string) =>
    test.app.inject({
      ...{ method: 'POST', url: '/api/auth/register', remoteAddress },
      payload: { email, password, phoneNumber: aPhone(), subscriptionPlan: 'trial' },
    });
  const anEmail = () => `known-${randomBytes(4).toString('hex')}@example.org`;

  it('learns of few from a network whether they have an account, also at once', async () => {
    const email = anEmail();
    await aUser(test, { email, emailVerifiedAt: test.runtime.clock.now() });
    const [one, other] = [aNetwork(), aNetwork()];
    const answers = await Promise.all(Array.from({ length: 30 }, () => signUp(email, one)));
    const told = answers.filter(({ statusCode }) => statusCode === 409);
    expect(told).toHaveLength(20);
    expect((await signUp(anEmail(), one)).statusCode).toBe(429);
    expect((await signUp(email, other)).statusCode).toBe(409);
    await test.advance(hourMs);
    expect((await signUp(email, one)).statusCode).toBe(409);
  });

  it.each(['with a mail server', 'without one'])(
    'learns no more by "change my email" of accounts that cost nothing, %s',
    async (place) => {
      const here = place === 'without one' ? await startTestApp() : test;
      if (here !== test) onTestFinished(() => here.close());
      const email = anEmail();
      await aUser(here, { email, emailVerifiedAt: here.runtime.clock.now() });
      const change = async (address: string, to: string) => {
        const { call } = await signIn(here, { passwordHash });
        const asked = { email: to, currentPassword: password };
        return (await call('PUT', '/api/auth/profile', asked, {}, address)).status;
      };
      const network = aNetwork();
      for (let nth = 0; nth < 20; nth++) expect(await change(network, email)).toBe(409);
      expect([await change(network, email), await change(network, anEmail())]).toEqual([429, 429]);
      expect(await change(aNetwork(), email), 'from another network').toBe(409);
      await here.advance(hourMs);
      expect(await change(network, email)).toBe(409);
    },
    30_000,
  );
});

describe('codes for a password, guessed by strangers', () => {
  const reset = (payload: object, { device = aDevice(), remoteAddress = aNetwork() } = {}) =>
    test.app.inject({
      ...{ method: 'POST', url: '/api/auth/password/reset', remoteAddress },
      headers: { 'x-device-token': device },
      payload: { newPassword: 'Other-Harbor-8', ...payload },
    });

  /** By a mail that this device asked for. */
  async function aCode(device: string, { isKnown }: { isKnown: boolean }) {
    const emailVerifiedAt = test.runtime.clock.now();
    const { email } = await aUser(test, { passwordHash, emailVerifiedAt });
    if (isKnown) expect((await logIn(email, { device })).status).toBe(200);
    await test.app.inject({
      ...{ method: 'POST', url: '/api/auth/password/forgot', remoteAddress: aNetwork() },
      ...{ headers: { 'x-device-token': device }, payload: { email } },
    });
    const mail = await vi.waitFor(
      () => {
        const text = mails.to(email).find((one) => one.text.includes('reset='))?.text;
        expect(text).toBeDefined();
        return text?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
      },
      { timeout: 60_000 },
    );
    const link = /#reset=([\w-]{22})/.exec(mail)?.[1] ?? '';
    return { email, code: /code is (\d{6})/.exec(mail)?.[1] ?? '', link };
  }

  it('are tried fifty times by a network, and then once a minute', async () => {
    const remoteAddress = aNetwork();
    const guess = () => reset({ email: 'who@example.org', code: '000000' }, { remoteAddress });
    const count = async (times: number) => {
      const answers = [];
      for (let nth = 0; nth < times; nth++) answers.push((await guess()).statusCode);
      return answers.filter((status) => status === 400).length;
    };
    expect(await count(60)).toBe(50);
    let tried = 0;
    for (let minute = 0; minute < 20; minute++) {
      await test.advance(60_000);
      tried += await count(2);
    }
    expect(tried).toBe(20);
  });

  it('are compared 2,000 times a day, of all accounts; then a link works, and a known device', async () => {
    const [strangers, own] = [aDevice(), aDevice()];
    const [late, known] = [
      await aCode(strangers, { isKnown: false }),
      await aCode(own, { isKnown: true }),
    ];
    const createdAt = test.runtime.clock.now();
    const { id: userId } = await aUser(test);
    const tried = { userId, codeHash: 'x', tries: 20, createdAt, expiresAt: createdAt } as const;
    await test.runtime.db.insert(passwordResets).values(Array.from({ length: 100 }, () => tried));
    const refused = await reset(late, { device: strangers });
    expect(refused.statusCode).toBe(400);
    expect((await reset({ code: late.link })).statusCode).toBe(200);
    expect((await reset(known, { device: own })).statusCode).toBe(200);
    await test.advance(24 * hourMs);
    const next = await aCode(strangers, { isKnown: false });
    expect((await reset(next, { device: strangers })).statusCode).toBe(200);
  });
});
