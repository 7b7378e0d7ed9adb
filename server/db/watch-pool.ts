import type pg from 'pg';
import type { PreparingClient } from './preparing-client.ts';

const checkMs = 250;
/** A connection that was heard of this lately lives. */
const provenMs = 500;

/**
 * Ends connections that died without a word: after a failover, or behind a router that forgot them, bytes vanish and
 * nothing says so. With one go the idle ones that are not proven alive: the next statement must not find them.
 * @returns stops watching.
 */
export function watchPool(pool: pg.Pool, onDead: (count: number) => void): () => void {
  const clients = new Set<PreparingClient>();
  const busy = new WeakSet<PreparingClient>();
  // The pool makes every client a PreparingClient; pg's types only know its own.
  const on = (event: string, listen: (client: PreparingClient) => void) =>
    pool.on(event as 'acquire', (client) => listen(client as unknown as PreparingClient));
  on('connect', (client) => clients.add(client));
  on('acquire', (client) => busy.add(client));
  on('remove', (client) => clients.delete(client));
  pool.on('release', (_error, client) => busy.delete(client as unknown as PreparingClient));

  function dropWith(dead: PreparingClient): void {
    if (!dead.isSilent()) return;
    const provenSince = performance.now() - provenMs;
    const idle = [...clients].filter((one) => !busy.has(one) && one.heardAt() < provenSince);
    for (const one of [dead, ...idle]) {
      clients.delete(one);
      one.drop('the connection to the database is dead');
    }
    onDead(1 + idle.length);
  }

  const check = setInterval(() => {
    for (const client of clients) {
      client.heardAt();
      // What has come while the event loop was busy is read first.
      if (client.isSilent()) setImmediate(dropWith, client);
    }
  }, checkMs);
  check.unref();
  return () => clearInterval(check);
}
