import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { DatabaseUnavailable, type OpenDatabase, rowsOf } from './client.ts';
import { describeFailure } from './describe-failure.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number will do, as long as every Sagewire process uses the same. */
const migrationLock = 7_314_902;

/**
 * Brings the schema up to date. Processes that start together wait for each other.
 * @throws {DatabaseUnavailable} when the schema is newer than this code, or can't be changed.
 */
export async function migrate(open: OpenDatabase): Promise<void> {
  await refuseNewerSchema(open);
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
    // @ts-expect-error our Database type is wider than PGlite's own, the object is the same
    await migratePglite(open.db, { migrationsFolder });
    return;
  }
  // The lock is the session's, so one connection must take it, and give it back, around the whole run.
  await open.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    // @ts-expect-error as above
    await migratePg(open.db, { migrationsFolder });
  });
}

async function refuseNewerSchema({ db }: OpenDatabase): Promise<void> {
  const journal = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[];
  };
  const newestKnown = Math.max(...journal.entries.map((entry) => entry.when));
  const [table] = await rowsOf<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!table?.name) return;
  const [applied] = await rowsOf<{ newest: string | null }>(
    db,
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  if (Number(applied?.newest ?? 0) > newestKnown) {
    throw new DatabaseUnavailable(
      'The database was migrated by a newer Sagewire than this one. Start the newer version, or restore a backup.',
    );
  }
}
