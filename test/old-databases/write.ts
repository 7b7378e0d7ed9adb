import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startProcess } from '../../bench/product.ts';
import { createDatabase, dropDatabase } from '../../bench/scene.ts';
import { fillEmptyTables } from './fill.ts';
import { secretKey } from './secret-key.ts';

/**
 * `npm run old-database` on PostgreSQL, before a release: writes the demo's database, with a row in every
 * table, as SQL. Every later version has to open it (`opens.test.ts`), so a file is never written again.
 */
const journal = JSON.parse(readFileSync('server/db/migrations/meta/_journal.json', 'utf8')) as {
  entries: { tag: string }[];
};
const path = join(import.meta.dirname, `${journal.entries.at(-1)?.tag}.sql`);
const databaseUrl = await createDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-old-database-'));
try {
  await runDemo();
  await fillTables();
  writeFileSync(path, dump(), { flag: 'wx' });
} finally {
  await dropDatabase(databaseUrl);
  rmSync(dataDir, { recursive: true });
}

/** Its start seeds the demo. */
async function runDemo(): Promise<void> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY: secretKey };
  const running = await startProcess('server/main.ts', settings, '/health/ready');
  await running.stop();
}

async function fillTables(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await fillEmptyTables(async (statement) => (await client.query(statement)).rows).finally(() =>
    client.end(),
  );
}

/** Without what only psql, or only this version of PostgreSQL, understands. */
function dump(): string {
  const parts = ['--inserts', '--no-owner', '--no-privileges', databaseUrl];
  const statements = execFileSync('pg_dump', parts, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return statements.replace(/^(\\|--|SET ).*\n/gm, '').replace(/\n{2,}/g, '\n');
}
