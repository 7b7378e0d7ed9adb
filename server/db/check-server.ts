import type pg from 'pg';

type Server = { version: number; encoding: string; schema: string | null };

/** @throws for a server that Sagewire can't work on. */
export async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Server>(
    `select current_setting('server_version_num')::int / 10000 as version,
       getdatabaseencoding() as encoding, current_schema() as schema`,
  );
  const { version, encoding, schema } = rows[0] as Server; // a select without a table has a row
  if (version < 14) throw new Error(`PostgreSQL ${version} is too old, 14 or newer is needed`);
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, UTF8 is needed`);
  if (schema === null)
    throw new Error('its user may not use a schema public, where the tables are');
  if (schema === 'public') return;
  throw new Error(
    `its search_path begins with ${schema}, public is needed: let the pooler set it (docs/how-to/use-a-pooler.md)`,
  );
}
