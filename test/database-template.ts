import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type OpenDatabase, openPostgres, wrapPglite } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';

/** Copied for every test. */
export type DatabaseTemplate = { dumpPath: string } & (
  | { engine: 'pglite' }
  | { engine: 'postgres'; serverUrl: string; name: string }
);

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

const root = join(import.meta.dirname, '..');

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = project.name === 'postgres' ? process.env.TEST_DATABASE_URL : undefined;
  // Some tests start products with a folder of their own beside the server's database.
  const dumpPath = await dumpEmbedded();
  if (!serverUrl) {
    project.provide('databaseTemplate', { engine: 'pglite', dumpPath });
    return async () => {};
  }
  const name = `sagewire_template_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(serverUrl, name);
  await addTables(await openPostgres(url));
  project.provide('databaseTemplate', { engine: 'postgres', dumpPath, serverUrl, name });
  return () => dropWithCopies(serverUrl, name);
}

/** A copy's name begins with its template's. */
async function dropWithCopies(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [name],
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}

export async function createDatabase(serverUrl: string, name: string, template = 'template1') {
  await runOnServer(serverUrl, `create database ${name} template ${template}`);
  // Waiting for the disk would take most of the tests' time, and they never crash the server.
  await runOnServer(serverUrl, `alter database ${name} set synchronous_commit = off`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Takes seconds; cached until a migration or a package changes. */
async function dumpEmbedded(): Promise<string> {
  const sources = globSync('server/db/migrations/**/*.{sql,json}', { cwd: root }).sort();
  const hash = createHash('sha256');
  for (const path of ['package-lock.json', ...sources]) hash.update(readFileSync(join(root, path)));
  const path = join(root, `node_modules/.cache/sagewire/${hash.digest('hex').slice(0, 16)}.tar`);
  if (existsSync(path)) return path;
  // Too brief to repay optimized code.
  setFlagsFromString('--liftoff-only');
  const client = await PGlite.create();
  const open = wrapPglite(client);
  await addTables({ ...open, close: async () => {} });
  const dump = await client.dumpDataDir('none');
  await open.close();
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, path);
  return path;
}

async function addTables(open: OpenDatabase): Promise<void> {
  await migrate(open);
  await open.close();
}
