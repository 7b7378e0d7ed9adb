import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findSignedInUser } from '#server/access/guard.ts';
import type { Peers } from '#server/db/peers.ts';
import { forbidden, tryLater } from '#server/errors.ts';
import { createNetworkLimit } from '#server/outside/limit-by-network.ts';
import { limitReads } from './limit-reads.ts';
import { createRequestCounts, windowMs } from './request-counts.ts';

const tooMany = 'Too many requests.';

/** High enough for an office behind one address: these only stop floods. */
const limits = {
  address: { max: 3_000, timeWindow: windowMs },
  account: { max: 1_500, timeWindow: windowMs },
  /** Costs a password hash. */
  login: { max: 300, timeWindow: windowMs },
  register: { max: 200, timeWindow: windowMs },
  /** Each may send a text or call a model. */
  connect: { max: 60, timeWindow: windowMs },
  writeMessage: { max: 60, timeWindow: windowMs },
  testMessage: { max: 60, timeWindow: windowMs },
  testProvider: { max: 30, timeWindow: windowMs },
  /** Each sends mails, texts and webhooks. */
  testAlert: { max: 30, timeWindow: windowMs },
  /** May keep the database busy for two seconds; typing sends several. */
  search: { max: 120, timeWindow: windowMs },
  /** May create a Stripe object. */
  payment: { max: 60, timeWindow: windowMs },
  /** Reads a whole account. */
  export: { max: 10, timeWindow: windowMs },
  /** May send a code. */
  forgotPassword: { max: 30, timeWindow: windowMs },
} satisfies Record<string, { max: number; timeWindow: number }>;

export const limitByAddress = (name: 'login' | 'register' | 'forgotPassword') => ({
  rateLimit: limits[name],
});

type AccountLimit =
  | 'connect'
  | 'writeMessage'
  | 'testMessage'
  | 'testProvider'
  | 'testAlert'
  | 'search'
  | 'payment'
  | 'export';

export const limitByAccount = (name: AccountLimit) => ({
  rateLimit: { ...limits[name], hook: 'preHandler', keyGenerator: accountKey } as RateLimitOptions,
});

/** Each takes some 60 MB and 50 ms of two processors for its hashes. */
const maxHashingAtOnce = 4;
const hashing: unknown[] = [limits.login, limits.register];

/**
 * The limits by minute let one network ask for a thousand hashes in a second, which all others would wait for. Around the
 * handler, because a client that hangs up ends none.
 */
function letHashingWait(app: FastifyInstance): void {
  const limit = createNetworkLimit(maxHashingAtOnce);
  app.addHook('onRoute', (route) => {
    if (!hashing.includes(route.config?.rateLimit)) return;
    const { handler } = route;
    route.handler = function wait(request, reply) {
      return limit(request.ip, async () => handler.call(this, request, reply));
    };
  });
}

/**
 * Before a limit counts them: a page that a colleague visits could use up the office's sign-ins. Browsers send such
 * requests without asking, but say where they come from.
 */
function refuseForeignPages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'GET' || headers['sec-fetch-site'] !== 'cross-site') return;
    throw forbidden('This request comes from a page of another site.');
  });
}

/** Limits only routes registered after it. */
export async function limitRequests(app: FastifyInstance, peers: Peers): Promise<void> {
  refuseForeignPages(app);
  letHashingWait(app);
  limitReads(app);
  await app.register(rateLimit, {
    store: createRequestCounts(peers),
    ...limits.address,
    keyGenerator: ({ ip }) => ip,
    // Only a 429 says when to retry.
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) => tryLater(tooMany, ttl),
  });
  const countAddress = app.createRateLimit();
  // An account's limit runs after sign-in and replaces the general one, so the network is counted here.
  app.addHook('onRequest', async (request) => {
    const own = request.routeOptions.config.rateLimit || null;
    if (own?.hook === 'preHandler') requireAllowed(await countAddress(request));
  });
  const countAccount = app.createRateLimit({ ...limits.account, keyGenerator: accountKey });
  app.addHook('preHandler', async (request) => {
    if (!findSignedInUser(request)) return;
    requireAllowed(await countAccount(request));
  });
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function requireAllowed(result: Counted): void {
  if (!result.isAllowed && result.isExceeded) throw tryLater(tooMany, result.ttl);
}

function accountKey(request: FastifyRequest): string {
  return findSignedInUser(request)?.id ?? request.ip;
}
