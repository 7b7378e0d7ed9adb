import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findLastBackup } from '#server/access/audit/store.ts';
import { openPostgres } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema.ts';
import { findPause } from '#server/jobs/paused-store.ts';
import { dayMs } from '#shared/time.ts';
import { createEmptyPlace, hasDatabaseServer, openTestDatabase } from '#test/database.ts';

const script = join(import.meta.dirname, '../deploy/backup.sh');
const hasTools = spawnSync('pg_dump', ['--version']).status === 0;

let home: string;
let folder: string;
let dataDir: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sagewire-backup-'));
  [folder = '', dataDir = ''] = ['backups', 'data'].map((name) => join(home, name));
  execFileSync('mkdir', [folder, dataDir]);
  writeFileSync(join(dataDir, 'ada.webp'), 'a face');
});
afterEach(() => rmSync(home, { recursive: true }));

const runOnce = (databaseUrl: string) => run(databaseUrl, '--once');

function run(databaseUrl: string, ...args: string[]) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  return spawnSync('sh', [script, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      ...{ PGHOST: hostname, PGPORT: port || '5432', PGUSER: username, PGPASSWORD: password },
      PGDATABASE: pathname.slice(1),
      ...{ BACKUP_FOLDER: folder, DATA_DIR: dataDir, BACKUP_DAYS: '3' },
    },
  });
}

const kept = () => readdirSync(folder).sort();

function leaveBackup(name: string, days: number): void {
  const path = join(folder, name);
  writeFileSync(path, 'old');
  const at = new Date(Date.now() - days * dayMs);
  utimesSync(path, at, at);
}

describe.skipIf(!hasDatabaseServer || !hasTools)('deploy/backup.sh, on PostgreSQL', () => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  let place: Awaited<ReturnType<typeof createEmptyPlace>>;
  let placeUrl: string;
  beforeAll(async () => {
    test = await openTestDatabase();
    place = await createEmptyPlace();
    placeUrl = place.settings.DATABASE_URL as string;
  });
  afterAll(async () => {
    await test.close();
    await place.remove();
  });

  /** `skip`: this machine's pg_dump may be older than the server. */
  function backUp(skip: (condition: boolean, reason: string) => void): string[] {
    const { status, stderr } = runOnce(test.url as string);
    skip(stderr.includes('server version mismatch'), 'pg_dump is older than the server');
    expect([status, stderr]).toEqual([0, '']);
    return kept().filter((name) => /^sagewire-\d{4}-\d\d-\d\dT/.test(name));
  }

  async function inPlace<Result>(
    work: (db: Awaited<ReturnType<typeof openPostgres>>['db']) => Promise<Result>,
  ): Promise<Result> {
    const open = await openPostgres(placeUrl);
    return work(open.db).finally(() => open.close());
  }

  it('writes a dump and the pictures, readable for its user alone, and deletes what is too old', ({
    skip,
  }) => {
    leaveBackup('sagewire-old.dump', 4);
    leaveBackup('sagewire-recent.dump', 2);
    leaveBackup('cut-off.dump.part', 1);
    const made = backUp(skip);
    expect(made.map((name) => name.replace(/^sagewire-[^.]+/, ''))).toEqual([
      '.dump',
      '.files.tar.gz',
    ]);
    expect(kept()).toEqual([...made, 'sagewire-recent.dump']);
    const [dump = '', files = ''] = made.map((name) => join(folder, name));
    expect(statSync(dump).mode & 0o777).toBe(0o600);
    execFileSync('pg_restore', ['--list', dump]);
    expect(execFileSync('tar', ['-tzf', files], { encoding: 'utf8' })).toContain('./ada.webp');
  });

  it('tells the doctor of a backup that is written to its end, and of no other', async ({
    skip,
  }) => {
    await test.db.delete(auditLog);
    rmSync(dataDir, { recursive: true });
    expect(runOnce(test.url as string).status).not.toBe(0);
    expect(await findLastBackup(test.db)).toBeNull();
    execFileSync('mkdir', [dataDir]);
    backUp(skip);
    expect(Date.now() - ((await findLastBackup(test.db)) as Date).getTime()).toBeLessThan(dayMs);
  });

  it('restores a dump, also over an older one, so that Sagewire begins paused', async ({
    skip,
  }) => {
    const held = await test.db.$count(auditLog);
    const [dump = ''] = backUp(skip);
    const first = run(placeUrl, '--restore', dump);
    expect([first.status, first.stderr]).toEqual([0, '']);
    const second = run(placeUrl, '--restore', join(folder, dump));
    expect([second.status, second.stderr]).toEqual([0, '']);
    const pause = await inPlace(findPause);
    const named = dump.replace(/^sagewire-(.{10}T..)-(..)-(..)Z\.dump$/, '$1:$2:$3.000Z');
    expect(pause?.backedUpAt.toISOString()).toBe(named);
    expect(await inPlace((db) => db.$count(auditLog))).toBe(held);
  });

  it('refuses to restore beside a running process, and restores nothing of a damaged dump', async ({
    skip,
  }) => {
    const [dump = ''] = backUp(skip);
    expect(run(placeUrl, '--restore', dump).status).toBe(0);
    const before = await inPlace(findPause);
    const beside = await inPlace(async () => run(placeUrl, '--restore', dump));
    expect([beside.status, beside.stderr]).toEqual([
      1,
      expect.stringContaining('stop Sagewire first'),
    ]);

    const whole = readFileSync(join(folder, dump));
    const cutOff = 'sagewire-2026-01-01T00-00-00Z.dump';
    writeFileSync(join(folder, cutOff), whole.subarray(0, whole.length - 2_000));
    expect(run(placeUrl, '--restore', cutOff).status).not.toBe(0);
    writeFileSync(join(folder, 'other.dump'), whole);
    const unnamed = run(placeUrl, '--restore', 'other.dump');
    expect([unnamed.status, unnamed.stderr]).toEqual([1, expect.stringContaining('is no dump')]);
    expect(await inPlace(findPause)).toEqual(before);
  });
});

describe.skipIf(!hasTools)('deploy/backup.sh', () => {
  it('keeps the old ones when it can make no new one, and says so', () => {
    leaveBackup('sagewire-old.dump', 40);
    const { status, stderr } = runOnce('postgres://postgres@127.0.0.1:1/nowhere');
    expect(status).not.toBe(0);
    expect(stderr).toContain('connection');
    expect(kept().filter((name) => !name.endsWith('.part'))).toEqual(['sagewire-old.dump']);
    expect(existsSync(join(folder, 'sagewire-old.dump'))).toBe(true);
  });
});
