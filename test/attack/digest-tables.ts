import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { rowsOf } from '#server/db/client.ts';
import type { TestApp } from '../runtime.ts';

/** Without the tokens that calls need. */
export async function digestTables({ runtime: { db } }: TestApp): Promise<Record<string, string>> {
  const names = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'tokens'`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of names) {
    const rows = await rowsOf<{ row: string }>(
      db,
      sql`select t::text as row from ${sql.identifier(name)} t order by 1`,
    );
    digests[name] = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  }
  return digests;
}
