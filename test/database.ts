import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type OpenDatabase, openPostgres, wrapPglite } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';

const server = process.env.TEST_DATABASE_URL;
/** Some promises are about several processes, and the embedded database has one. */
export const hasDatabaseServer = server !== undefined;

/**
 * An empty, migrated database of its own: embedded, or on the server of TEST_DATABASE_URL.
 *
 * @param known one that somebody else has made and will drop.
 */
export async function openTestDatabase(
  known?: string,
): Promise<OpenDatabase & { url: string | undefined }> {
  if (known) return { ...(await openPostgres(known)), url: known };
  if (!server) {
    const open = wrapPglite(await PGlite.create());
    await migrate(open);
    return { ...open, url: undefined };
  }
  const name = `sagewire_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  // Nobody pulls the plug of a server in a test, and the disk would take most of the time.
  await onServer(server, `alter database ${name} set synchronous_commit = off`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const open = await openPostgres(url.href);
  await migrate(open);
  return {
    ...open,
    url: url.href,
    async close() {
      await open.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
