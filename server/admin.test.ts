import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { isPassword } from './auth/passwords.ts';
import { openDatabase } from './db/client.ts';
import { findUserByEmail } from './users/store.ts';

const command = fileURLToPath(new URL('./admin.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-admin-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs without our environment or a `.env` file. */
function runAdmin(args: string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const env = { DATA_DIR: dataDir, ...settings };
    const child = spawn(process.execPath, [command, ...args], { env, cwd: tmpdir() });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

async function stored(email: string) {
  const open = await openDatabase({ databaseUrl: undefined, dataDir });
  const user = await findUserByEmail(open.db, email);
  await open.close();
  return user;
}

it('makes an admin in an empty embedded database and shows a password that works', async () => {
  const { code, out, err } = await runAdmin(['create', '--email', 'Boss@Example.com']);
  expect([code, err]).toEqual([0, '']);
  const password = /^Password: (\S+)$/m.exec(out)?.[1] as string;
  const user = await stored('boss@example.com');
  expect(user).toMatchObject({ role: 'ADMIN', email: 'boss@example.com' });
  expect(await isPassword(user?.passwordHash ?? null, password)).toBe(true);

  const again = await runAdmin(['create', '--email', 'boss@example.com']);
  expect([again.code, again.out]).toEqual([1, '']);
  expect(again.err).toBe('An account with this email already exists\n');
});

it('reads ADMIN_EMAIL and ADMIN_PASSWORD, and does not repeat the password', async () => {
  const settings = { ADMIN_EMAIL: 'chief@example.com', ADMIN_PASSWORD: 'Quiet-Harbor-1' };
  const { code, out } = await runAdmin(['create'], settings);
  expect([code, out]).toEqual([0, 'Admin chief@example.com is ready.\n']);
  const user = await stored('chief@example.com');
  expect(await isPassword(user?.passwordHash ?? null, 'Quiet-Harbor-1')).toBe(true);
});

it('says that the database is in use', async () => {
  const open = await openDatabase({ databaseUrl: undefined, dataDir });
  const { code, err } = await runAdmin(['create', '--email', 'late@example.com']);
  await open.close();
  expect(code).toBe(1);
  expect(err).toBe(
    `DATA_DIR ${dataDir} is in use by another Sagewire. Stop that one, or set another DATA_DIR.\n`,
  );
});

it.each([
  [[], /^Usage: /],
  [['remove'], /^Usage: /],
  [['create'], /^--email is needed/],
  [['create', '--mail', 'a@example.com'], /Unknown option '--mail'/],
  [['create', '--email', 'nobody'], /^nobody is no e-mail address\n$/],
  [
    ['create', '--email', 'a@example.com', '--password', 'SHORT-1'],
    /^Password must be at least 8 characters\nPassword must contain at least one lowercase letter\n$/,
  ],
  [
    ['create', '--email', 'a@example.com', '--password', 'Password1!'],
    /^password: This password is too easy to guess. Choose another one\n$/,
  ],
])('explains what is wrong with %j', async (args, message) => {
  const { code, out, err } = await runAdmin(args);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(message);
});
