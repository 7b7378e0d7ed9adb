import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { readText } from '../body-parsers.ts';
import { captureExchanges } from '../capture.ts';
import type { SandboxContext } from '../context.ts';
import type { Account } from './account.ts';
import { parseCheckout, parseCustomer, parsePortal, parseRefund } from './checkout-request.ts';
import {
  alreadyRefunded,
  invalid,
  noSuch,
  StripeRefusal,
  unknownPath,
  wrongKey,
} from './errors.ts';
import type { Events } from './events.ts';
import type { Failures } from './failures.ts';
import { type Params, parseForm } from './form.ts';
import { createIdempotency } from './idempotency.ts';
import { newId } from './ids.ts';
import {
  listCheckouts,
  listCustomers,
  listDisputes,
  listInvoicePayments,
  listSubscriptions,
} from './lists.ts';
import { newCheckoutSession, newCustomer, newPortalSession, type Subscription } from './objects.ts';
import type { Payments } from './payments.ts';
import type { Reversals } from './reversals.ts';

export type ApiOptions = {
  account: Account;
  payments: Payments;
  reversals: Reversals;
  events: Events;
  secretKey: string;
  /** Where the pages of Checkout and of the portal are. */
  getPagesUrl: () => string;
  failures: Failures;
};

/** The SDK's own patience. */
const longestWaitMs = 80_000;

/** Stripe's REST API as far as one shop needs it: customers, Checkout, the portal, subscriptions, refunds. */
export function createApi(context: SandboxContext, options: ApiOptions): FastifyPluginAsync {
  const { account, payments, reversals, events, getPagesUrl, failures } = options;
  const once = createIdempotency();

  const create = {
    customers(params: Params) {
      const { email = null, name = null, metadata } = parseCustomer(params);
      const customer = newCustomer({ email, name, metadata, created: account.now() });
      account.customers.set(customer.id, customer);
      account.save();
      return customer;
    },
    'checkout/sessions'(params: Params) {
      const { innerMetadata, ...request } = parseCheckout(account, params);
      const id = newId('cs_test', 58);
      const url = `${getPagesUrl()}/checkout/${id}`;
      const session = newCheckoutSession({ ...request, id, url, created: account.now() });
      account.checkouts.set(id, { session, item: request.item, innerMetadata });
      account.save();
      return session;
    },
    'billing_portal/sessions'(params: Params) {
      const { customer, return_url: returnUrl = null } = parsePortal(account, params);
      const id = newId('bps');
      const portal = newPortalSession({
        id,
        customer,
        returnUrl,
        url: `${getPagesUrl()}/portal/${id}`,
        created: account.now(),
      });
      account.portals.set(id, portal);
      return portal;
    },
    async refunds(params: Params) {
      const { payment_intent: id } = parseRefund(params);
      const charge = account.charges.get(id);
      if (!charge) throw noSuch('payment_intent', id, 'payment_intent');
      if (charge.refunded) throw alreadyRefunded(charge.id);
      return reversals.refund(charge);
    },
  };

  const find = {
    customers: (id: string) => account.customers.get(id) ?? refuse('customer', id),
    'checkout/sessions': (id: string) =>
      account.checkouts.get(id)?.session ?? refuse('checkout.session', id),
    subscriptions: (id: string) => account.subscriptions.get(id) ?? refuse('subscription', id),
  };

  const change = {
    'checkout/sessions/:id/expire': (id: string) => {
      const session = find['checkout/sessions'](id);
      if (session.status !== 'open') {
        throw invalid('Only Checkout Sessions with a status of `open` can be expired.', 'session');
      }
      Object.assign(session, { status: 'expired', url: null });
      account.save();
      return session;
    },
  };

  const remove = {
    /** Their subscriptions end at once (page "Delete a customer"). */
    async customers(id: string) {
      const customer = find.customers(id);
      account.customers.delete(id);
      const isLive = ({ customer: owner, status }: Subscription) =>
        owner === id && status !== 'canceled';
      for (const one of [...account.subscriptions.values()].filter(isLive)) await payments.end(one);
      account.save();
      await events.tell([{ type: 'customer.deleted', object: customer }]);
      return { id, object: 'customer', deleted: true };
    },
  };

  const list = {
    customers: (query: unknown) => listCustomers(account, query),
    'checkout/sessions': (query: unknown) => listCheckouts(account, query),
    subscriptions: (query: unknown) => listSubscriptions(account, query),
    disputes: (query: unknown) => listDisputes(account, query),
    invoice_payments: (query: unknown) => listInvoicePayments(account, query),
  };

  /** The caller waits, or finds the line cut. */
  async function failWithoutAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const failure = failures.current();
    if (failure === 'silent') await context.scheduler.waitMs(longestWaitMs);
    if (failure !== 'disconnected') return;
    reply.hijack();
    request.raw.socket.destroy();
  }

  return async (app) => {
    captureExchanges(app, context.wire, describe);
    app.addHook('preHandler', async (request, reply) => {
      reply.headers({ 'request-id': newId('req', 14) });
      await failWithoutAnswer(request, reply);
      const refusal = failures.refusal();
      // What breaks while it is under way breaks below: its answer is kept with its key.
      if (refusal && !(request.method === 'POST' && failures.current() === 'broken')) throw refusal;
      const [, key] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      if (key !== options.secretKey) throw wrongKey(key);
    });
    app.setErrorHandler((error, _, reply) => answerError(error, reply));
    app.setNotFoundHandler((request, reply) =>
      answerError(unknownPath(request.method, request.url), reply),
    );

    for (const [path, make] of Object.entries(create)) {
      app.post(`/v1/${path}`, async (request, reply) => {
        const body = readText(request.body);
        const key = request.headers['idempotency-key'];
        const { status, isReplayed, ...answer } = await once(
          key === undefined ? undefined : String(key),
          `${path} ${body}`,
          // A copy: what is replayed is what was answered, whatever has become of it since.
          async () => {
            const broken = failures.refusal();
            if (broken) return broken;
            return { status: 200, body: structuredClone(await make(parseForm(body))) };
          },
        );
        if (key !== undefined) reply.header('idempotency-key', key);
        if (isReplayed) reply.header('idempotent-replayed', 'true');
        return reply.code(status).send(answer.body);
      });
    }
    for (const [path, act] of Object.entries(change)) {
      app.post<{ Params: { id: string } }>(`/v1/${path}`, async ({ params }) => act(params.id));
    }
    for (const [path, erase] of Object.entries(remove)) {
      app.delete<{ Params: { id: string } }>(`/v1/${path}/:id`, async ({ params }) =>
        erase(params.id),
      );
    }
    for (const [path, select] of Object.entries(list)) {
      app.get(`/v1/${path}`, async ({ query }) => {
        const data = select(query);
        return { object: 'list', data, has_more: false, url: `/v1/${path}` };
      });
    }
    for (const [path, get] of Object.entries(find)) {
      app.get<{ Params: { id: string } }>(`/v1/${path}/:id`, async (request) =>
        get(request.params.id),
      );
    }
  };
}

function refuse(what: string, id: string): never {
  throw noSuch(what, id);
}

function answerError(error: unknown, reply: FastifyReply) {
  if (error instanceof StripeRefusal) return reply.code(error.status).send(error.body);
  const failed = { type: 'api_error', message: 'The sandbox stumbled.' };
  return reply.code(500).send({ error: failed });
}

function describe(request: FastifyRequest) {
  const title = `Stripe: ${request.url.split('/v1/')[1]}`;
  const kind = request.method === 'POST' ? 'payment' : 'lookup';
  return { kind, title, person: null, number: null } as const;
}
