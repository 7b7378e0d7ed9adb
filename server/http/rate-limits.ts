import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedInUser } from '#server/auth/guard.ts';
import { AppError, tooManyRequests } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';

const minuteMs = 60_000;
/** Beyond this many remembered addresses, those whose time is over are dropped. */
const maxWindows = 10_000;

/**
 * How often, at most. They stop floods, not people: an office behind one address, or a page that
 * loads everything at once, stays far below. Kept in memory, per process.
 */
const limits = {
  /** Every call of the dashboard API from one address. */
  address: { max: 3_000, timeWindow: minuteMs },
  /** Every call of one account, from wherever it comes. */
  account: { max: 1_500, timeWindow: minuteMs },
  /** Each costs a password hash. */
  login: { max: 300, timeWindow: minuteMs },
  register: { max: 200, timeWindow: minuteMs },
  /** Each may send a text, or ask a model. */
  connect: { max: 60, timeWindow: minuteMs },
  writeMessage: { max: 60, timeWindow: minuteMs },
  testMessage: { max: 60, timeWindow: minuteMs },
  testProvider: { max: 30, timeWindow: minuteMs },
  /** Each may make something at Stripe. */
  payment: { max: 60, timeWindow: minuteMs },
  /** Each reads everything that there is of somebody. */
  export: { max: 10, timeWindow: minuteMs },
  /** Wrong passwords for one e-mail from one address. */
  loginFailures: { max: 10, timeWindow: 15 * minuteMs },
} satisfies Record<string, { max: number; timeWindow: number }>;

/** For a route's `config`: a stricter limit than the general one, per address. */
export const limitedByAddress = (name: 'login' | 'register') => ({ rateLimit: limits[name] });

type AccountLimit =
  | 'connect'
  | 'writeMessage'
  | 'testMessage'
  | 'testProvider'
  | 'payment'
  | 'export';

/** The same per account, for routes that need one. */
export const limitedByAccount = (name: AccountLimit) => ({
  rateLimit: { ...limits[name], hook: 'preHandler', keyGenerator: accountKey } as RateLimitOptions,
});

/** Limits every route registered on this instance after it. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    ...limits.address,
    cache: 20_000,
    // Only a refusal says when to come back; the counters themselves are nobody's business.
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
    errorResponseBuilder: (_request, { ttl }) => refusal(ttl),
  });
  const countAccount = app.createRateLimit({ ...limits.account, keyGenerator: accountKey });
  app.addHook('preHandler', async (request) => {
    if (!signedInUser(request)) return;
    const result = await countAccount(request);
    if (!result.isAllowed && result.isExceeded) throw refusal(result.ttl);
  });
}

/** Of nobody, and of somebody who is signed in. */
const wrongPassword = [401, 403];

type Window = { failures: number; endsAt: number; lastTry: Promise<unknown> };

/** Counts wrong passwords, per e-mail and address. */
export function createLoginLimit({ clock }: Runtime, words = 'Too many failed logins.') {
  const { max, timeWindow } = limits.loginFailures;
  const windows = new Map<string, Window>();

  async function tryOnce<Session>(window: Window, logIn: () => Promise<Session>): Promise<Session> {
    const leftMs = window.endsAt - clock.now().getTime();
    if (window.failures >= max && leftMs > 0) throw refusal(leftMs, words);
    try {
      const session = await logIn();
      window.failures = 0;
      return session;
    } catch (error) {
      if (error instanceof AppError && wrongPassword.includes(error.status)) window.failures += 1;
      throw error;
    }
  }

  /**
   * Tries of one kind wait for each other: a burst of guesses can't slip past the limit, and a burst
   * of right passwords does not meet it.
   * @throws {AppError} 429 when this e-mail has failed too often from this address.
   */
  return async <Session>(
    request: FastifyRequest,
    email: string,
    logIn: () => Promise<Session>,
  ): Promise<Session> => {
    const now = clock.now().getTime();
    if (windows.size > maxWindows) forgetEnded(windows, now);
    const key = `${email.toLowerCase()} ${request.ip}`;
    const known = windows.get(key);
    const isOpen = known !== undefined && known.endsAt > now;
    const lastTry = known?.lastTry ?? Promise.resolve();
    const window = isOpen ? known : { failures: 0, endsAt: now + timeWindow, lastTry };
    windows.set(key, window);
    const session = window.lastTry.then(() => tryOnce(window, logIn));
    window.lastTry = session.catch(() => {}); // whoever tries next need not know why this one failed
    return session;
  };
}

function forgetEnded(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
}

function accountKey(request: FastifyRequest): string {
  return signedInUser(request)?.id ?? request.ip;
}

function refusal(ttlMs: number, what = 'Too many requests.') {
  const seconds = Math.max(1, Math.ceil(ttlMs / 1000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return tooManyRequests(`${what} Please try again in ${wait}.`, seconds);
}
