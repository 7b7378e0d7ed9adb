import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { callAs } from '#test/api-client.ts';
import { aUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { aToken } from './scene.ts';

/** Who knows the password, or has a session, guesses what is still missing. */

const password = 'Quiet-Harbor-7';
const hourMs = 3_600_000;
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
