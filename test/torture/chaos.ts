import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from './random.ts';

/** `stop` waits for the last harm to end. */
function repeat(random: Random, everyMs: [number, number], harm: () => Promise<void>) {
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(random.between(...everyMs), null, { signal: stopping.signal }).catch(() => {});
      if (!stopping.signal.aborted) await harm();
    }
  })();
  done.catch(() => {}); // `stop` throws it
  return async () => {
    stopping.abort();
    await done;
  };
}

/** `harmOne` returns false if there was nothing to harm. */
export function startHarming(
  random: Random,
  everyMs: [number, number],
  harmOne: (random: Random) => Promise<boolean>,
) {
  let count = 0;
  const stop = repeat(random, everyMs, async () => {
    if (await harmOne(random)) count++;
  });
  return { stop, count: () => count };
}

export function startCutting(random: Random, databaseUrl: string | undefined) {
  if (!databaseUrl) return { stop: async () => {}, count: () => 0 };
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  let cuts = 0;
  const stop = repeat(random, [500, 2_500], async () => {
    const most = random.happens(0.1) ? 1_000 : 1;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
         where datname = $1 and application_name = 'sagewire' order by random() limit $2) as victims`,
      [name, most],
    );
    await client.end();
    cuts += rowCount ?? 0;
  });
  return { stop, count: () => cuts };
}
