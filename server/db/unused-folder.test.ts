import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { runAdmin } from '#server/commands/admin/run.ts';
import { createEmptyPlace, hasDatabaseServer } from '#test/database.ts';
import { examine, expectFinding, secretKey } from '#test/doctor.ts';
import { openDatabase, openWithoutLimits } from './client.ts';
import { migrate, migrateFor } from './migrate.ts';

describe.runIf(hasDatabaseServer)('an embedded database beside DATABASE_URL', () => {
  let place: Awaited<ReturnType<typeof createEmptyPlace>>;
  let settings: { databaseUrl: string; dataDir: string };
  let folder: string;
  let log: string[];
  beforeEach(async () => {
    place = await createEmptyPlace();
    const { DATABASE_URL = '', DATA_DIR = '' } = place.settings;
    settings = { databaseUrl: DATABASE_URL, dataDir: DATA_DIR };
    folder = join(DATA_DIR, 'database');
    mkdirSync(folder);
    log = [];
  });
  afterEach(() => place.remove());

  async function start() {
    const open = await openDatabase(settings);
    const toLog = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
    return migrateFor(settings, open, { log: toLog }).finally(() => open.close());
  }

  it('ends a start that would begin anew, also after a move that was stopped', async () => {
    await expect(start()).rejects.toThrow(
      /^DATA_DIR .* has an embedded database, and no start has used the one of DATABASE_URL yet\. Run npm run admin -- move-to, or, to begin anew, rename .*database to .*database\.moved\.$/,
    );
    const moving = await openWithoutLimits(settings);
    await migrate(moving).finally(() => moving.close());
    await expect(start()).rejects.toThrow(/move-to/);
    rmSync(folder, { recursive: true });
    await start();
  });

  it('ends the making of a first admin there', async () => {
    const environment = { ...place.settings, SECRET_KEY: secretKey };
    const create = ['create', '--email', 'boss@example.com'];
    const { code, err } = await runAdmin(create, { environment, openDatabase: openWithoutLimits });
    expect([code, err]).toEqual([1, expect.stringMatching(/^DATA_DIR .* move-to/)]);
  });

  it('is named by each start on a database in use, and by the doctor', async () => {
    const open = await openWithoutLimits(settings);
    await migrate(open);
    await loadSecrets(open.db, { current: Buffer.from(secretKey, 'base64'), old: null });
    await open.close();
    await start();
    expect(log).toEqual([expect.stringContaining('has an embedded database that is not used')]);
    expectFinding(await examine({ ...place.settings, SECRET_KEY: secretKey }), {
      ...{ name: 'Embedded database', state: 'warning', about: 'DATA_DIR' },
      fix: /move-to .* rename .*database to .*database\.moved/,
    });
  });
});
