import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = join(import.meta.dirname, '../deploy/backup.sh');
const serverUrl = process.env.TEST_DATABASE_URL;
const hasTools = spawnSync('pg_dump', ['--version']).status === 0;
const dayMs = 86_400_000;

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

function runOnce(databaseUrl: string) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  return spawnSync('sh', [script, '--once'], {
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

describe.skipIf(!serverUrl || !hasTools)('deploy/backup.sh, on PostgreSQL', () => {
  it('writes a dump and the pictures, readable for its user alone, and deletes what is too old', ({
    skip,
  }) => {
    leaveBackup('sagewire-old.dump', 4);
    leaveBackup('sagewire-recent.dump', 2);
    leaveBackup('cut-off.dump.part', 1);
    const { status, stderr } = runOnce(serverUrl as string);
    skip(
      stderr.includes('server version mismatch'),
      "This machine's pg_dump is older than the server.",
    );
    expect([status, stderr]).toEqual([0, '']);
    const made = kept().filter((name) => /^sagewire-\d{4}-\d\d-\d\dT/.test(name));
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
