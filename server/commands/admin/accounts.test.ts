import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { followEvents } from '#test/events.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { runAdmin } from './run.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const run = (args: string[], settings: Record<string, string> = {}) =>
  runAdmin(args, {
    environment: { DATA_DIR: test.runtime.config.dataDir, ...settings },
    openDatabase: test.openDatabase,
  });
const readPassword = (out: string) => /^Password: (\S+)$/m.exec(out)?.[1] as string;
const logIn = async (email: string, password: string) =>
  (await callAs(test, null)('POST', '/api/auth/login', { email, password })).status;

describe('create', () => {
  it('makes an admin once', async () => {
    const { code, out, err } = await run(['create', '--email', 'One@Example.com']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Admin one@example.com is ready.\n/);
    expect(await logIn('one@example.com', readPassword(out))).toBe(200);
    const again = await run(['create', '--email', 'one@example.com']);
    const taken = 'An account with this email already exists\n';
    expect(again).toEqual({ code: 1, out: '', err: taken });
  });

  it('reads ADMIN_EMAIL and ADMIN_PASSWORD, and does not repeat the password', async () => {
    const settings = { ADMIN_EMAIL: 'chief@example.com', ADMIN_PASSWORD: 'Quiet-Harbor-1' };
    const { code, out } = await run(['create'], settings);
    expect([code, out]).toEqual([0, 'Admin chief@example.com is ready.\n']);
    expect(await logIn('chief@example.com', 'Quiet-Harbor-1')).toBe(200);
  });
});

it('list names every admin with open sessions, and no user', async () => {
  const { user: admin, call } = await signIn(test, asAdmin);
  await call('GET', '/api/auth/user');
  const { user } = await signIn(test);
  const { code, out } = await run(['list']);
  expect(code).toBe(0);
  expect(out).toMatch(
    new RegExp(`^${admin.email}  no second factor, 1 session, last used 20..-..-..T..:..Z$`, 'm'),
  );
  expect(out).not.toContain(user.email);
});

it('reset-password sets a new one and ends every session', async () => {
  const { user, call } = await signIn(test, asAdmin);
  const { code, out } = await run(['reset-password', user.email.toUpperCase()]);
  expect([code, out]).toEqual([0, expect.stringContaining('1 session ended.')]);
  expect((await call('GET', '/api/auth/user')).status).toBe(401);
  expect(await logIn(user.email, readPassword(out))).toBe(200);
  const chosen = await run(['reset-password', user.email, '--password', 'Quiet-Harbor-7']);
  expect(chosen.out).toBe(`${user.email} has a new password. 1 session ended.\n`);
  expect(await logIn(user.email, 'Quiet-Harbor-7')).toBe(200);
});

it('reset-password ends a code for a forgotten password', async () => {
  const expert = await anExpert(test);
  const { receiveCode } = createTexter(test, expert);
  const { user, phone } = await aConnectedUser(test, expert, { role: 'ADMIN' });
  const { email } = user;
  const call = callAs(test, null);
  await call('POST', '/api/auth/password/forgot', { email });
  const code = await receiveCode(phone);
  await run(['reset-password', email]);
  const late = { email, code, newPassword: 'Other-Harbor-9' };
  expect((await call('POST', '/api/auth/password/reset', late)).status).toBe(400);
});

it('end-sessions ends every session of that admin alone', async () => {
  const { user, token, call } = await signIn(test, asAdmin);
  const other = await signIn(test, asAdmin);
  // An embedded database has no other process with open streams.
  const stream = hasDatabaseServer ? await followEvents(test, token) : null;
  const { code, out } = await run(['end-sessions', user.email]);
  expect([code, out]).toEqual([0, `${user.email}: 1 session ended.\n`]);
  expect((await call('GET', '/api/auth/user')).status).toBe(401);
  expect((await other.call('GET', '/api/auth/user')).status).toBe(200);
  if (stream && (await stream.next()) !== null) expect(await stream.next()).toBeNull();
  const actions = (await test.runtime.db.select().from(auditLog)).map(({ action }) => action);
  expect(actions).toContain('user.end-sessions');
});

it.each(['reset-password', 'end-sessions'])('%s knows admins only', async (command) => {
  const { user, call } = await signIn(test);
  const err = `There is no admin ${user.email}.\n`;
  expect(await run([command, user.email])).toEqual({ code: 1, out: '', err });
  expect((await call('GET', '/api/auth/user')).status).toBe(200);
});

it.each([
  [['remove'], /^Usage: /],
  [['list', 'a@example.com'], /^Usage: /],
  [['reset-password'], /^Usage: /],
  [['create'], /^--email is needed/],
  [['create', '--mail', 'a@example.com'], /Unknown option '--mail'/],
  [['create', '--email', 'mallory'], /^mallory is not an email address\n$/],
  [
    ['create', '--email', 'a@example.com', '--password', 'SHORT-1'],
    /^Password must be at least 8 characters\nPassword must contain at least one lowercase letter\n$/,
  ],
  [
    ['create', '--email', 'a@example.com', '--password', 'Password1!'],
    /^This password is too easy to guess. Choose another one\n$/,
  ],
])('explains what is wrong with %j', async (args, message) => {
  const { code, out, err } = await run(args, { SANDBOX: 'off' });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(message);
});
