import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyPlace, hasDatabaseServer } from '#test/database.ts';
import { examine, expectFinding, secretKey } from '#test/doctor.ts';
import { openDatabase, openPostgres, rowsOf } from './client.ts';
import { migrateFor, requireMigrated } from './migrate.ts';

describe.runIf(hasDatabaseServer)('a database with settings of its own', () => {
  let place: Awaited<ReturnType<typeof createEmptyPlace>>;
  let databaseUrl: string;
  beforeEach(async () => {
    place = await createEmptyPlace();
    databaseUrl = place.settings.DATABASE_URL as string;
    const { username } = new URL(databaseUrl);
    await query(`create schema own; create schema ${pg.escapeIdentifier(username)}`);
  });
  afterEach(() => place.remove());

  async function query(statements: string) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(statements).finally(() => client.end());
  }
  const withPath = (path: string) => {
    const url = new URL(databaseUrl);
    url.searchParams.set('options', `-c search_path=${path}`);
    return url.href;
  };

  it.each(['"$user",public', 'own'])('is brought up to date with search_path %s', async (path) => {
    const settings = { databaseUrl: withPath(path), dataDir: '' };
    const open = await openDatabase(settings);
    try {
      await migrateFor(settings, open);
      await requireMigrated(open);
    } finally {
      await open.close();
    }
  });

  it('is read as ever, whatever dates and isolation its sessions begin with', async () => {
    const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
    await query(`alter database ${name} set DateStyle = 'SQL, DMY';
      alter database ${name} set default_transaction_isolation = 'serializable'`);
    const { db, close } = await openPostgres(databaseUrl);
    try {
      const [row] = await rowsOf<Record<string, unknown>>(
        db,
        sql`select timestamptz '2027-01-31 10:00Z' as at, current_setting('transaction_isolation') as isolation`,
      );
      const at = new Date('2027-01-31T10:00Z');
      expect([new Date(row?.at as string), row?.isolation]).toEqual([at, 'read committed']);
    } finally {
      await close();
    }
    await expect(openPostgres(databaseUrl, { directUrl: databaseUrl })).rejects.toThrow(
      /lack search_path = public, DateStyle = ISO, default_transaction_isolation = 'read committed': let/,
    );
  });

  it('names what is missing behind a pooler, which would forget ours', async () => {
    const opening = openPostgres(withPath('own'), { directUrl: databaseUrl });
    await expect(opening).rejects.toThrow(
      /: its sessions lack search_path = public: let the pooler set this/,
    );
  });

  it('says that the schema public is missing, and so does the doctor', async () => {
    await query('drop schema public');
    await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
      /its user may not use a schema public/,
    );
    expectFinding(await examine({ SECRET_KEY: secretKey, DATABASE_URL: databaseUrl }), {
      ...{ name: 'Connection', state: 'broken', fix: /^Create the schema public/ },
    });
  });
});
