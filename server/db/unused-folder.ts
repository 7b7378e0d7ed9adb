import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import {
  type Database,
  type DatabaseSettings,
  DatabaseUnavailable,
  movedPath,
  rowsOf,
} from './client.ts';

/** Of an embedded database that DATABASE_URL hides. A start that loses DATABASE_URL would answer people from it. */
export function describeUnusedFolder({ databaseUrl, dataDir }: DatabaseSettings) {
  const folder = join(dataDir, 'database');
  if (!databaseUrl || !existsSync(folder)) return null;
  return {
    why: `DATA_DIR ${dataDir} has an embedded database that is not used, because DATABASE_URL is set.`,
    fix: `Move it by npm run admin -- move-to if it was not moved before; otherwise rename ${folder} to ${movedPath(folder)}.`,
  };
}

/**
 * The people of the embedded database would be strangers to a new one, and their texts' webhooks not found.
 * @throws {DatabaseUnavailable}
 */
export async function refuseToBeginAnew(
  settings: DatabaseSettings,
  { db }: { db: Database },
): Promise<void> {
  if (!describeUnusedFolder(settings) || (await isUsed(db))) return;
  const folder = join(settings.dataDir, 'database');
  throw new DatabaseUnavailable(
    `DATA_DIR ${settings.dataDir} has an embedded database, and no start has used the one of DATABASE_URL yet. Run npm run admin -- move-to, or, to begin anew, rename ${folder} to ${movedPath(folder)}.`,
  );
}

/** Each start stores a key there, unless there is one. A move that was stopped leaves tables without rows. */
async function isUsed(db: Database): Promise<boolean> {
  const [table] = await rowsOf<{ name: string | null }>(
    db,
    sql`select to_regclass('public.stored_keys')::text as name`,
  );
  if (!table?.name) return false;
  return (await rowsOf(db, sql`select from stored_keys limit 1`)).length > 0;
}
