import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openWithoutLimits, rowsOf } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { transact } from '#server/db/transact.ts';
import { createEmptyPlace, hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { runAdmin } from './run.ts';

const script = fileURLToPath(new URL('../admin.ts', import.meta.url));

const countUsers = async (url: string | undefined, dataDir: string) => {
  const open = await openWithoutLimits({ databaseUrl: url, dataDir });
  const [row] = await rowsOf<{ users: number; texts: number }>(
    open.db,
    sql`select (select count(*) from users)::int as users, (select count(*) from messages)::int as texts`,
  );
  await open.close();
  return row;
};

/** An embedded database with an answered text. */
async function anInstallation() {
  const test = await startTestApp();
  onTestFinished(() => test.close());
  const expert = await anExpert(test);
  const { phone } = await aConnectedUser(test, expert);
  await createTexter(test, expert).text(phone, 'What is 12 * 7?');
  await test.runUntilIdle();
  const SECRET_KEY = test.runtime.config.secretKeys.current.toString('base64');
  const { dataDir, databaseUrl } = test.runtime.config;
  const { settings, remove } = await createEmptyPlace('pglite');
  onTestFinished(remove);
  const file = join(settings.DATA_DIR as string, 'one.backup');
  const from = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY };
  const { openDatabase } = test;
  await runAdmin(['backup', file], { environment: from, openDatabase });
  const environment = { ...settings, SECRET_KEY };
  const done = await runAdmin(['restore', file], { environment, openDatabase: openWithoutLimits });
  expect(done.err).toBe('');
  return { DATA_DIR: settings.DATA_DIR as string, SECRET_KEY };
}

const move = (environment: Record<string, string>) =>
  runAdmin(['move-to'], { environment, openDatabase: openWithoutLimits });

it.runIf(hasDatabaseServer)(
  'a move that was killed is repeated, goes to an empty database only, and keeps the embedded one aside',
  async () => {
    const from = await anInstallation();
    const { settings, remove } = await createEmptyPlace('postgres');
    onTestFinished(remove);
    rmSync(settings.DATA_DIR as string, { recursive: true });
    const DATABASE_URL = settings.DATABASE_URL as string;
    const environment = { ...from, DATABASE_URL };
    const other = { ...environment, SECRET_KEY: Buffer.alloc(32, 'x').toString('base64') };
    expect((await move(other)).err).toMatch(
      /^SECRET_KEY is not the one of the embedded database\./,
    );

    const filled = await createEmptyPlace('postgres');
    onTestFinished(filled.remove);
    const toFilled = { ...environment, DATABASE_URL: filled.settings.DATABASE_URL as string };
    const create = ['create', '--email', 'boss@example.com'];
    const elsewhere = { ...toFilled, DATA_DIR: filled.settings.DATA_DIR as string };
    await runAdmin(create, { environment: elsewhere, openDatabase: openWithoutLimits });
    expect((await move(toFilled)).err).toMatch(
      /^The database is not empty: .*\nIf .* was moved there before, .* rename .*database to .*database\.moved\.\n$/,
    );

    const target = await openWithoutLimits({ databaseUrl: DATABASE_URL, dataDir: '' });
    await migrate(target);
    // Holds the copy up in its middle.
    await transact(target.db, async (tx) => {
      await tx.execute(sql`lock table messages in access exclusive mode`);
      const child = spawn(process.execPath, ['--liftoff-only', script, 'move-to', DATABASE_URL], {
        env: environment,
        cwd: tmpdir(),
      });
      const ended = once(child, 'close');
      await vi.waitFor(
        async () => {
          const waiting = await rowsOf(
            tx,
            sql`select 1 from pg_locks where not granted and relation = 'messages'::regclass`,
          );
          expect(waiting).toHaveLength(1);
        },
        { timeout: 60_000, interval: 100 },
      );
      child.kill('SIGKILL');
      await ended;
    });
    await target.close();
    await vi.waitFor(async () =>
      expect(await countUsers(DATABASE_URL, '')).toEqual({ users: 0, texts: 0 }),
    );
    expect(await countUsers(undefined, from.DATA_DIR)).toEqual({ users: 1, texts: 2 });

    const { code, out, err } = await move(environment);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Moved \d+ rows of \d+ tables\. Each table was compared with its copy\.\nThe ledger adds up\.\n/,
    );
    expect(await countUsers(DATABASE_URL, '')).toEqual({ users: 1, texts: 2 });
    expect(existsSync(join(from.DATA_DIR, 'database.moved'))).toBe(true);
    expect((await move(environment)).err).toMatch(/has no embedded database/);
  },
  240_000,
);

it('needs both databases', async () => {
  const { settings, remove } = await createEmptyPlace('pglite');
  onTestFinished(remove);
  expect((await move(settings)).err).toBe(
    'DATABASE_URL is needed: it names where the rows go. Set it, or give it after move-to.\n',
  );
});

it.runIf(hasDatabaseServer)(
  'a move that was stopped after its commit is ended by the next, and no start begins anew beside it',
  async () => {
    const from = await anInstallation();
    const { settings, remove } = await createEmptyPlace('postgres');
    onTestFinished(remove);
    const environment = { ...from, DATABASE_URL: settings.DATABASE_URL as string };
    expect((await move(environment)).err).toBe('');
    const folder = join(from.DATA_DIR, 'database');
    renameSync(`${folder}.moved`, folder);
    const { out, err } = await move(environment);
    expect(err).toBe('');
    expect(out).toMatch(/^Moved \d+ rows of \d+ tables\./);
    expect(existsSync(folder)).toBe(false);
    await expect(
      openWithoutLimits({ databaseUrl: undefined, dataDir: from.DATA_DIR }),
    ).rejects.toThrow(/was moved to PostgreSQL\. Set DATABASE_URL, or delete .*database\.moved/);
  },
);
