import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedInUser } from '#server/auth/guard.ts';
import { AppError, tooManyRequests } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';

const minuteMs = 60_000;
/** Expired windows are dropped beyond this many. */
const maxWindows = 10_000;

/** They stop floods: an office behind one address stays far below. Counted in memory, per process. */
const limits = {
  /** All of the dashboard API, per address. */
  address: { max: 3_000, timeWindow: minuteMs },
  /** From any address. */
  account: { max: 1_500, timeWindow: minuteMs },
  /** Each costs a password hash. */
  login: { max: 300, timeWindow: minuteMs },
  register: { max: 200, timeWindow: minuteMs },
  /** Each may send a text, or call a model. */
  connect: { max: 60, timeWindow: minuteMs },
  writeMessage: { max: 60, timeWindow: minuteMs },
  testMessage: { max: 60, timeWindow: minuteMs },
  testProvider: { max: 30, timeWindow: minuteMs },
  /** Each may create a Stripe object. */
  payment: { max: 60, timeWindow: minuteMs },
  /** Each reads a whole account. */
  export: { max: 10, timeWindow: minuteMs },
  /** For one e-mail from one address. */
  loginFailures: { max: 10, timeWindow: 15 * minuteMs },
} satisfies Record<string, { max: number; timeWindow: number }>;

/** A stricter limit than the general one. */
export const limitByAddress = (name: 'login' | 'register') => ({ rateLimit: limits[name] });

type AccountLimit =
  | 'connect'
  | 'writeMessage'
  | 'testMessage'
  | 'testProvider'
  | 'payment'
  | 'export';

export const limitByAccount = (name: AccountLimit) => ({
  rateLimit: { ...limits[name], hook: 'preHandler', keyGenerator: accountKey } as RateLimitOptions,
});

/** Limits only routes registered after it. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    ...limits.address,
    cache: 20_000,
    // Only a 429 says when to retry; the counters stay private.
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
    errorResponseBuilder: (_request, { ttl }) => toRateLimitError(ttl),
  });
  const countAccount = app.createRateLimit({ ...limits.account, keyGenerator: accountKey });
  app.addHook('preHandler', async (request) => {
    if (!signedInUser(request)) return;
    const result = await countAccount(request);
    if (!result.isAllowed && result.isExceeded) throw toRateLimitError(result.ttl);
  });
}

/** Without and with a session. */
const wrongPassword = [401, 403];

type Window = { failures: number; endsAt: number; lastAttempt: Promise<unknown> };

/** Counts wrong passwords per e-mail and address. */
export function createLoginLimit({ clock }: Runtime, words = 'Too many failed logins.') {
  const { max, timeWindow } = limits.loginFailures;
  const windows = new Map<string, Window>();

  async function attemptOnce<Session>(
    window: Window,
    logIn: () => Promise<Session>,
  ): Promise<Session> {
    const leftMs = window.endsAt - clock.now().getTime();
    if (window.failures >= max && leftMs > 0) throw toRateLimitError(leftMs, words);
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
   * Attempts run in turn, so that a burst of guesses can't pass the limit and one of right passwords doesn't hit it.
   * @throws {AppError} 429 after too many failures.
   */
  return async <Session>(
    request: FastifyRequest,
    email: string,
    logIn: () => Promise<Session>,
  ): Promise<Session> => {
    const now = clock.now().getTime();
    if (windows.size > maxWindows) dropExpired(windows, now);
    const key = `${email.toLowerCase()} ${request.ip}`;
    const known = windows.get(key);
    const isOpen = known !== undefined && known.endsAt > now;
    const lastAttempt = known?.lastAttempt ?? Promise.resolve();
    const window = isOpen ? known : { failures: 0, endsAt: now + timeWindow, lastAttempt };
    windows.set(key, window);
    const session = window.lastAttempt.then(() => attemptOnce(window, logIn));
    window.lastAttempt = session.catch(() => {}); // a failure must not stop the next attempt
    return session;
  };
}

function dropExpired(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
}

function accountKey(request: FastifyRequest): string {
  return signedInUser(request)?.id ?? request.ip;
}

function toRateLimitError(ttlMs: number, what = 'Too many requests.') {
  const seconds = Math.max(1, Math.ceil(ttlMs / 1000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return tooManyRequests(`${what} Please try again in ${wait}.`, seconds);
}
