import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { RouteOptions } from 'fastify';
import type { Peers } from '#server/db/peers.ts';
import { listNetworks } from '#server/outside/network.ts';

/** `requests` counts all processes; `untold` are not reported yet. */
type Count = { requests: number; untold: number; startedAt: number };
type Counts = Map<string, Count>;
type Store = InstanceType<FastifyRateLimitStoreCtor>;

/** One window for all limits, so counts end together in all processes. */
export const windowMs = 60_000;
/** In a flood, the oldest count is dropped. */
const maxKeys = 20_000;
/** Reports after each such share of a limit. */
const toldShare = 0.02;

/**
 * Counts in memory and adds other processes' reports: one limit for all, but for unreported requests, without a query
 * per request. A key that is an address counts for all networks around it.
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
    const add = (key: string, limit: number) => {
      const count = findCount(counts, key);
      count.requests++;
      if (++count.untold >= limit * toldShare) {
        const word = `${route}@${key}`;
        unsent.set(word, (unsent.get(word) ?? 0) + count.untold);
        count.untold = 0;
        sendSoon();
      }
    };
    return {
      child: (options) => createStore(nameLimit(options as Named & { routeInfo?: RouteOptions })),
      incr(key, callback, _windowMs, max) {
        const networks = listNetworks(key);
        // What is refused counts nowhere: one subscriber's flood must not use up the limit of a whole /48, and a flood
        // from all over a /48 must not push out other counts.
        for (const { name, share } of networks) {
          const known = findKnown(counts, name);
          if (!known || known.requests < max * share) continue;
          const ttl = Math.max(0, known.startedAt + windowMs - Date.now());
          return callback(null, { current: max + 1, ttl });
        }
        for (const { name, share } of networks) add(name, max * share);
        callback(null, { current: 1, ttl: windowMs });
      },
    };
  }

  // The plugin's types ask for a class; called with `new`, this is one.
  return function create() {
    return createStore('all');
  } as unknown as FastifyRateLimitStoreCtor;
}

function findKnown(counts: Counts, key: string): Count | null {
  const known = counts.get(key);
  return known && known.startedAt + windowMs > Date.now() ? known : null;
}

function findCount(counts: Counts, key: string): Count {
  const known = findKnown(counts, key);
  if (known) return known;
  const count = { requests: 0, untold: 0, startedAt: Date.now() };
  // Keeps the map ordered by age.
  counts.delete(key);
  counts.set(key, count);
  const [oldest] = counts.size > maxKeys ? counts.keys() : [];
  if (oldest !== undefined) counts.delete(oldest);
  return count;
}

/** Of a limit without a route. */
export type Named = { name?: string };

function nameLimit({ name, routeInfo }: Named & { routeInfo?: RouteOptions }): string {
  return name ?? `${routeInfo?.method}${routeInfo?.url}`;
}
