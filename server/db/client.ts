import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { checkServer } from './check-server.ts';
import { countErrors } from './count-errors.ts';
import { describeFailure } from './describe-failure.ts';
import { connectionsDropped } from './metrics.ts';
import { createNotices, type Notices } from './notices.ts';
import { prepareStatement } from './prepare-statement.ts';
import { type ClientOptions, PreparingClient } from './preparing-client.ts';
import { createPreparingPglite } from './preparing-pglite.ts';
import { setForSession } from './session-settings.ts';
import { watchPool } from './watch-pool.ts';
import { watchWaits } from './watch-waits.ts';

/** A process that is suspended, or lost with its host, holds its locks no longer than its leases. */
const idleMs = 8_000;
/** Of a statement, locks included. The server ends it, and its connection stays. */
const defaultStatementMs = 5_000;
const defaultConnections = 20;
/** A dead connection that is idle is found in half a minute. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Inside a transaction, use only its `tx`. */
export type Database = PgDatabase<PgQueryResultHKT>;

export type OpenDatabase = {
  db: Database;
  /** Null on the embedded database, which one process opens. */
  notices: Notices | null;
  close(): Promise<void>;
} & ({ kind: 'pglite'; client: PGlite } | { kind: 'postgres'; client: pg.Pool });

export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

export type DatabaseSettings = {
  databaseUrl: string | undefined;
  /** Of the server, where `databaseUrl` is a pooler's. */
  databaseDirectUrl?: string | undefined;
  dataDir: string;
};

/** For a process that serves: no statement takes longer than its limit. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings;
  if (!databaseUrl) return openEmbedded(join(dataDir, 'database'), dataDir);
  return openPostgres(databaseUrl, { directUrl: databaseDirectUrl });
}

/** For commands and migrations: not through a pooler, and statements take as long as they need. */
export async function openWithoutLimits(
  settings: DatabaseSettings,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = settings;
  if (databaseDirectUrl) return openPostgres(databaseDirectUrl, { statementMs: null });
  const path = join(dataDir, 'database');
  if (!mayCreate && !existsSync(path)) {
    throw new DatabaseUnavailable(
      `DATA_DIR ${dataDir} has no database yet. Start Sagewire once, which makes it.`,
    );
  }
  return openEmbedded(path, dataDir);
}

export async function openPostgres(
  url: string,
  {
    directUrl,
    statementMs = defaultStatementMs,
    connections = defaultConnections,
  }: { directUrl?: string | undefined; statementMs?: number | null; connections?: number } = {},
): Promise<OpenDatabase> {
  const clientOptions: ClientOptions = { prepares: directUrl === undefined, statementMs };
  const pool = new pg.Pool({
    // pg passes it the pool's options, which its types leave out.
    Client: PreparingClient as unknown as new () => pg.ClientBase,
    ...clientOptions,
    // Sends a transaction's independent statements together.
    pipeline: true,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    ...keepAlive,
    application_name: 'sagewire',
  });
  const stopWatching = watchPool(pool, (count) => connectionsDropped.inc(count));
  watchWaits(pool);
  countErrors(pool);
  // Without these, a connection that the server closes ends the process, idle or between a transaction's statements.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // Not at the connection's start: poolers refuse settings there.
    const settings = [limitIdle, `set statement_timeout = ${statementMs ?? 0}`];
    // Behind a pooler only some of the connections would have them, so the pooler sets them.
    if (!directUrl) settings.push(setForSession);
    client.query(settings.join('; ')).catch(() => {});
  });
  try {
    await checkServer(pool);
  } catch (error) {
    await pool.end();
    stopWatching();
    const { host, pathname } = new URL(url);
    throw new DatabaseUnavailable(
      `DATABASE_URL ${host}${pathname} can't be used: ${describeFailure(error)}`,
    );
  }
  const notices = createNotices(pool, directUrl ?? url);
  return {
    db: drizzlePg(pool) as unknown as Database, // the drivers' types differ only in raw results
    kind: 'postgres',
    client: pool,
    notices,
    async close() {
      await notices.close();
      await pool.end();
      stopWatching();
    },
  };
}

const limitIdle = `set idle_in_transaction_session_timeout = ${idleMs}`;

/** A start that has lost its DATABASE_URL would begin an empty installation. */
function refuseMoved(path: string): void {
  const moved = movedPath(path);
  if (!existsSync(moved)) return;
  throw new Error(
    `its database was moved to PostgreSQL. Set DATABASE_URL, or delete ${moved} to begin anew`,
  );
}

/** Where the embedded database is kept after a move. */
export const movedPath = (path: string) => `${path}.moved`;

async function openEmbedded(path: string, dataDir: string): Promise<OpenDatabase> {
  const lock = await lockFolder(dataDir);
  try {
    if (!existsSync(path)) {
      refuseMoved(path);
      await createFolder(path);
    }
    const { openFolder } = await import('./open-folder.ts');
    return wrapPglite(await openFolder(path), () => lock.close());
  } catch (error) {
    lock.close();
    throw new DatabaseUnavailable(`DATA_DIR ${dataDir} can't be opened: ${describeFailure(error)}`);
  }
}

/** Renamed when complete: a killed start must not leave half a database. */
async function createFolder(path: string): Promise<void> {
  const draft = `${path}.new`;
  rmSync(draft, { recursive: true, force: true });
  const script = fileURLToPath(new URL('./create-embedded.ts', import.meta.url));
  // A process this brief does not repay optimized code.
  const parameters = ['--liftoff-only', script, draft];
  await promisify(execFile)(process.execPath, parameters).catch((error) => {
    throw new Error(error.stderr.trim() || error.message);
  });
  renameSync(draft, path);
}

export function wrapPglite(client: PGlite, afterClose = () => {}): OpenDatabase {
  return {
    db: drizzlePglite(createPreparingPglite(client)) as unknown as Database, // the drivers' types differ only in raw results
    kind: 'pglite',
    client,
    notices: null,
    async close() {
      await client.close();
      afterClose();
    },
  };
}

/**
 * Two processes in a PGlite folder lose rows, and PGlite does not lock it. SQLite's file lock ends with the process.
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

/** Sends at once: calls in one transaction leave together, in order. */
export async function rowsOf<Row>(db: Database, statement: SQL): Promise<Row[]> {
  return prepareStatement<Row>(statement)(db, {});
}

/** One parameter in PostgreSQL's array notation. */
export function toArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
