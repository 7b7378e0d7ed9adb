import type pg from 'pg';
import { databaseErrors } from './metrics.ts';

/** By SQLSTATE or the system's code. Class 22 and 23 say that a value is wrong or taken, which callers expect. */
const kinds: [string, RegExp][] = [
  ['expected', /^2[23]/],
  ['connection', /^(08|57P|E(?!RR_))/],
  ['timeout', /^57014/],
  ['lock', /^(40|55P03)/],
  ['resources', /^(53|58)/],
];

export function countDatabaseError(code: unknown): void {
  const known = kinds.find(([, codes]) => typeof code === 'string' && codes.test(code));
  const kind = known?.[0] ?? 'other';
  if (kind !== 'expected') databaseErrors.inc({ kind });
}

type Connection = { on(event: 'errorMessage', listen: (message: { code?: string }) => void): void };

/** What the server answers, and connections that are lost or never come. */
export function countErrors(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    // pg's types leave out the connection, whose events have every code, also those that a caller swallows.
    const { connection } = client as unknown as { connection: Connection };
    connection.on('errorMessage', ({ code }) => countDatabaseError(code));
    client.on('error', () => databaseErrors.inc({ kind: 'connection' }));
  });
}
