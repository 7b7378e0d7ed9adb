import { sql } from 'drizzle-orm';
import { type Database, DatabaseUnavailable, rowsOf } from './client.ts';
import type { Migration } from './migrations.ts';

export type SchemaState = {
  isEmpty: boolean;
  /** Known here, but not there. */
  pending: Migration[];
  /** Changed by a newer version, and still fit for this one. */
  isNewer: boolean;
};

/**
 * Compares a database with what this code knows. A newer version's additions don't disturb it; what a newer one has
 * taken away may.
 * @throws {DatabaseUnavailable} if this code can't work on it, whatever it would change.
 */
export async function readSchemaState(db: Database, known: Migration[]): Promise<SchemaState> {
  const applied = await listApplied(db);
  const times = known.map(({ when }) => when);
  if (applied.some((when) => when < Math.min(...times))) {
    throw new DatabaseUnavailable(
      'The database was made by a version before the first release. Start with an empty database, or delete the folder that DATA_DIR names (./data by default).',
    );
  }
  const isNewer = applied.some((when) => when > Math.max(...times));
  if (isNewer) await refuseTooOldCode(db, Math.max(...times));
  const pending = known.filter(({ when }) => !applied.includes(when));
  return { isEmpty: applied.length === 0, pending, isNewer };
}

async function listApplied(db: Database): Promise<number[]> {
  if (!(await hasTable(db, 'drizzle.__drizzle_migrations'))) return [];
  const rows = await rowsOf<{ when: string }>(
    db,
    sql`select created_at::text as when from drizzle.__drizzle_migrations`,
  );
  return rows.map(({ when }) => Number(when));
}

async function refuseTooOldCode(db: Database, newestKnown: number): Promise<void> {
  if (!(await hasTable(db, 'public.schema_contracts'))) return;
  const [beyond] = await rowsOf<{ needs: string }>(
    db,
    sql`select needs from schema_contracts where needs_at > ${newestKnown}
        order by needs_at desc limit 1`,
  );
  if (!beyond) return;
  throw new DatabaseUnavailable(
    `The database was changed by a newer Sagewire, and no longer has what this version needs. Start a version that knows the migration ${beyond.needs}, or restore a backup.`,
  );
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const [row] = await rowsOf<{ name: string | null }>(
    db,
    sql`select to_regclass(${name})::text as name`,
  );
  return row?.name != null;
}
