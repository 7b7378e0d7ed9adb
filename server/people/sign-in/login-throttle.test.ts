import { randomBytes } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '#server/db/schema.ts';
import { deleteExpired } from '#server/operations/upkeep/delete-expired.ts';
import { hourMs } from '#shared/time.ts';
import { listAudit } from '#test/audit.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { hashPassword } from '../passwords/passwords.ts';

const password = 'Quiet-Harbor-7';
const hour = hourMs;
let test: TestApp;
let passwordHash: string;
beforeAll(async () => {
  test = await startTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => test.close());

const aDevice = () => randomBytes(32).toString('base64url');
const aPerson = () => aUser(test, { passwordHash });
let lastAddress = 0;
const anAddress = () => `203.0.113.${++lastAddress}`;

type From = { device?: string; address?: string };

async function logIn(
  { email }: { email: string },
  given: string,
  { device, address = '198.51.100.7' }: From = {},
  { app } = test,
) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    headers: device ? { 'x-device-token': device } : {},
    payload: { email, password: given },
  });
  return {
    status: reply.statusCode,
    message: reply.json().message,
    retryAfter: Number(reply.headers['retry-after']),
  };
}

/** Each from another address, like a botnet. */
async function guess(person: { email: string }, times: number, from: From = {}) {
  for (let left = times; left > 0; left--) {
    const { status } = await logIn(person, 'Wrong-guess-1', { address: anAddress(), ...from });
    expect(status).toBe(401);
  }
}

const failuresOf = (userId: string) =>
  test.runtime.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, userId), eq(auditLog.action, 'sign-in.failed')))
    .orderBy(desc(auditLog.createdAt));

describe('ten failures for an account', () => {
  beforeEach(() => {
    lastAddress = 0;
  });
  afterEach(() => test.advance(24 * hour));

  it('make every address wait, twice as long each time, up to 15 minutes', async () => {
    const person = await aPerson();
    await guess(person, 10);
    const waits: number[] = [];
    for (let round = 0; round < 7; round++) {
      const { status, retryAfter, message } = await logIn(person, password);
      expect(status).toBe(429);
      expect(message).toMatch(
        /^Too many failed logins\. Please try again in \d+ (seconds|minutes)\.$/,
      );
      waits.push(Math.round(retryAfter / 30) * 30);
      await test.advance(retryAfter * 1000);
      await guess(person, 1);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  it('let the right password in after the wait', async () => {
    const person = await aPerson();
    await guess(person, 10);
    await test.advance(30_000);
    expect((await logIn(person, password)).status).toBe(200);
  });

  it('never stop a device that signed in before', async () => {
    const person = await aPerson();
    const device = aDevice();
    expect((await logIn(person, password, { device })).status).toBe(200);
    await guess(person, 10);
    expect((await logIn(person, password)).status).toBe(429);
    expect((await logIn(person, password, { device })).status).toBe(200);
    expect((await logIn(person, password, { device: aDevice() })).status).toBe(429);
  });

  it('of a device that signed in before make that device wait alone', async () => {
    const person = await aPerson();
    const [device, another] = [aDevice(), aDevice()];
    await logIn(person, password, { device });
    await logIn(person, password, { device: another });
    await guess(person, 10, { device });
    expect((await logIn(person, password, { device })).status).toBe(429);
    expect((await logIn(person, password, { device: another })).status).toBe(200);
    expect((await logIn(person, password)).status).toBe(200);
  });

  it('say nothing about whether the account exists', async () => {
    const nobody = { email: 'nobody-here@example.com' };
    await guess(nobody, 10);
    const { status, retryAfter } = await logIn(nobody, password);
    expect([status, retryAfter]).toEqual([429, 30]);
  });

  it('leave other accounts alone, and are forgotten with time', async () => {
    const person = await aPerson();
    await guess(person, 10);
    expect((await logIn(await aPerson(), password)).status).toBe(200);
    await test.advance(24 * hour);
    await deleteExpired(test.runtime);
    await guess(person, 10);
  });

  it.runIf(hasDatabaseServer)('count in every process', async () => {
    const beside = await startTestApp(
      { SECRET_KEY: test.runtime.config.secretKeys.current.toString('base64') },
      test.runtime.config.databaseUrl,
    );
    const person = await aPerson();
    await guess(person, 10);
    expect((await logIn(person, password, {}, beside)).status).toBe(429);
    await beside.close();
  });
});

describe('fifty failures from an address', () => {
  afterEach(() => test.advance(24 * hour));

  it('hold up its whole /64, whichever account is tried, but no device that is known', async () => {
    const person = await aPerson();
    const device = aDevice();
    await logIn(person, password, { device, address: '198.51.100.9' });
    for (let n = 0; n < 50; n++) {
      const address = `2001:db8:1:2::${n.toString(16)}`;
      const stranger = { email: `stranger-${n}@example.com` };
      expect((await logIn(stranger, 'Wrong-guess-1', { address })).status).toBe(401);
    }
    const address = '2001:db8:1:2:ffff::1';
    expect((await logIn(person, password, { address })).status).toBe(429);
    expect((await logIn(person, password, { address, device })).status).toBe(200);
    expect((await logIn(person, password, { address: '2001:db8:1:3::1' })).status).toBe(200);
  });
});

it('a sign-in is in the audit log with account, address and what was proved', async () => {
  const person = await aPerson();
  await logIn(person, password, { address: '192.0.2.43' });
  expect(await listAudit(test, person.id)).toMatchObject([
    { action: 'sign-in', entity: 'user', after: { address: '192.0.2.43', by: 'password' } },
  ]);
});

describe('a failed sign-in', () => {
  it('is audited with account, address and reason', async () => {
    const person = await aPerson();
    await logIn(person, 'Wrong-guess-1', { address: '192.0.2.44' });
    const [row] = await failuresOf(person.id);
    expect(row).toMatchObject({
      action: 'sign-in.failed',
      entity: 'user',
      actorId: null,
      after: { address: '192.0.2.44', reason: 'wrong password' },
    });
    expect(JSON.stringify(row)).not.toContain('Wrong-guess-1');
  });

  it('to an unknown account is there with a part of the email', async () => {
    await logIn({ email: 'zelda@example.org' }, password, { address: '192.0.2.45' });
    const [row] = await test.runtime.db
      .select()
      .from(auditLog)
      .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
      .limit(1);
    expect(row?.after).toEqual({
      address: '192.0.2.45',
      reason: 'unknown email',
      email: 'z***@example.org',
    });
    expect(row?.entityId).toBeNull();
  });

  it('is erased with the account, as others are', async () => {
    const person = await aPerson();
    const device = aDevice();
    await logIn(person, 'Wrong-guess-1');
    const { app } = test;
    const login = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-device-token': device },
      payload: { email: person.email, password },
    });
    const authorization = `Bearer ${login.json().token}`;
    const left = await app.inject({
      method: 'DELETE',
      url: '/api/account',
      headers: { authorization },
      payload: { password },
    });
    expect(left.statusCode).toBe(200);
    expect(await listAudit(test, person.id)).toEqual([]);
  });
});
