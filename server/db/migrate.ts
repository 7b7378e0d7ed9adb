import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import {
  type DatabaseSettings,
  DatabaseUnavailable,
  type OpenDatabase,
  openWithoutLimits,
  rowsOf,
} from './client.ts';
import { describeFailure } from './describe-failure.ts';
import { limitStatements } from './limit-statements.ts';
import { allowIdle, transact } from './transact.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** For another process's migrations. */
const longestWaitMs = 24 * 3_600_000;
/** Arbitrary. */
const migrationLock = 7_314_902;

/** Before a process serves: on connections that may take long, and not through a pooler. */
export async function migrateFor(settings: DatabaseSettings, open: OpenDatabase): Promise<void> {
  if (open.kind === 'pglite') return migrate(open);
  const direct = await openWithoutLimits(settings);
  await migrate(direct).finally(() => direct.close());
}

/**
 * Processes that start together wait for each other.
 * @throws {DatabaseUnavailable} if another version made the schema, or it can't be changed.
 */
export async function migrate(open: OpenDatabase): Promise<void> {
  await refuseForeignSchema(open);
  try {
    await applyMigrations(open);
  } catch (cause) {
    const why = describeFailure(cause);
    throw new DatabaseUnavailable(
      `The database's tables can't be brought up to date: ${why}. Its user must own the database.`,
      { cause },
    );
  }
}

async function applyMigrations(open: OpenDatabase): Promise<void> {
  if (open.kind === 'pglite') {
    // @ts-expect-error our Database type is wider than PGlite's, the object is the same
    await migratePglite(open.db, { migrationsFolder });
    return;
  }
  // The lock must outlast the migrations, which run in their own transactions.
  await transact(open.db, async (tx) => {
    await allowIdle(tx);
    await limitStatements(tx, longestWaitMs);
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    // @ts-expect-error our Database type is wider than node-postgres's, the object is the same
    await migratePg(open.db, { migrationsFolder });
  });
}

async function refuseForeignSchema({ db }: OpenDatabase): Promise<void> {
  const journal = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[];
  };
  const times = journal.entries.map((entry) => entry.when);
  const firstKnown = Math.min(...times);
  const newestKnown = Math.max(...times);
  const [table] = await rowsOf<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!table?.name) return;
  const [applied] = await rowsOf<{ first: string | null; newest: string | null }>(
    db,
    sql`select min(created_at)::text as first, max(created_at)::text as newest
        from drizzle.__drizzle_migrations`,
  );
  if (applied?.first && Number(applied.first) < firstKnown) {
    throw new DatabaseUnavailable(
      'The database was made by a version before the first release. Start with an empty database, or delete the folder that DATA_DIR names (./data by default).',
    );
  }
  if (Number(applied?.newest ?? 0) > newestKnown) {
    throw new DatabaseUnavailable(
      'The database was migrated by a newer Sagewire than this one. Start the newer version, or restore a backup.',
    );
  }
}
