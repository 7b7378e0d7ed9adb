import { randomInt } from 'node:crypto';
import pg from 'pg';
import { broken, ok } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';

const connectMs = 4_000;
const rounds = 3;

/** LISTEN and prepared statements belong to a session, which such a pooler does not keep. */
export async function findPooler(url: string, directUrl: string | undefined): Promise<Finding> {
  const setting = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  if (directUrl && (await leadElsewhere(url, directUrl))) {
    const why = `${setting} leads to another database than DATABASE_URL, so starts migrate one and serve the other.`;
    return broken(why, `Name the same database of the same server in both.`, setting);
  }
  if (!(await isPooled(directUrl ?? url))) return ok(`${setting} leads to the server itself.`);
  const missing = directUrl ? 'where LISTEN hears nothing' : 'and DATABASE_DIRECT_URL is not set';
  const fix =
    'Set DATABASE_DIRECT_URL to the PostgreSQL server itself (docs/how-to/use-a-pooler.md).';
  return broken(`${setting} leads to a pooler in transaction mode, ${missing}.`, fix, setting);
}

/**
 * Whether two connections swap their servers: a pooler in transaction mode lends the one that was given back last.
 * Connections of their own, so that nothing else moves on them.
 */
async function isPooled(url: string): Promise<boolean> {
  const clients = [0, 1].map(() => createClient(url));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const [one, other] = clients as [pg.Client, pg.Client];
    for (let round = 0; round < rounds; round++) {
      const before = await hold(one);
      await hold(other);
      await one.query('commit');
      await other.query('commit');
      const after = await hold(one);
      await one.query('commit');
      if (before !== after) return true;
    }
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** A lock in a transaction is held out of its own database only, also through a pooler. */
async function leadElsewhere(url: string, directUrl: string): Promise<boolean> {
  const [one, other] = [createClient(url), createClient(directUrl)];
  const key = randomInt(2 ** 47);
  try {
    await Promise.all([one.connect(), other.connect()]);
    await one.query('begin');
    await one.query('select pg_advisory_xact_lock($1::bigint)', [key]);
    await other.query('begin');
    const { rows } = await other.query<{ isFree: boolean }>(
      'select pg_try_advisory_xact_lock($1::bigint) as "isFree"',
      [key],
    );
    return rows[0]?.isFree === true;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})));
  }
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    application_name: 'sagewire',
  });
  client.on('error', () => {});
  return client;
}

/** Begins a transaction. @returns the process that serves it. */
async function hold(client: pg.Client): Promise<number> {
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
