import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { runAdmin } from '#server/commands/admin/run.ts';
import { type OpenDatabase, openWithoutLimits, rowsOf } from '#server/db/client.ts';
import { openFolderFiles } from '#server/outside/files/folder.ts';
import { saveImage } from '#server/outside/images/files.ts';
import { createEmptyPlace, hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { openBackup } from './open-backup.ts';
import { restoreBackup } from './restore.ts';
import { listTables, measureTable } from './tables.ts';

let test: TestApp;
let folder: string;
let file: string;
let SECRET_KEY: string;
const odd = 'Line\u2028separator, "quotes", \\ and a 🌵';

beforeAll(async () => {
  test = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'sagewire-backups-'));
  file = join(folder, 'one.backup');
  SECRET_KEY = test.runtime.config.secretKeys.current.toString('base64');
  const imageUrl = await saveImage(test.runtime.files, Buffer.from('a face'));
  const expert = await anExpert(test, { imageUrl });
  const { phone } = await aConnectedUser(test, expert);
  const { text } = createTexter(test, expert);
  await text(phone, 'What is 12 * 7?');
  await test.runUntilIdle();
  await text(phone, odd);
  const { code, out, err } = await admin(['backup', file]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('holds everything up to');
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

function admin(args: string[], settings: Record<string, string> = {}) {
  const { dataDir, databaseUrl } = test.runtime.config;
  return runAdmin(args, {
    environment: {
      ...{ DATA_DIR: dataDir, SECRET_KEY },
      ...(databaseUrl && !settings.DATA_DIR && { DATABASE_URL: databaseUrl }),
      ...settings,
    },
    openDatabase: settings.DATA_DIR ? openWithoutLimits : test.openDatabase,
  });
}

async function anEmptyPlace(engine?: 'pglite' | 'postgres') {
  const { settings, remove } = await createEmptyPlace(engine);
  onTestFinished(remove);
  return settings as { DATA_DIR: string; DATABASE_URL?: string };
}

async function look<Result>(
  { DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL?: string },
  work: (open: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const open = await openWithoutLimits({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  return work(open).finally(() => open.close());
}

const measure = async ({ db }: Pick<OpenDatabase, 'db'>) => {
  await db.execute(sql`set timezone = 'UTC'`);
  const tables = (await listTables(db)).filter(
    // The last one tells of the backup itself.
    ({ name }) => !['restores', 'wakeups', 'audit_log'].includes(name),
  );
  const measured = [];
  for (const { name } of tables) measured.push([name, await measureTable(db, name)]);
  return Object.fromEntries(measured);
};

it('a restored place has every row, picture and number, and begins paused', async () => {
  const place = await anEmptyPlace();
  const { code, out, err } = await admin(['restore', file], place);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Restored \d+ rows of \d+ tables and 1 pictures/);
  expect(out).toContain('The ledger adds up.');
  const [before, after] = [await measure(test.runtime), await look(place, measure)];
  expect(after).toEqual(before);
  expect(before.messages.rows).toBe(3);
  const name = (
    await rowsOf<{ url: string }>(test.runtime.db, sql`select image_url as url from experts`)
  )[0]?.url;
  expect(readFileSync(join(place.DATA_DIR, name?.replace('/api/', '') ?? '')).toString()).toBe(
    'a face',
  );
  const next = await look(place, async ({ db }) => {
    const [row] = await rowsOf<{ next: string; last: string; paused: boolean; leased: number }>(
      db,
      sql`select nextval('messages_seq_seq')::text as next, (select max(seq) from messages)::text as last,
            exists (select 1 from restores where resumed_at is null) as paused`,
    );
    return row;
  });
  expect(Number(next?.next)).toBeGreaterThan(Number(next?.last));
  expect(next?.paused).toBe(true);
});

it('a place with rows is refused in one line, and keeps them', async () => {
  const place = await anEmptyPlace();
  await admin(['create', '--email', 'boss@example.com'], place);
  const { code, err } = await admin(['restore', file], place);
  expect(code).toBe(1);
  expect(err).toMatch(/^The database is not empty: its table \w+ has rows\. .*\n$/);
  const [row] = await look(place, ({ db }) =>
    rowsOf<{ users: number }>(db, sql`select count(*)::int as users from users`),
  );
  expect(row?.users).toBe(1);
});

it('pictures that can not be stored end a restore in one line, and nothing is kept', async () => {
  const place = await anEmptyPlace();
  writeFileSync(join(place.DATA_DIR, 'images'), '');
  const { code, err } = await admin(['restore', file], place);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^The pictures can't be stored, so nothing was restored: .*\n$/),
  ]);
  expect(await look(place, ({ db }) => rowsOf(db, sql`select from messages`))).toEqual([]);
});

it('another SECRET_KEY is named by its fingerprint before anything is written', async () => {
  const place = await anEmptyPlace();
  const other = Buffer.alloc(32, 'x').toString('base64');
  const { code, err } = await admin(['restore', file], { ...place, SECRET_KEY: other });
  expect(code).toBe(1);
  const { keyId } = test.runtime.secrets;
  expect(err).toMatch(
    new RegExp(
      `^The backup belongs to the SECRET_KEY with the fingerprint ${keyId}; the one here has [0-9a-f]{8}\\.`,
    ),
  );
  expect((await admin(['restore', file], place)).code).toBe(0);
});

it('a passphrase opens it where SECRET_KEY may be lost', async () => {
  const sealed = join(folder, 'passphrase.backup');
  const BACKUP_PASSPHRASE = 'a bird in the hand';
  expect((await admin(['backup', sealed], { BACKUP_PASSPHRASE })).out).toContain(
    'BACKUP_PASSPHRASE only',
  );
  const place = await anEmptyPlace();
  expect((await admin(['restore', sealed], place)).err).toMatch(/^BACKUP_PASSPHRASE is needed/);
  const wrong = { ...place, BACKUP_PASSPHRASE: 'two in the bush' };
  expect((await admin(['restore', sealed], wrong)).err).toMatch(
    /^BACKUP_PASSPHRASE is not the one/,
  );
  const lost = {
    ...place,
    BACKUP_PASSPHRASE,
    SECRET_KEY: Buffer.alloc(32, 'x').toString('base64'),
  };
  expect((await admin(['restore', sealed], lost)).err).toMatch(
    /^The backup belongs to the SECRET_KEY/,
  );
  const done = await admin(['restore', sealed, '--old-key-is-lost'], lost);
  expect(done.out).toContain('rotate-key --old-key-is-lost');
  expect((await admin(['rotate-key', '--old-key-is-lost', '--yes'], lost)).code).toBe(0);
});

it('a file that is cut off, altered or of another kind is refused and leaves nothing', async () => {
  const place = await anEmptyPlace();
  const good = readFileSync(file);
  const altered = (at: number) => {
    const bytes = Buffer.from(good);
    bytes[at] = (bytes[at] as number) ^ 1;
    return bytes;
  };
  const bad = join(folder, 'bad.backup');
  const headEnd = good.indexOf('\n', good.indexOf('\n') + 1);
  const files: [Buffer, RegExp][] = [
    [good.subarray(0, good.length - 1), /cut off or altered/],
    [good.subarray(0, headEnd + 1), /cut off or altered/],
    [Buffer.concat([good, Buffer.from('more')]), /cut off or altered/],
    [altered(good.length - 40), /cut off or altered/],
    [altered(headEnd + 20), /cut off or altered/],
    [altered(headEnd - 3), /altered|not a backup/],
    [altered(3), /not a backup that Sagewire made/],
    [Buffer.from('{"version":"1"}'), /not a backup that Sagewire made/],
    [Buffer.alloc(0), /not a backup that Sagewire made/],
  ];
  for (const [bytes, message] of files) {
    writeFileSync(bad, bytes);
    const { code, err } = await admin(['restore', bad], place);
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(err.trim().split('\n')).toHaveLength(1);
  }
  expect((await admin(['restore', join(folder, 'none')], place)).err).toContain("can't be read");
  expect((await admin(['restore', file], place)).code).toBe(0);
});

it('no word of a text and no key can be read in it', async () => {
  const bytes = readFileSync(file);
  for (const secret of ['12 * 7', 'sk-sandbox-1234', SECRET_KEY, 'person-']) {
    expect(bytes.includes(secret)).toBe(false);
  }
  const [, header = ''] = bytes.toString('latin1').split('\n');
  expect(JSON.parse(header)).toMatchObject({
    secretKey: test.runtime.secrets.keyId,
    sealedBy: 'SECRET_KEY',
    version: expect.stringMatching(/^\d/),
  });
});

it('--check restores into a place of its own', async () => {
  const { code, out, err } = await admin(['restore', file, '--check']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/The ledger adds up\.\nThe backup is good\.\n$/);
});

it.runIf(hasDatabaseServer)('a backup of either database is restored on the other', async () => {
  const place = await anEmptyPlace('pglite');
  expect((await admin(['restore', file], place)).code).toBe(0);
  expect(await look(place, measure)).toEqual(await measure(test.runtime));
  const again = join(folder, 'embedded.backup');
  expect((await admin(['backup', again], place)).code).toBe(0);
  const back = await anEmptyPlace('postgres');
  expect((await admin(['restore', again], back)).code).toBe(0);
  expect(await look(back, measure)).toEqual(await measure(test.runtime));
});

it.runIf(hasDatabaseServer)(
  'a start in the middle of a restore makes it fail in one line',
  async () => {
    const backup = await openBackup(file, test.runtime.config);
    const place = await anEmptyPlace('postgres');
    await look(place, async (open) => {
      let reads = 0;
      const lines = async function* () {
        // The first time it is only checked.
        if (++reads === 2)
          await look(place, ({ db }) => loadSecrets(db, test.runtime.config.secretKeys));
        yield* backup.lines();
      };
      const files = openFolderFiles(place.DATA_DIR);
      const restoring = restoreBackup({ ...backup, lines }, { open, files, now: new Date() });
      await expect(restoring).rejects.toThrow(
        /^The rows of stored_keys can't be stored: duplicate key/,
      );
    });
  },
);
