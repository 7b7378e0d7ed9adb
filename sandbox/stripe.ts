import type { FastifyPluginAsync } from 'fastify';
import type { SandboxContext, StripeAccount } from './context.ts';
import { type Account, openAccount } from './stripe/account.ts';
import { createApi } from './stripe/api.ts';
import { moveClock } from './stripe/clock.ts';
import { createEvents, type Events } from './stripe/events.ts';
import { createFailures, type FailureKey } from './stripe/failures.ts';
import { createPages } from './stripe/pages.ts';
import { createPayments, type Payments } from './stripe/payments.ts';
import { createRefunds, type Refunds } from './stripe/refunds.ts';

export type StripeOptions = {
  keys: StripeAccount;
  getPublicUrl: () => string;
  file: string | null;
};

export type StripeStandIn = {
  api: FastifyPluginAsync;
  /** Where people pay. */
  pages: FastifyPluginAsync;
  account: Account;
  payments: Payments;
  refunds: Refunds;
  events: Events;
  /** Everything due on the way happens. */
  moveClock(seconds: number): Promise<void>;
  failWith(failure: FailureKey | null): void;
  setDown(isDown: boolean): void;
};

export function createStripe(context: SandboxContext, options: StripeOptions): StripeStandIn {
  const { keys, getPublicUrl } = options;
  const getPagesUrl = () => `${getPublicUrl()}/sandbox/stripe`;
  const account = openAccount(options.file, undefined, getPagesUrl);
  const events = createEvents(context, {
    webhookSecret: keys.webhookSecret,
    getUrl: () => `${getPublicUrl()}/api/webhooks/stripe`,
    now: account.now,
    keep(event) {
      account.events.push(event);
      account.save();
    },
  });
  const payments = createPayments(account, events);
  const refunds = createRefunds(account, events);
  const failures = createFailures();
  const move = (seconds: number) => moveClock(account, payments, seconds);
  const api = createApi(context, {
    account,
    payments,
    refunds,
    events,
    secretKey: keys.secretKey,
    getPagesUrl,
    failures,
  });
  const pages = createPages({ account, payments, refunds, failures, moveClock: move });
  return {
    api,
    pages,
    account,
    payments,
    refunds,
    events,
    moveClock: move,
    failWith: failures.plan,
    setDown: (isDown) => failures.plan(isDown ? 'down' : null),
  };
}
