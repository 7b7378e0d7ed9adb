import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runAdmin } from '#server/commands/admin/run.ts';
import { serveLocalCommands } from '#server/commands/start/local-commands.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  test = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'sagewire-making-'));
  file = join(folder, 'one.backup');
  expect(await admin(['backup', file])).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

function admin(args: string[], settings: Record<string, string> = {}) {
  const { dataDir, databaseUrl, secretKeys } = test.runtime.config;
  const SECRET_KEY = secretKeys.current.toString('base64');
  const place = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const environment = { ...place, SECRET_KEY, ...settings };
  return runAdmin(args, { environment, openDatabase: test.openDatabase });
}

it('drafts that killed backups left are removed by the next, and nothing else is', async () => {
  const place = mkdtempSync(join(folder, 'drafts-'));
  const hourAgo = Date.now() / 1000 - 3_601;
  for (const [name, isOld] of [
    ['yesterday.backup.7.part', true],
    ['running.backup.8.part', false],
  ] as const) {
    copyFileSync(file, join(place, name));
    if (isOld) utimesSync(join(place, name), hourAgo, hourAgo);
  }
  writeFileSync(join(place, 'film.9.part'), 'of another program');
  utimesSync(join(place, 'film.9.part'), hourAgo, hourAgo);
  expect((await admin(['backup', join(place, 'today.backup')])).code).toBe(0);
  expect(readdirSync(place).sort()).toEqual([
    'film.9.part',
    'running.backup.8.part',
    'today.backup',
  ]);
});

it.skipIf(hasDatabaseServer)(
  'one that a running process seals names the key of that process',
  async () => {
    const stop = await serveLocalCommands(test.runtime);
    onTestFinished(stop);
    const own = test.runtime.secrets.keyId;
    const other = join(folder, 'other-key.backup');
    const settings = { SECRET_KEY: Buffer.alloc(32, 'x').toString('base64') };
    const { code, out, err } = await admin(['backup', other], settings);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(
      `Keep the running process's SECRET_KEY, which is not the one here (fingerprint ${own}) in`,
    );
  },
);

it('an existing file is not overwritten', async () => {
  const before = readFileSync(file);
  expect((await admin(['backup', file])).err).toBe(`${file} exists. Name a new file.\n`);
  expect(readFileSync(file)).toEqual(before);
});
