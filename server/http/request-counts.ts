import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { RouteOptions } from 'fastify';
import type { Peers } from '#server/peers.ts';

/** Of all processes since `startedAt`. */
type Count = { requests: number; untold: number; startedAt: number };
type Counts = Map<string, Count>;
type Store = InstanceType<FastifyRateLimitStoreCtor>;

/** Of every limit, so that a count that begins elsewhere ends here at about the same time. */
export const windowMs = 60_000;
/** The oldest is forgotten before memory runs out in a flood from many addresses. */
const mostKeys = 20_000;
/** Others hear of a key whenever this share of its limit has come in here, so ordinary use is never told. */
const toldShare = 0.02;

/**
 * Requests are counted here, and what comes in elsewhere is added: a limit holds for all processes together but for what is
 * not told yet. Neither a query nor a write per request.
 */
export function createRequestCounts(peers: Peers): FastifyRateLimitStoreCtor {
  const routes = new Map<string, Counts>();
  const unsent = new Map<string, number>();
  const sendSoon = peers.join('requests', {
    collect() {
      const words = [...unsent].map(([key, requests]) => `${requests}@${key}`);
      unsent.clear();
      return words;
    },
    onWord(word) {
      const [, requests, route = '', key = ''] = /^(\d+)@([^@]*)@(.*)$/.exec(word) ?? [];
      const counts = routes.get(route);
      if (counts) findCount(counts, key).requests += Number(requests);
    },
  });

  function createStore(route: string): Store {
    const counts: Counts = new Map();
    routes.set(route, counts);
    return {
      child: (options) => createStore(nameRoute(options as { routeInfo?: RouteOptions })),
      incr(key, callback, _windowMs, max) {
        const count = findCount(counts, key);
        count.requests++;
        if (++count.untold >= max * toldShare) {
          const word = `${route}@${key}`;
          unsent.set(word, (unsent.get(word) ?? 0) + count.untold);
          count.untold = 0;
          sendSoon();
        }
        const ttl = count.startedAt + windowMs - Date.now();
        callback(null, { current: count.requests, ttl: Math.max(0, ttl) });
      },
    };
  }

  // Called with `new`, as the plugin expects it.
  return function create() {
    return createStore('all');
  } as unknown as FastifyRateLimitStoreCtor;
}

function findCount(counts: Counts, key: string): Count {
  const now = Date.now();
  const known = counts.get(key);
  if (known && known.startedAt + windowMs > now) return known;
  const count = { requests: 0, untold: 0, startedAt: now };
  // Deleted first, so that the oldest stay in front.
  counts.delete(key);
  counts.set(key, count);
  const [oldest] = counts.size > mostKeys ? counts.keys() : [];
  if (oldest !== undefined) counts.delete(oldest);
  return count;
}

/** Without a route it is the limit of an account. */
function nameRoute({ routeInfo }: { routeInfo?: RouteOptions }): string {
  return routeInfo?.url ? `${routeInfo.method}${routeInfo.url}` : 'account';
}
