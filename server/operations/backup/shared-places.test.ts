import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { runAdmin } from '#server/commands/admin/run.ts';
import { openWithoutLimits } from '#server/db/client.ts';
import type { Files } from '#server/outside/files/files.ts';
import { saveImage } from '#server/outside/images/files.ts';
import { createEmptyPlace } from '#test/database.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { openBackup } from './open-backup.ts';
import { restoreBackup } from './restore.ts';

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'sagewire-backups-'));
  for (const face of ['one', 'two']) {
    const imageUrl = await saveImage(test.runtime.files, Buffer.from(face));
    await anExpert(test, { imageUrl });
  }
  return async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

function admin(args: string[], settings: Record<string, string | undefined> = {}) {
  const { dataDir, databaseUrl, secretKeys } = test.runtime.config;
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const SECRET_KEY = secretKeys.current.toString('base64');
  return runAdmin(args, {
    environment: { ...(settings.DATA_DIR ? settings : own), SECRET_KEY },
    openDatabase: settings.DATA_DIR ? openWithoutLimits : test.openDatabase,
  });
}

async function anEmptyPlace() {
  const { settings, remove } = await createEmptyPlace();
  onTestFinished(remove);
  return settings as { DATA_DIR: string; DATABASE_URL?: string };
}

it('tables of others in the same database are not in the backup, which can be restored', async () => {
  const { db } = test.runtime;
  await db.execute(sql`create table others (id int, expert uuid references experts (id))`);
  await db.execute(sql`insert into others select 1, id from experts`);
  onTestFinished(async () => {
    await db.execute(sql`drop table others`);
  });
  const file = join(folder, 'beside-others.backup');
  expect((await admin(['backup', file])).code).toBe(0);
  const { code, err } = await admin(['restore', file], await anEmptyPlace());
  expect([code, err]).toEqual([0, '']);
});

async function restoreInto(file: string, files: Files) {
  const { DATA_DIR, DATABASE_URL } = await anEmptyPlace();
  const open = await openWithoutLimits({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  onTestFinished(() => open.close());
  const { secretKeys } = test.runtime.config;
  const backup = await openBackup(file, { secretKeys, backupPassphrase: null });
  await restoreBackup(backup, { open, files, now: test.runtime.clock.now() });
}

/** Takes so many files, then none. */
function aBucket(stored: Map<string, Buffer>, takes: number): Files {
  return {
    isShared: true,
    async read(name) {
      return stored.get(name) ?? null;
    },
    async write(name, bytes) {
      if (takes-- === 0) throw new Error('503 SlowDown');
      stored.set(name, bytes);
    },
    async remove(name) {
      stored.delete(name);
    },
  };
}

it('a restore that fails leaves the pictures that its bucket had before', async () => {
  const file = join(folder, 'bucket.backup');
  expect((await admin(['backup', file])).code).toBe(0);
  const whole = new Map<string, Buffer>();
  await restoreInto(file, aBucket(whole, 2));
  const [first = ''] = whole.keys();
  expect(whole.size).toBe(2);

  const before = new Map([[first, Buffer.from('before')]]);
  await expect(restoreInto(file, aBucket(before, 1))).rejects.toThrow('SlowDown');
  expect([...before.keys()]).toEqual([first]);
  const empty = new Map<string, Buffer>();
  await expect(restoreInto(file, aBucket(empty, 1))).rejects.toThrow('SlowDown');
  expect(empty.size).toBe(0);
});
