import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { findUserByEmail } from '#server/access/users-store.ts';
import { type OpenDatabase, openDatabase, rowsOf } from '#server/db/client.ts';
import { type Migration, readMigrations } from '#server/db/migrations.ts';
import { isPassword } from '#server/people/passwords/passwords.ts';
import { runAdmin } from './run.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-admin-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Without our environment or a `.env` file. */
function start(program: string, args: string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const path = fileURLToPath(new URL(`../${program}`, import.meta.url));
    const child = spawn(process.execPath, ['--liftoff-only', path, ...args], {
      env: { DATA_DIR: dataDir, ...settings },
      cwd: tmpdir(),
    });
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

const looks = [
  { name: 'npm run ledger -- verify', program: 'ledger.ts', args: ['verify'] },
  { name: 'npm run admin -- list', program: 'admin.ts', args: ['list'] },
];

it.each(looks)('$name makes no database where there is none', async ({ program, args }) => {
  const { code, out, err } = await start(program, args);
  const line = `DATA_DIR ${dataDir} has no database yet. Start Sagewire once, which makes it.\n`;
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: line });
  expect(existsSync(join(dataDir, 'database'))).toBe(false);
});

/** What other users of the machine may read, also of what the embedded database made. */
function listOpenPaths(): string[] {
  const paths = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  return paths.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0);
}

/** The folder's database, which opens for one process at a time. */
let open: OpenDatabase;
const inDataDir = { environment: { DATA_DIR: dataDir } };
const withOpen = {
  ...inDataDir,
  openDatabase: async () => ({ ...open, close: async () => {} }),
};

it('makes an admin in an empty embedded database and shows a password that works', async () => {
  const { code, out, err } = await start('admin.ts', ['create', '--email', 'Boss@Example.com']);
  expect([code, err]).toEqual([0, '']);
  expect(listOpenPaths()).toEqual([]);
  const password = /^Password: (\S+)$/m.exec(out)?.[1] as string;
  open = await openDatabase({ databaseUrl: undefined, dataDir });
  const user = await findUserByEmail(open.db, 'boss@example.com');
  expect(user).toMatchObject({ role: 'ADMIN', email: 'boss@example.com' });
  expect(await isPassword(user?.passwordHash ?? null, password)).toBe(true);
});

it('leaves a folder to the process that has opened it', async () => {
  expect(await runAdmin(['list'], { ...inDataDir, openDatabase })).toEqual({
    code: 1,
    out: '',
    err: `DATA_DIR ${dataDir} is in use by another Sagewire. Stop that one, or set another DATA_DIR.\n`,
  });
});

it('leaves an older database as it is, and says so', async () => {
  const newest = readMigrations().at(-1) as Migration;
  await open.db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at = ${newest.when}`,
  );
  const line = `The database is older than this Sagewire: ${newest.tag} is missing. Start this version once, which brings it up to date.\n`;
  const refused = { code: 1, out: '', err: line };
  expect(await runAdmin(['list'], withOpen)).toEqual(refused);
  await open.close();
  expect(await start('ledger.ts', ['verify'])).toEqual(refused);
  open = await openDatabase({ databaseUrl: undefined, dataDir });
  const rows = await rowsOf(open.db, sql`select from drizzle.__drizzle_migrations`);
  expect(rows).toHaveLength(readMigrations().length - 1);
  await open.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${newest.hash}, ${newest.when})`,
  );
});

it('rotates a generated key, after which no start takes another one', async () => {
  expect(await runAdmin(['rotate-key'], withOpen)).toMatchObject({ code: 0 });
  await open.close();
  const settings = { SECRET_KEY: randomBytes(32).toString('base64'), ROLES: 'worker' };
  const { code, err } = await start('../main.ts', [], settings);
  expect(code).toBe(1);
  expect(err).toMatch(/^SECRET_KEY is not the one that this database was used with\./);
});

it('ends with an error and its usage without a command', async () => {
  const { code, out, err } = await runAdmin([], withOpen);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Usage: npm run admin -- COMMAND\n/);
});
