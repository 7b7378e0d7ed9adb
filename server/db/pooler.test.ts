import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPooler } from '#server/operations/doctor/pooler.ts';
import { hasDatabaseServer, openTestDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { type OpenDatabase, openDatabase, rowsOf } from './client.ts';
import { migrateFor } from './migrate.ts';
import { transact, transactAtOnce } from './transact.ts';

const program = '/usr/sbin/pgbouncer';
const isInstalled = spawnSync(program, ['--version']).status === 0;

/** Two connections for all, so that a transaction gets another's. */
async function startPooler(directUrl: string) {
  const { hostname, port, pathname, username } = new URL(directUrl);
  const folder = mkdtempSync(join(tmpdir(), 'sagewire-pooler-'));
  const listenPort = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port || 5432} user=${username} connect_query='set statement_timeout = 5000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
logfile = ${join(folder, 'log')}
`,
  );
  spawnSync('chown', ['-R', 'nobody', folder]);
  const pooler: ChildProcess = spawn(program, ['-q', '-u', 'nobody', settings], {
    stdio: 'ignore',
  });
  const url = new URL(directUrl);
  url.port = String(listenPort);
  url.pathname = pathname;
  return {
    url: url.href,
    async stop() {
      const end = once(pooler, 'exit');
      pooler.kill('SIGKILL');
      await end;
      rmSync(folder, { recursive: true });
    },
  };
}

describe.runIf(hasDatabaseServer && isInstalled)('behind a pooler in transaction mode', () => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  let open: OpenDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
    pooler = await startPooler(test.url as string);
    open = await vi.waitFor(() => openDatabase(settings()), 20_000);
  });
  afterAll(async () => {
    await open?.close();
    await pooler.stop();
    await test.close();
  });
  const settings = () => ({
    databaseUrl: pooler.url,
    databaseDirectUrl: test.url as string,
    dataDir: '',
  });
  const many = <Result>(ask: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));

  it('sends the same statements through connections that never saw them', async () => {
    const rows = await many((n) => rowsOf(open.db, sql`select ${n}::int as n`));
    expect(rows).toEqual(rows.map((_, n) => [{ n }]));
  });

  it('keeps transactions apart, also those that leave with their commit', async () => {
    const rows = await many((n) =>
      n % 2 === 0
        ? transactAtOnce(open.db, (tx) => [rowsOf(tx, sql`select ${n}::int as n`)]).then(
            ([one]) => one,
          )
        : transact(open.db, async (tx) => {
            await rowsOf(tx, sql`select set_config('application_name', ${`n${n}`}, true)`);
            return rowsOf(tx, sql`select substr(current_setting('application_name'), 2)::int as n`);
          }),
    );
    expect(rows).toEqual(rows.map((_, n) => [{ n }]));
  });

  it('hears notices, and migrates, on direct connections', async () => {
    const heard: string[] = [];
    open.notices?.on('pooled', { onNotice: (payload) => heard.push(payload), onGap() {} });
    await open.notices?.start();
    await open.notices?.send('pooled', 'hello');
    await vi.waitFor(() => expect(heard).toEqual(['hello']));
    await migrateFor(settings(), open);
  });

  it('is found by the doctor, and the server itself is not taken for one', async () => {
    const fix = expect.stringMatching(/^Set DATABASE_DIRECT_URL to the PostgreSQL server itself/);
    expect(await findPooler(pooler.url, undefined)).toMatchObject({ state: 'broken', fix });
    expect(await findPooler(pooler.url, pooler.url)).toMatchObject({ state: 'broken', fix });
    expect(await findPooler(pooler.url, test.url)).toMatchObject({ state: 'ok' });
    expect(await findPooler(test.url as string, undefined)).toMatchObject({ state: 'ok' });
  });
});
