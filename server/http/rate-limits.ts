import rateLimit, { type CreateRateLimitOptions, type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { findSignedInUser } from '#server/access/guard.ts';
import type { Peers } from '#server/db/peers.ts';
import { forbidden, tryLater } from '#server/errors.ts';
import { createNetworkLimit } from '#server/outside/limit-by-network.ts';
import { limitReads } from './limit-reads.ts';
import { createRequestCounts, type Named, windowMs } from './request-counts.ts';

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
  /** Each makes up to seven calls to Stripe, which takes some 100 a second from all of us. */
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request with this body has us call Stripe. */
    asksStripe?: (body: unknown) => boolean;
    /** For another service, which may be slow: such requests hold up no others. */
    waitsOutside?: boolean;
    /** Of what an account, and all, read at once. */
    hasOwnLimit?: boolean;
  }
}

const isTrial = z.object({ plan: z.literal('trial') });
const isTrialSignUp = z.object({ subscriptionPlan: z.literal('trial') });

export const limitPayment = () => ({
  ...limitByAccount('payment'),
  asksStripe: (body: unknown) => !isTrial.safeParse(body).success,
});

/** With a plan, it opens a payment page. */
export const limitSignUp = () => ({
  ...limitByAddress('register'),
  asksStripe: (body: unknown) => !isTrialSignUp.safeParse(body).success,
});

const asksStripe = ({ routeOptions, body }: FastifyRequest) =>
  routeOptions.config.asksStripe?.(body) ?? false;

/** Each takes some 60 MB and 50 ms of two processors for its hashes. */
const maxHashingAtOnce = 4;
const hashing: unknown[] = [limits.login, limits.register];
/** The limit by minute would let one network use up all of Stripe's second. */
const maxAskingStripeAtOnce = 2;

/**
 * The limits by minute let one network ask for a thousand hashes in a second, which all others would wait for. Around the
 * handler, because a client that hangs up ends none. The limit for Stripe is the outer one: a sign-up that waits
 * there holds no place for a hash.
 */
function letNetworksWait(app: FastifyInstance): void {
  const limitHashing = createNetworkLimit(maxHashingAtOnce);
  const limitStripe = createNetworkLimit(maxAskingStripeAtOnce);
  app.addHook('onRoute', (route) => {
    if (hashing.includes(route.config?.rateLimit)) letWait(route, limitHashing, () => true);
    if (route.config?.asksStripe) letWait(route, limitStripe, asksStripe);
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

type Route = Pick<RouteOptions, 'handler'>;

function letWait(
  route: Route,
  limit: ReturnType<typeof createNetworkLimit>,
  isToWait: (request: FastifyRequest) => boolean,
): void {
  const { handler } = route;
  route.handler = function wait(request, reply) {
    const handle = async () => handler.call(this, request, reply);
    return isToWait(request) ? limit(request.ip, handle) : handle();
  };
}

/** Limits only routes registered after it. */
export async function limitRequests(app: FastifyInstance, peers: Peers): Promise<void> {
  refuseForeignPages(app);
  letNetworksWait(app);
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
  // Accounts cost nothing, so an account's limit alone is none.
  const countPaying = app.createRateLimit(named('payment', limits.payment));
  app.addHook('preHandler', async (request) => {
    if (asksStripe(request)) requireAllowed(await countPaying(request));
  });
  const countAccount = app.createRateLimit(
    named('account', { ...limits.account, keyGenerator: accountKey }),
  );
  app.addHook('preHandler', async (request) => {
    if (!findSignedInUser(request)) return;
    requireAllowed(await countAccount(request));
  });
}

/** Other processes report counts by the name of their limit. */
const named = (name: string, limit: CreateRateLimitOptions): CreateRateLimitOptions & Named => ({
  ...limit,
  name,
});

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function requireAllowed(result: Counted): void {
  if (!result.isAllowed && result.isExceeded) throw tryLater(tooMany, result.ttl);
}

function accountKey(request: FastifyRequest): string {
  return findSignedInUser(request)?.id ?? request.ip;
}
