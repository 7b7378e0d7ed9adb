import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { describeProxyProblem } from '#server/outside/proxies.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ProcessFacts } from './roll-call.ts';

type Facts = Pick<Runtime, 'config' | 'db' | 'clock' | 'proxies'>;

export async function describeProcess(runtime: Facts): Promise<ProcessFacts> {
  const { config, clock, db } = runtime;
  return {
    name: nameSelf(),
    roles: config.roles,
    skewMs: config.databaseUrl ? await measureSkew(db, () => clock.now()) : 0,
    proxyProblem: describeProxyProblem(runtime),
  };
}

export const nameSelf = () => `${hostname()}, process ${process.pid}`;

/** As if the database had read its clock in the middle of the call. Null while it does not answer. */
export async function measureSkew(db: Database, now: () => Date): Promise<number | null> {
  const before = now().getTime();
  const rows = await rowsOf<{ ms: number }>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  ).catch(() => []);
  const after = now().getTime();
  const [row] = rows;
  return row ? Math.round((before + after) / 2 - row.ms) : null;
}
