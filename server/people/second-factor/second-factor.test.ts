import { and, eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { createToken } from '#server/access/tokens-store.ts';
import { runAdmin } from '#server/commands/admin/run.ts';
import { loadConfig } from '#server/config.ts';
import { auditLog, recoveryCodes as recoveryCodeRows, tokens, users } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aProvider, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { beforeTransaction } from '#test/transactions.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { endSecondFactor } from './second-factor.ts';

let test: TestApp;
let passwordHash: string;
const password = 'Quiet-Harbor-7';
beforeAll(async () => {
  test = await startTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => test.close());

const stepMs = 30_000;
const path = '/api/auth/second-factor';
const codeNeeded = { message: 'Enter the code of your authenticator app.', need: 'code' };
const wrong = { message: 'This code is wrong or was used before.' };

function anApp(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const show = (ms = 0) => totp.generate({ timestamp: test.runtime.clock.now().getTime() + ms });
  const next = async () => {
    await test.advance(stepMs);
    return show();
  };
  return { show, next };
}

async function anAdmin() {
  const admin = await signIn(test, { ...asAdmin, passwordHash });
  const logIn = (more: object = {}) =>
    callAs(test, null)('POST', '/api/auth/login', { email: admin.user.email, password, ...more });
  return { ...admin, logIn };
}

async function withSecondFactor() {
  const admin = await anAdmin();
  const begun = await admin.call('POST', path, { password });
  const app = anApp(begun.body.secret);
  const confirmed = await admin.call('POST', `${path}/confirm`, { code: app.show() });
  const recoveryCodes: string[] = confirmed.body.recoveryCodes;
  return { ...admin, begun: begun.body, app, recoveryCodes };
}

describe('set-up', () => {
  it('begins with the password and counts only after a code of the app', async () => {
    const { call, user, logIn } = await anAdmin();
    const { status, body } = await call('POST', path, { password: 'Wrong-Harbor-7' });
    expect([status, body.message]).toEqual([403, 'That password is wrong.']);
    const begun = await call('POST', path, { password });
    const { uri, secret } = begun.body;
    expect(uri).toContain('otpauth://totp/Sagewire:');
    expect(uri).toContain(encodeURIComponent(user.email));
    expect(uri).toContain(secret);
    expect((await logIn()).status).toBe(200);
    const app = anApp(secret);
    const code = app.show() === '000000' ? '000001' : '000000';
    expect((await call('POST', `${path}/confirm`, { code })).status).toBe(403);
    expect((await call('GET', path)).body).toEqual({ isOn: false, recoveryCodesLeft: 0 });

    const confirmed = await call('POST', `${path}/confirm`, { code: app.show() });
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await call('GET', path)).body).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect((await call('GET', '/api/auth/user')).body.user.secondFactor).toBe('on');
    expect((await call('POST', path, { password })).status).toBe(409);
  });

  it('ends every other session', async () => {
    const { call, user } = await anAdmin();
    const { db, clock } = test.runtime;
    const elsewhere = callAs(test, await createToken(db, user.id, clock.now()));
    const { secret } = (await call('POST', path, { password })).body;
    await call('POST', `${path}/confirm`, { code: anApp(secret).show() });
    expect((await elsewhere('GET', '/api/auth/user')).status).toBe(401);
    expect((await call('GET', '/api/auth/user')).status).toBe(200);
  });

  it('is not replaced by one that was begun before it ended', async () => {
    const { call, user, logIn } = await anAdmin();
    const { token } = (await logIn()).body;
    const { secret } = (await call('POST', path, { password })).body;
    const app = anApp(secret);
    // The first counts the attempt; the second follows the check.
    beforeTransaction(test, 2, async () => {
      const confirmed = await call('POST', `${path}/confirm`, { code: app.show() });
      expect(confirmed.status).toBe(200);
    });
    expect((await callAs(test, token)('POST', path, { password })).status).toBe(401);
    expect((await logIn({ code: await app.next() })).status).toBe(200);
    expect((await getUser(test.runtime.db, user.id)).totpConfirmedAt).not.toBeNull();
  });

  it('is not ended without a code by a request that began before it was confirmed', async () => {
    const { call, user } = await anAdmin();
    const { secret } = (await call('POST', path, { password })).body;
    const { db } = test.runtime;
    const stale = await getUser(db, user.id);
    expect((await call('POST', `${path}/confirm`, { code: anApp(secret).show() })).status).toBe(
      200,
    );
    const typed = { code: '', address: '198.51.100.1', sessionId: 'stale' };
    await expect(endSecondFactor(test.runtime, stale, typed)).rejects.toMatchObject({
      status: 401,
    });
    expect(await getUser(db, user.id)).toMatchObject({ totpConfirmedAt: expect.any(Date) });
  });

  it('stops a sign-in under way without a code', async () => {
    const { call, logIn } = await anAdmin();
    const { secret } = (await call('POST', path, { password })).body;
    beforeTransaction(test, 2, () =>
      call('POST', `${path}/confirm`, { code: anApp(secret).show() }),
    );
    expect((await logIn()).status).toBe(401);
  });

  it.each([
    ['never begun', false],
    ['begun and not confirmed', true],
  ])('is needed for a step-up and for recovery codes: %s', async (_, isBegun) => {
    const { call, user } = await anAdmin();
    const { db } = test.runtime;
    if (isBegun) await call('POST', path, { password });
    const refused = { message: 'No second factor is set up. Set one up first.' };
    for (const code of ['000000', 'no code']) {
      const stepUp = await call('POST', '/api/auth/step-up', { code });
      expect([stepUp.status, stepUp.body]).toEqual([409, refused]);
    }
    const renewed = await call('POST', `${path}/recovery-codes`);
    expect([renewed.status, renewed.body]).toEqual([409, refused]);
    const theirs = eq(recoveryCodeRows.userId, user.id);
    expect(await db.select().from(recoveryCodeRows).where(theirs)).toEqual([]);
    const sessions = await db.select().from(tokens).where(eq(tokens.userId, user.id));
    expect(sessions.map(({ steppedUpAt }) => steppedUpAt)).toEqual([null]);
    expect((await call('DELETE', path, { code: 'no code' })).status).toBe(200);
    const changes = await db.select().from(auditLog).where(eq(auditLog.entityId, user.id));
    expect(changes, 'nothing was turned off').toEqual([]);
  });

  it('stores neither the secret nor a recovery code in the open', async () => {
    const { user, begun, recoveryCodes } = await withSecondFactor();
    const { db } = test.runtime;
    const rows = JSON.stringify([
      await getUser(db, user.id),
      await db.select().from(recoveryCodeRows),
    ]);
    for (const secret of [begun.secret, ...recoveryCodes]) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(secret.replaceAll('-', ''));
    }
  });
});

describe('login with a second factor', () => {
  it('asks for the code only after the right password, and takes each code once', async () => {
    const { app, logIn } = await withSecondFactor();
    const guess = await logIn({ password: 'Wrong-Harbor-7' });
    expect(guess.body).toEqual({ message: 'Invalid email or password' });
    const asked = await logIn();
    expect([asked.status, asked.body]).toEqual([401, codeNeeded]);
    const code = await app.next();
    const { status, body } = await logIn({ code });
    expect([status, body.user.secondFactor]).toEqual([200, 'on']);
    const replayed = await logIn({ code });
    expect([replayed.status, replayed.body]).toEqual([401, wrong]);
  });

  it('accepts one of two simultaneous logins with the same code', async () => {
    const { app, logIn } = await withSecondFactor();
    const code = await app.next();
    const replies = await Promise.all([logIn({ code }), logIn({ code })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each([
    [-1, 200],
    [1, 200],
    [-3, 401],
    [3, 401],
  ])('with a clock that is %i steps off: %i', async (steps, status) => {
    const { app, logIn } = await withSecondFactor();
    await test.advance(10 * stepMs);
    expect((await logIn({ code: app.show(steps * stepMs) })).status).toBe(status);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { call, logIn, recoveryCodes } = await withSecondFactor();
    const code = recoveryCodes[3] as string;
    expect((await logIn({ code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` })).status).toBe(
      200,
    );
    expect((await logIn({ code })).status).toBe(401);
    expect((await call('GET', path)).body.recoveryCodesLeft).toBe(9);
  });

  it("takes no other admin's code", async () => {
    const [mine, theirs] = [await withSecondFactor(), await withSecondFactor()];
    expect((await mine.logIn({ code: theirs.recoveryCodes[0] })).status).toBe(401);
    expect((await mine.logIn({ code: await theirs.app.next() })).status).toBe(401);
  });

  it('pauses after ten wrong codes; a missing code does not count', async () => {
    const { app, logIn, user } = await withSecondFactor();
    for (let time = 0; time < 12; time++) expect((await logIn()).body).toEqual(codeNeeded);
    for (let guess = 0; guess < 10; guess++) {
      expect((await logIn({ code: `zzz${guess}` })).status).toBe(401);
    }
    expect((await logIn({ code: app.show() })).status).toBe(429);
    const { db } = test.runtime;
    const isTheirs = eq(auditLog.entityId, user.id);
    const failures = (await db.select().from(auditLog).where(isTheirs)).map(({ after }) => after);
    expect(failures).toContainEqual({ address: '127.0.0.1', reason: 'wrong code' });
  });
});

describe('step-up', () => {
  const anOpenAi = { key: 'openai', displayName: 'AI', config: { apiKey: 'sk-sandbox-2' } };
  const changes = (id: string, userId: string): [string, 'POST' | 'PUT', string, object][] => [
    ['adding an API key', 'POST', '/api/providers', anOpenAi],
    ['replacing one', 'PUT', `/api/providers/${id}`, { config: { apiKey: 'sk-sandbox-3' } }],
    ['credits', 'POST', `/api/users/${userId}/credits`, { delta: 1, reason: 'Thanks' }],
    ["an admin's own profile", 'PUT', '/api/auth/profile', { firstName: 'Ann' }],
    ['new recovery codes', 'POST', `${path}/recovery-codes`, {}],
  ];

  it('is asked before keys, money and admins change, and holds for five minutes', async () => {
    const { call, app } = await withSecondFactor();
    const { id } = await aProvider(test);
    const { id: userId } = await aUser(test);
    await test.advance(5 * 60_000);
    const newPassword = { currentPassword: password, newPassword: 'Other-Harbor-9' };
    const all = changes(id, userId);
    for (const [what, method, url, body] of [
      ...all,
      ['the password', 'PUT', '/api/auth/password', newPassword] as const,
    ]) {
      const refused = await call(method, url, body);
      expect([refused.status, refused.body], what).toEqual([403, codeNeeded]);
    }
    const renamed = await call('PUT', `/api/providers/${id}`, { displayName: 'Renamed' });
    expect(renamed.status).toBe(200);

    const code = await app.next();
    expect((await call('POST', '/api/auth/step-up', { code })).body).toEqual({ ok: true });
    await test.advance(5 * 60_000 - 10_000);
    for (const [what, method, url, body] of changes(id, userId)) {
      expect((await call(method, url, body)).status, what).toBe(200);
    }
    await test.advance(10_000);
    expect((await call('POST', '/api/providers', anOpenAi)).status).toBe(403);
  });

  it('refuses a wrong and a used code, and pauses after ten', async () => {
    const { call, app } = await withSecondFactor();
    const code = await app.next();
    await call('POST', '/api/auth/step-up', { code });
    const again = await call('POST', '/api/auth/step-up', { code });
    expect([again.status, again.body]).toEqual([403, wrong]);
    for (let guess = 0; guess < 9; guess++) await call('POST', '/api/auth/step-up', { code });
    const paused = await call('POST', '/api/auth/step-up', { code: app.show(stepMs) });
    expect([paused.status, paused.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many wrong codes\./),
    ]);
  });

  it('is valid for its own session only', async () => {
    const { call, app, user } = await withSecondFactor();
    const { db, clock } = test.runtime;
    const elsewhere = callAs(test, await createToken(db, user.id, clock.now()));
    await call('POST', '/api/auth/step-up', { code: await app.next() });
    expect((await elsewhere('POST', '/api/providers', anOpenAi)).status).toBe(403);
  });

  it('asks no code of an admin without a second factor', async () => {
    const { call } = await anAdmin();
    expect((await call('POST', '/api/providers', anOpenAi)).status).toBe(200);
  });
});

describe('a reset of the password', () => {
  async function withCode() {
    const expert = await anExpert(test);
    const { receiveCode } = createTexter(test, expert);
    const { user, phone } = await aConnectedUser(test, expert, { role: 'ADMIN', passwordHash });
    const { email } = user;
    const { db, clock } = test.runtime;
    const call = callAs(test, await createToken(db, user.id, clock.now()));
    const app = anApp((await call('POST', path, { password })).body.secret);
    const turnOn = () => call('POST', `${path}/confirm`, { code: app.show() });
    const forget = async () => {
      await callAs(test, null)('POST', '/api/auth/password/forgot', { email });
      return receiveCode(phone);
    };
    const reset = (code: string | undefined, more = {}) =>
      callAs(test, null)('POST', '/api/auth/password/reset', {
        ...{ email, code, newPassword: 'Other-Harbor-9' },
        ...more,
      });
    return { app, turnOn, forget, reset };
  }

  it('also needs a code of the app', async () => {
    const { app, turnOn, forget, reset } = await withCode();
    await turnOn();
    const texted = await forget();
    const asked = await reset(texted);
    expect([asked.status, asked.body]).toEqual([401, codeNeeded]);
    expect((await reset(texted, { secondFactorCode: 'zzz' })).body).toEqual(wrong);
    const right = { secondFactorCode: await app.next() };
    expect((await reset(texted, right)).status).toBe(200);
  });

  it('that runs without one is stopped by the set-up', async () => {
    const { turnOn, forget, reset } = await withCode();
    const texted = await forget();
    beforeTransaction(test, 2, turnOn);
    expect((await reset(texted)).status).toBe(401);
  });
});

describe('turning it off', () => {
  it('needs a code, and leaves nothing behind', async () => {
    const { call, app, logIn, recoveryCodes, user } = await withSecondFactor();
    expect((await call('DELETE', path, { code: '123' })).status).toBe(403);
    expect((await call('DELETE', path, {})).status).toBe(400);
    expect((await call('DELETE', path, { code: await app.next() })).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    const { secret } = (await call('POST', path, { password })).body;
    await call('POST', `${path}/confirm`, { code: anApp(secret).show() });
    expect((await logIn({ code: recoveryCodes[0] })).status).toBe(401);
    expect((await logIn({ code: await app.next() })).status).toBe(401);

    const { db } = test.runtime;
    const isTheirs = and(eq(auditLog.entity, 'user'), eq(auditLog.entityId, user.id));
    const actions = (await db.select().from(auditLog).where(isTheirs)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('user.second-factor'))).toEqual([
      'user.second-factor-on',
      'user.second-factor-off',
      'user.second-factor-on',
    ]);
  });

  it('happens with a reset of the password only where the command says so', async () => {
    const { app, user } = await withSecondFactor();
    const reset = (...flags: string[]) =>
      runAdmin(['reset-password', user.email, '--password', 'Other-Harbor-9', ...flags], {
        environment: { DATA_DIR: test.runtime.config.dataDir },
        openDatabase: test.openDatabase,
      });
    const login = { email: user.email, password: 'Other-Harbor-9' };
    const logIn = (more = {}) =>
      callAs(test, null)('POST', '/api/auth/login', { ...login, ...more });
    await reset();
    expect((await logIn()).body).toEqual(codeNeeded);
    expect((await logIn({ code: await app.next() })).status).toBe(200);
    await reset('--remove-second-factor');
    expect((await logIn()).status).toBe(200);
  });
});

describe('REQUIRE_ADMIN_2FA', () => {
  it('lets an admin do nothing but set it up', async () => {
    const { config } = test.runtime;
    config.requireAdmin2fa = true;
    try {
      const { call } = await anAdmin();
      for (const url of ['/api/threads', '/api/providers', '/api/events', '/api/auth/sessions']) {
        const { status, body } = await call('GET', url);
        expect([status, body.need], url).toEqual([403, 'second-factor']);
        expect(body.message).toMatch(/^Set up a second factor first/);
      }
      expect((await call('PUT', '/api/auth/profile', {})).status).toBe(403);
      expect((await call('GET', '/api/auth/user')).body.user.secondFactor).toBe('required');
      const { secret } = (await call('POST', path, { password })).body;
      await call('POST', `${path}/confirm`, { code: anApp(secret).show() });
      expect((await call('GET', '/api/threads')).status).toBe(200);
      const user = await signIn(test);
      expect((await user.call('GET', '/api/threads')).status).toBe(200);
    } finally {
      config.requireAdmin2fa = false;
    }
  });

  it('must be true or false', () => {
    const load = () => loadConfig({ REQUIRE_ADMIN_2FA: 'yes' });
    expect(load).toThrow('REQUIRE_ADMIN_2FA must be true or false');
  });
});

it('a second factor survives a rotation of the secret key', async () => {
  const { app, logIn, recoveryCodes } = await withSecondFactor();
  const { current } = test.runtime.config.secretKeys;
  const next = Buffer.alloc(32, 'next').toString('base64');
  const environment = { SECRET_KEY: next, SECRET_KEY_OLD: current.toString('base64') };
  const { code } = await runAdmin(['rotate-key'], { environment, openDatabase: test.openDatabase });
  expect(code).toBe(0);
  const keys = { current: Buffer.from(next, 'base64'), old: null };
  test.runtime.secrets = await loadSecrets(test.runtime.db, keys);
  expect((await logIn({ code: await app.next() })).status).toBe(200);
  expect((await logIn({ code: recoveryCodes[0] })).status).toBe(200);
});

it('a second factor that was copied from another row opens nothing', async () => {
  const { app, user } = await withSecondFactor();
  const copied = await aUser(test, { ...asAdmin, passwordHash });
  const { totpSecret, totpConfirmedAt } = await getUser(test.runtime.db, user.id);
  await test.runtime.db
    .update(users)
    .set({ totpSecret, totpConfirmedAt })
    .where(eq(users.id, copied.id));
  const login = { email: copied.email, password, code: await app.next() };
  expect((await callAs(test, null)('POST', '/api/auth/login', login)).status).toBe(422);
});
