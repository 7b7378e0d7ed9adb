import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openPostgres, wrapPglite } from '#server/db/client.ts';
import { createDatabase, type DatabaseTemplate, runOnServer } from './database-template.ts';
import { type Beginning, emptyDatabase, type Run, readBeginning } from './empty-database.ts';

const template = inject('databaseTemplate');
/** Some promises need several processes; the embedded database allows one. */
export const hasDatabaseServer = template?.engine === 'postgres';

export type TestDatabase = OpenDatabase & { url: string | undefined };
type Embedded = { open: OpenDatabase; client: PGlite; beginning: Beginning };
type OnServer = { name: string; url: string; beginning: Beginning };

/** Creating one takes longer than most tests: a worker's files share a few, and empty them. */
const idle = { embedded: [] as Embedded[], onServer: [] as OnServer[] };

/** `sharedUrl`: another test app's database. */
export async function openTestDatabase(sharedUrl?: string): Promise<TestDatabase> {
  if (sharedUrl) return { ...(await openPostgres(sharedUrl)), url: sharedUrl };
  return template.engine === 'pglite' ? openEmbedded(template) : openOnServer(template);
}

/** As another version left it. */
export async function openTestDatabaseOf(dump: string): Promise<TestDatabase> {
  // The dump sets the path of its own session.
  const statements = `${dump}; reset search_path`;
  if (template.engine === 'pglite') {
    const client = await PGlite.create();
    await client.exec(statements);
    return { ...wrapPglite(client), url: undefined };
  }
  const name = `${template.name}_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(template.serverUrl, name);
  await runOnServer(url, statements);
  return { ...(await openPostgres(url)), url };
}

async function openEmbedded({ dumpPath }: DatabaseTemplate) {
  const embedded = idle.embedded.pop() ?? (await createEmbedded(dumpPath));
  const { open, client, beginning } = embedded;
  return {
    ...open,
    url: undefined,
    async close() {
      if (await emptyDatabase(runOn(client), beginning)) idle.embedded.push(embedded);
      else await client.close();
    },
  };
}

/** Gives a product that a test starts its embedded database, which takes seconds to create. */
export function placeDatabase(dataDir: string): void {
  const folder = join(dataDir, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  execFileSync('tar', ['-xf', template.dumpPath, '-C', folder], { stdio: 'pipe' });
}

async function createEmbedded(dumpPath: string): Promise<Embedded> {
  const client = await PGlite.create({ loadDataDir: new Blob([readFileSync(dumpPath)]) });
  return { open: wrapPglite(client), client, beginning: await readBeginning(runOn(client)) };
}

async function openOnServer(from: DatabaseTemplate & { engine: 'postgres' }) {
  const database = idle.onServer.pop() ?? (await createOnServer(from));
  const { name, url, beginning } = database;
  const open = await openPostgres(url);
  return {
    ...open,
    url,
    async close() {
      await open.close();
      if (await withConnection(url, (run) => emptyDatabase(run, beginning)))
        idle.onServer.push(database);
      else await runOnServer(from.serverUrl, `drop database ${name} with (force)`);
    },
  };
}

async function createOnServer({
  serverUrl,
  name: templateName,
}: {
  serverUrl: string;
  name: string;
}) {
  const name = `${templateName}_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(serverUrl, name, templateName);
  return { name, url, beginning: await withConnection(url, readBeginning) };
}

async function withConnection<Result>(url: string, work: (run: Run) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(runOn(client));
  } finally {
    await client.end();
  }
}

function runOn(client: { query(text: string): Promise<{ rows: unknown[] }> }): Run {
  return async (statement) => (await client.query(statement)).rows as Record<string, unknown>[];
}

/** Settings of a place without rows. */
export async function createEmptyPlace(engine = template.engine): Promise<{
  settings: Record<string, string>;
  remove(): Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-place-'));
  const removeFolder = async () => rmSync(dataDir, { recursive: true, force: true });
  // With its tables, which take long to make.
  if (engine === 'pglite') placeDatabase(dataDir);
  if (engine === 'pglite') return { settings: { DATA_DIR: dataDir }, remove: removeFolder };
  const serverUrl = process.env.TEST_DATABASE_URL as string; // set where this engine is asked for
  const name = `sagewire_place_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(serverUrl, name);
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: url },
    async remove() {
      await runOnServer(serverUrl, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}
