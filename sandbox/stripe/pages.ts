import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type PaidPlanId, plans } from '#shared/plans.ts';
import { readText } from '../body-parsers.ts';
import { listFiles, sendFile } from '../page-files.ts';
import type { Account, Checkout } from './account.ts';
import type { Item, Subscription } from './objects.ts';
import { CardDeclined, cards, type Payments, periodOf } from './payments.ts';

export type PagesOptions = {
  account: Account;
  payments: Payments;
  isDown: () => boolean;
  setDown: (isDown: boolean) => void;
};

/** An answer other than 2xx, in words for whoever pays. */
class PageError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type ById = { Params: { id: string } };
const payRequest = z.object({ card: z.string() });
const downRequest = z.object({ isDown: z.boolean() });
const renewRequest = z.object({ isPaid: z.boolean() });

/** What a payer sees at Stripe: the payment page, the portal, and for developers an overview. */
export function createPages(options: PagesOptions): FastifyPluginAsync {
  const { account, payments } = options;
  const files = listFiles(new URL('page/', import.meta.url));

  return async (app) => {
    app.get('/', (_, reply) => sendFile(reply, files.get('overview.html')));
    app.get('/checkout/:id', (_, reply) => sendFile(reply, files.get('checkout.html')));
    app.get('/portal/:id', (_, reply) => sendFile(reply, files.get('portal.html')));
    app.get<{ Params: { file: string } }>('/page/:file', (request, reply) =>
      sendFile(reply, files.get(request.params.file)),
    );

    await app.register(
      async (api) => {
        api.setErrorHandler((error, _, reply) => {
          const known =
            error instanceof PageError ? error : new PageError(500, 'The sandbox stumbled.');
          return reply.code(known.status).send({ message: known.message });
        });

        api.get('/overview', async () => showOverview(options));
        api.post('/down', async (request) => {
          options.setDown(parseBody(downRequest, request).isDown);
          return { isDown: options.isDown() };
        });

        api.get<ById>('/checkout/:id', async ({ params }) =>
          showCheckout(getCheckout(account, params.id)),
        );
        api.post<ById>('/checkout/:id/pay', async (request) => {
          const { card } = parseBody(payRequest, request);
          const checkout = getCheckout(account, request.params.id);
          if (checkout.session.status !== 'open') {
            throw new PageError(409, 'This payment has already been made.');
          }
          return { redirectTo: await paid(() => payments.pay(checkout, card)) };
        });

        api.get<ById>('/portal/:id', async ({ params }) => showPortal(account, params.id));
        const change = (
          path: string,
          act: (subscription: Subscription, request: FastifyRequest) => Promise<void>,
        ) =>
          api.post<ById>(`/portal/:id/${path}`, async (request) => {
            const { id } = request.params;
            const { subscription } = getPortal(account, id);
            if (!subscription) throw new PageError(409, 'There is no subscription.');
            await act(subscription, request);
            return showPortal(account, id);
          });
        change('cancel', (subscription) => payments.cancelAtPeriodEnd(subscription));
        change('resume', (subscription) => payments.resume(subscription));
        change('switch', (subscription) =>
          payments.changePlan(subscription, otherItem(subscription)),
        );
        change('renew', (subscription, request) =>
          payments.renew(subscription, parseBody(renewRequest, request)),
        );
        change('end', (subscription) => payments.end(subscription));
      },
      { prefix: '/api' },
    );
  };
}

async function paid(pay: () => Promise<string>): Promise<string> {
  try {
    return await pay();
  } catch (error) {
    throw error instanceof CardDeclined ? new PageError(402, error.message) : error;
  }
}

function getCheckout(account: Account, id: string): Checkout {
  const checkout = account.checkouts.get(id);
  if (!checkout) throw new PageError(404, 'The sandbox does not know this payment.');
  return checkout;
}

function showCheckout({ session, item }: Checkout) {
  return {
    status: session.status,
    item,
    email: session.customer_details.email,
    cancelUrl: session.cancel_url,
    cards,
  };
}

function getPortal(account: Account, id: string) {
  const portal = account.portals.get(id);
  if (!portal) throw new PageError(404, 'This page has expired. Open the billing portal again.');
  const own = [...account.subscriptions.values()].filter(
    ({ customer }) => customer === portal.customer,
  );
  const subscription = own.findLast(({ status }) => status !== 'canceled') ?? null;
  return { portal, subscription };
}

function showPortal(account: Account, id: string) {
  const { portal, subscription } = getPortal(account, id);
  return {
    email: account.customers.get(portal.customer)?.email ?? null,
    returnUrl: portal.return_url,
    subscription: subscription && showSubscription(subscription),
    other: subscription && otherItem(subscription),
  };
}

function showSubscription(subscription: Subscription) {
  const { price, current_period_end: periodEnd } = periodOf(subscription);
  const { id, status, cancel_at: cancelAt, currency } = subscription;
  const { unit_amount: amount, nickname: name, recurring } = price;
  const item: Item = { name, amount, currency, interval: recurring.interval };
  return { id, status, item, periodEnd, cancelAt };
}

function showOverview({ account, isDown }: PagesOptions) {
  const newest = <Thing>(things: Iterable<Thing>) => [...things].slice(-50).reverse();
  return {
    isDown: isDown(),
    checkouts: newest(account.checkouts.values()).map(({ session, item }) => ({
      id: session.id,
      status: session.status,
      url: session.url,
      email: session.customer_details.email,
      createdAt: session.created,
      item,
    })),
    subscriptions: newest(account.subscriptions.values()).map((subscription) => ({
      ...showSubscription(subscription),
      email: account.customers.get(subscription.customer)?.email ?? null,
    })),
  };
}

/** What the portal offers instead: the other of the two subscriptions on sale. */
function otherItem(subscription: Subscription): Item {
  const { price } = periodOf(subscription);
  const interval = price.recurring.interval === 'year' ? 'month' : 'year';
  const plan: PaidPlanId = interval === 'year' ? 'annual' : 'monthly';
  const { name, price: dollars } = plans[plan];
  const amount = Math.round(dollars * 100);
  return { name, amount, currency: subscription.currency, interval };
}

/** JSON only: another site's form could otherwise pay from here behind the visitor's back. */
function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
): z.output<Schema> {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new PageError(415, 'Send JSON');
  }
  try {
    return schema.parse(JSON.parse(readText(request.body)));
  } catch {
    throw new PageError(400, 'The body is not what was expected');
  }
}
