import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { dropDatabase, type Kind, prepareScene, type Scene } from './scene.ts';
import type { Result } from './statistics.ts';

/** To collect the garbage of the start. */
const settleMs = 20_000;
const idleSeconds = 60;
const promises = { postgres: '≤ 170 MB', embedded: '≤ 430 MB' };

export async function benchIdle(kind: Kind): Promise<Result[]> {
  const scene = await prepareScene(kind, { people: 1, vendorsUrl: 'http://127.0.0.1:9' });
  const product = await scene.start();
  await sleep(settleMs);
  const [commits, busy] = [await countTransactions(scene), product.cpuSeconds()];
  await sleep(idleSeconds * 1000);
  const cpu = ((product.cpuSeconds() - busy) / idleSeconds) * 100;
  const transactions = ((await countTransactions(scene)) - commits) / idleSeconds;
  const resident = product.residentMb();
  await product.stop();
  if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  const bench = `idle, ${kind}`;
  return [
    { bench, measure: 'resident', value: resident, unit: 'MB', promise: promises[kind] },
    { bench, measure: 'CPU', value: cpu, unit: '%' },
    ...(kind === 'postgres'
      ? [{ bench, measure: 'transactions', value: transactions, unit: '/s', promise: '≤ 2' }]
      : []),
  ];
}

/**
 * Through another database, so that it does not count itself. Only the product's process can open
 * the embedded one.
 */
async function countTransactions({ databaseUrl }: Scene): Promise<number> {
  if (!databaseUrl) return 0;
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
    [name],
  );
  await client.end();
  return Number(rows[0].count);
}
