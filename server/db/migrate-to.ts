import type { OpenDatabase } from './client.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

/** @returns false for a schema that this version does not know. */
export function isKnownSchema(schema: number): boolean {
  return readMigrations().some(({ when }) => when === schema);
}

/** Makes the tables of an older version in an empty database; `migrate` then brings their rows up to date, too. */
export async function migrateTo(open: OpenDatabase, schema: number): Promise<void> {
  await migrate(open, { known: readMigrations().filter(({ when }) => when <= schema) });
}
