import type pg from 'pg';
import { listWrong, readOfSession } from './session-settings.ts';

type Server = {
  version: number;
  encoding: string;
  schema: string | null;
  session: (string | null)[];
};

/** @throws for a server that Sagewire can't work on. */
export async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Server>(
    `select current_setting('server_version_num')::int / 10000 as version,
       getdatabaseencoding() as encoding, current_schema() as schema, ${readOfSession} as session`,
  );
  const { version, encoding, schema, session } = rows[0] as Server; // a select without a table has a row
  if (version < 14) throw new Error(`PostgreSQL ${version} is too old, 14 or newer is needed`);
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, UTF8 is needed`);
  if (schema === null)
    throw new Error('its user may not use a schema public, where the tables are');
  const wrong = listWrong(session);
  if (wrong.length === 0) return;
  throw new Error(
    `its sessions lack ${wrong.join(', ')}: let the pooler set this (docs/how-to/use-a-pooler.md)`,
  );
}
