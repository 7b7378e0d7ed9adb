import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { fromPglite, type Db as QueueDatabase } from 'pg-boss';
import { describeFailure } from './describe-failure.ts';
import { createNotices, type Notices } from './notices.ts';
import { PreparingClient } from './preparing-client.ts';
import * as schema from './schema.ts';

/** Either database, or a transaction on it. Inside a transaction use only its `tx`. */
export type Database = PgDatabase<
  PgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>;

/** A database that is open: one schema and one dialect, embedded or on a server. */
export type OpenDatabase = {
  db: Database;
  kind: 'pglite' | 'postgres';
  /** The same database as pg-boss wants it. */
  forQueue: QueueDatabase;
  /** Null on the embedded database, which has one process. */
  notices: Notices | null;
  /** Transactions worth running side by side: the embedded database has one connection. */
  lanes: number;
  close(): Promise<void>;
};

/** The database can't be opened; the message is one line that says why and what to do. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<OpenDatabase> {
  return settings.databaseUrl
    ? openPostgres(settings.databaseUrl)
    : openEmbedded(join(settings.dataDir, 'database'), settings.dataDir);
}

export async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'sagewire',
  });
  // An idle connection that the server closes must not end the process; the next query reconnects.
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num');
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (version < 14) throw new Error(`PostgreSQL ${version} is too old, 14 or newer is needed`);
  } catch (error) {
    await pool.end();
    const { host, pathname } = new URL(url);
    throw new DatabaseUnavailable(
      `DATABASE_URL ${host}${pathname} can't be used: ${describeFailure(error)}`,
    );
  }
  const notices = createNotices(pool, url);
  return {
    db: drizzlePg(pool, { schema }) as unknown as Database, // drivers differ only in the type of raw results
    kind: 'postgres',
    forQueue: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    notices,
    // Fuller groups beat more lanes: two keep the connection busy while a group gathers.
    lanes: 2,
    async close() {
      await notices.close();
      await pool.end();
    },
  };
}

async function openEmbedded(path: string, dataDir: string): Promise<OpenDatabase> {
  const lock = await lockFolder(dataDir);
  try {
    if (!existsSync(path)) await createFolder(path);
    const { PGlite } = await import('@electric-sql/pglite');
    const client = await PGlite.create(path);
    return wrapPglite(client, () => lock.close());
  } catch (error) {
    lock.close();
    throw new DatabaseUnavailable(`DATA_DIR ${dataDir} can't be opened: ${describeFailure(error)}`);
  }
}

/** Whole or not at all: a start that is killed half-way leaves nothing that looks like a database. */
async function createFolder(path: string): Promise<void> {
  const draft = `${path}.new`;
  rmSync(draft, { recursive: true, force: true });
  const script = fileURLToPath(new URL('./create-embedded.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, draft]).catch((error) => {
    throw new Error(error.stderr.trim() || error.message);
  });
  renameSync(draft, path);
}

export function wrapPglite(client: PGlite, afterClose = () => {}): OpenDatabase {
  return {
    db: drizzlePglite(client, { schema }) as unknown as Database, // as above
    kind: 'pglite',
    forQueue: fromPglite(client),
    notices: null,
    lanes: 1,
    async close() {
      await client.close();
      afterClose();
    },
  };
}

/**
 * PGlite takes no lock on its folder, and two processes in one folder lose rows. SQLite's lock on a
 * file beside it is held by the operating system, so a killed process leaves none behind.
 */
async function lockFolder(dataDir: string): Promise<DatabaseSync> {
  try {
    mkdirSync(dataDir, { recursive: true });
    const { DatabaseSync } = await import('node:sqlite');
    const lock = new DatabaseSync(join(dataDir, 'in-use.lock'), { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    const isHeld = (error as { errcode?: number }).errcode === 5;
    throw new DatabaseUnavailable(
      isHeld
        ? `DATA_DIR ${dataDir} is in use by another Sagewire. Stop that one, or set another DATA_DIR.`
        : `DATA_DIR ${dataDir} can't be used: ${describeFailure(error)}`,
    );
  }
}

/** Rows of a raw statement; both drivers answer `{ rows }`, which Drizzle's shared type does not say. */
export async function rowsOf<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

/** PostgreSQL's "unique_violation": the constraint's name, or null for any other failure. */
export function violatedConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as { code?: string; constraint?: string };
    if (code === '23505') return constraint ?? '';
  }
  return null;
}
