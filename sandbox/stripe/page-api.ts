import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readText } from '../body-parsers.ts';
import type { Account } from './account.ts';
import type { Charge } from './charges.ts';
import { type Failures, failureKeys } from './failures.ts';
import { type Checkout, day, type PortalSession, type Subscription } from './objects.ts';
import { otherItem, showCheckout, showOverview, showPortal, showReceipt } from './page-views.ts';
import { CardDeclined, type Payments } from './payments.ts';
import { NotRefundable, type Refunds } from './refunds.ts';

export type PagesOptions = {
  account: Account;
  payments: Payments;
  refunds: Refunds;
  failures: Failures;
  moveClock: (seconds: number) => Promise<void>;
};

class PageError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type ById = { Params: { id: string } };
type Action = (subscription: Subscription, request: FastifyRequest) => Promise<void>;

const payRequest = z.object({ card: z.string() });
const paidRequest = z.object({ isPaid: z.boolean() });
const cardRequest = z.object({ isGood: z.boolean() });
const failureRequest = z.object({ failure: z.enum(failureKeys).nullable() });
const clockRequest = z.object({ days: z.number().int().min(1).max(400) });

export function createPageApi(options: PagesOptions): FastifyPluginAsync {
  const { account, payments, refunds, failures } = options;
  const overview = () => showOverview(account, failures.current());

  return async (app) => {
    app.setErrorHandler((error, _, reply) => {
      const known = error instanceof PageError ? error : new PageError(500, 'The sandbox failed.');
      return reply.code(known.status).send({ message: known.message });
    });
    app.addHook('preHandler', async ({ method, headers }) => {
      // Another site's form can't send JSON, and so can't pay for the visitor.
      const isJson = headers['content-type']?.startsWith('application/json');
      if (method === 'POST' && !isJson) throw new PageError(415, 'Send JSON.');
    });

    app.get('/overview', async () => overview());
    app.post('/failure', async (request) => {
      failures.plan(parseBody(failureRequest, request).failure);
      return overview();
    });
    app.post('/clock', async (request) => {
      await options.moveClock(parseBody(clockRequest, request).days * day);
      return overview();
    });

    app.get<ById>('/checkout/:id', async ({ params }) =>
      showCheckout(getCheckout(account, params.id)),
    );
    app.post<ById>('/checkout/:id/pay', async (request) => {
      const { card } = parseBody(payRequest, request);
      const checkout = getOpenCheckout(account, request.params.id);
      return { redirectTo: await payOrThrow(() => payments.pay(checkout, card)) };
    });
    app.post<ById>('/checkout/:id/pay-later', async (request) => {
      const late = parseBody(paidRequest, request);
      const checkout = getOpenCheckout(account, request.params.id);
      return { redirectTo: await payOrThrow(() => payments.payLater(checkout, late)) };
    });
    app.post<ById>('/checkout/:id/settle', async (request) => {
      const late = parseBody(paidRequest, request);
      const checkout = getCheckout(account, request.params.id);
      if (!checkout.bank) throw new PageError(409, 'This payment is not made by bank.');
      await payments.settleLate(checkout, late);
      return overview();
    });

    const changes: Record<string, (charge: Charge) => Promise<unknown>> = {
      refund: (charge) => refunds.refund(charge),
      'refund-half': (charge) => refunds.refund(charge, Math.ceil(charge.amount / 2)),
      dispute: (charge) => refunds.dispute(charge),
      'dispute-won': (charge) => refunds.closeDispute(charge, 'won'),
      'dispute-lost': (charge) => refunds.closeDispute(charge, 'lost'),
    };
    for (const [name, change] of Object.entries(changes)) {
      app.post<ById>(`/checkout/:id/${name}`, async ({ params }) => {
        const { session } = getCheckout(account, params.id);
        const charge = account.charges.get(session.payment_intent ?? '');
        if (!charge) throw new PageError(409, 'Nothing was charged for this.');
        await changeOrThrow(() => change(charge));
        return overview();
      });
    }

    app.get<ById>('/receipt/:id', async ({ params }) => {
      const receipt = showReceipt(account, params.id);
      if (!receipt) throw new PageError(404, 'The sandbox does not know this receipt.');
      return receipt;
    });

    app.get<ById>('/portal/:id', async ({ params }) => {
      const { portal, subscription } = getPortal(account, params.id);
      return showPortal(account, portal, subscription);
    });
    const actions: Record<string, Action> = {
      cancel: (subscription) => payments.cancelAtPeriodEnd(subscription),
      resume: (subscription) => payments.resume(subscription),
      switch: (subscription) => payments.changePlan(subscription, otherItem(subscription)),
      renew: (subscription, request) =>
        payments.renew(subscription, parseBody(paidRequest, request)),
      card: async ({ id }, request) => {
        const { isGood } = parseBody(cardRequest, request);
        account.failingCards[isGood ? 'delete' : 'add'](id);
        account.save();
      },
      clock: (_, request) => options.moveClock(parseBody(clockRequest, request).days * day),
      end: (subscription) => payments.end(subscription),
    };
    for (const [name, run] of Object.entries(actions)) {
      app.post<ById>(`/portal/:id/${name}`, async (request) => {
        const { id } = request.params;
        const { portal, subscription } = getPortal(account, id);
        if (!subscription) throw new PageError(409, 'There is no subscription.');
        await run(subscription, request);
        return showPortal(account, portal, getPortal(account, id).subscription);
      });
    }
  };
}

async function payOrThrow(pay: () => Promise<string>): Promise<string> {
  try {
    return await pay();
  } catch (error) {
    throw error instanceof CardDeclined ? new PageError(402, error.message) : error;
  }
}

async function changeOrThrow(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    throw error instanceof NotRefundable ? new PageError(409, error.message) : error;
  }
}

function getCheckout(account: Account, id: string): Checkout {
  const checkout = account.checkouts.get(id);
  if (!checkout) throw new PageError(404, 'The sandbox does not know this payment.');
  return checkout;
}

function getOpenCheckout(account: Account, id: string): Checkout {
  const checkout = getCheckout(account, id);
  const { status } = checkout.session;
  if (status === 'expired') throw new PageError(409, 'This payment page has expired.');
  if (status !== 'open') throw new PageError(409, 'This payment has already been made.');
  return checkout;
}

function getPortal(
  account: Account,
  id: string,
): { portal: PortalSession; subscription: Subscription | null } {
  const portal = account.portals.get(id);
  if (!portal) throw new PageError(404, 'This page has expired. Open the billing portal again.');
  const subscription = [...account.subscriptions.values()].findLast(
    ({ customer, status }) => customer === portal.customer && status !== 'canceled',
  );
  return { portal, subscription: subscription ?? null };
}

function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(readText(request.body)));
  } catch {
    throw new PageError(400, 'The body is not what was expected.');
  }
}
