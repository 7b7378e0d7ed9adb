import type { FastifyPluginAsync } from 'fastify';
import type { SandboxContext, StripeAccount } from './context.ts';
import { type Account, openAccount } from './stripe/account.ts';
import { createApi } from './stripe/api.ts';
import { moveClock } from './stripe/clock.ts';
import { createEvents, type Events } from './stripe/events.ts';
import { createFailures, type FailureKey } from './stripe/failures.ts';
import { createPages } from './stripe/pages.ts';
import { createPayments, type Payments } from './stripe/payments.ts';
import { createReversals, type Reversals } from './stripe/reversals.ts';

export type StripeOptions = {
  keys: StripeAccount;
  /** Where the product is reached; its webhook and our pages are below it. */
  getPublicUrl: () => string;
  /** Keeps customers, sessions and subscriptions over a restart; null: in memory only. */
  file: string | null;
};

export type StripeStandIn = {
  plugin: FastifyPluginAsync;
  account: Account;
  payments: Payments;
  reversals: Reversals;
  events: Events;
  /** Stripe's clock goes on by so many seconds, and what falls due happens. */
  moveClock(seconds: number): Promise<void>;
  /** From now on every call of the API fails like this; null: none does. */
  failWith(failure: FailureKey | null): void;
  setDown(isDown: boolean): void;
};

/** Stripe as far as one shop needs it: its API, the pages of Checkout and of the portal, and signed events. */
export function createStripe(context: SandboxContext, options: StripeOptions): StripeStandIn {
  const { keys, getPublicUrl } = options;
  const account = openAccount(options.file);
  const events = createEvents(context, {
    webhookSecret: keys.webhookSecret,
    getUrl: () => `${getPublicUrl()}/api/webhooks/stripe`,
    now: account.now,
  });
  const payments = createPayments(account, events);
  const reversals = createReversals(account, events);
  const failures = createFailures();
  const move = (seconds: number) => moveClock(account, payments, seconds);
  const getPagesUrl = () => `${getPublicUrl()}/sandbox/stripe`;
  const api = createApi(context, {
    account,
    payments,
    reversals,
    events,
    secretKey: keys.secretKey,
    getPagesUrl,
    failures,
  });
  const pages = createPages({ account, payments, reversals, failures, moveClock: move });
  return {
    plugin: async (app) => {
      await app.register(api);
      await app.register(pages);
    },
    account,
    payments,
    reversals,
    events,
    moveClock: move,
    failWith: failures.plan,
    setDown: (isDown) => failures.plan(isDown ? 'down' : null),
  };
}
