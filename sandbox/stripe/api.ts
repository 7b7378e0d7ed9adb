import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { findRefusal, readText } from '../body-parsers.ts';
import { captureExchanges } from '../capture.ts';
import type { SandboxContext } from '../context.ts';
import type { Account } from './account.ts';
import {
  alreadyRefunded,
  invalid,
  noSuch,
  StripeRefusal,
  subscriptionOver,
  unknownPath,
  wrongKey,
} from './errors.ts';
import type { Events } from './events.ts';
import { expandObject, splitExpand } from './expand.ts';
import type { Failures } from './failures.ts';
import { type Params, parseForm } from './form.ts';
import { createIdempotency } from './idempotency.ts';
import { newId } from './ids.ts';
import { listObjects, listPaths } from './lists.ts';
import { newCheckoutSession, newCustomer, newPortalSession, type Subscription } from './objects.ts';
import type { Payments } from './payments.ts';
import type { Refunds } from './refunds.ts';
import {
  parseCheckout,
  parseCustomer,
  parseCustomerChange,
  parsePortal,
  parseRefund,
  parseSubscriptionChange,
} from './requests.ts';

export type ApiOptions = {
  account: Account;
  payments: Payments;
  refunds: Refunds;
  events: Events;
  secretKey: string;
  getPagesUrl: () => string;
  failures: Failures;
};

/** The SDK's timeout. */
const maxWaitMs = 80_000;

export function createApi(context: SandboxContext, options: ApiOptions): FastifyPluginAsync {
  const { account, payments, refunds, events, getPagesUrl, failures } = options;
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
      return refunds.refund(charge);
    },
  };

  const find = {
    customers: (id: string) => account.customers.get(id) ?? refuse('customer', id),
    'checkout/sessions': (id: string) =>
      account.checkouts.get(id)?.session ?? refuse('checkout.session', id),
    subscriptions: (id: string) => account.subscriptions.get(id) ?? refuse('subscription', id),
    invoices: (id: string) => account.invoices.get(id) ?? refuse('invoice', id),
    prices: (id: string) => account.prices.get(id) ?? refuse('price', id),
  };

  const change = {
    'customers/:id'(params: Params, id: string) {
      const customer = find.customers(id);
      Object.assign(customer, parseCustomerChange(params, customer.metadata));
      account.save();
      return customer;
    },
    async 'subscriptions/:id'(params: Params, id: string) {
      const subscription = find.subscriptions(id);
      const changes = parseSubscriptionChange(account, params, subscription.metadata);
      if (subscription.status === 'canceled') throw subscriptionOver();
      await payments.update(subscription, changes);
      return subscription;
    },
    'checkout/sessions/:id/expire'(_: Params, id: string) {
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
    /** Subscriptions end at once (page "Delete a customer"). */
    async customers(id: string) {
      const customer = find.customers(id);
      account.customers.delete(id);
      const isLive = ({ customer: owner, status }: Subscription) =>
        owner === id && status !== 'canceled';
      for (const one of [...account.subscriptions.values()].filter(isLive)) await payments.end(one);
      account.save();
      await events.send([{ type: 'customer.deleted', object: customer }]);
      return { id, object: 'customer', deleted: true };
    },
    async subscriptions(id: string) {
      const subscription = find.subscriptions(id);
      if (subscription.status === 'canceled') throw noSuch('subscription', id);
      await payments.end(subscription);
      return subscription;
    },
  };

  async function failWithoutAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const failure = failures.current();
    if (failure === 'silent') await context.scheduler.waitMs(maxWaitMs);
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
      // A POST fails below, so that its idempotency key keeps the answer.
      if (refusal && !(request.method === 'POST' && failures.current() === 'broken')) throw refusal;
      const [, key] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      if (key !== options.secretKey) throw wrongKey(key);
    });
    app.setErrorHandler((error, _, reply) => answerError(error, reply));
    app.setNotFoundHandler((request, reply) =>
      answerError(unknownPath(request.method, request.url), reply),
    );

    const posts: [string, (params: Params, id: string) => object | Promise<object>][] = [
      ...Object.entries(create),
      ...Object.entries(change),
    ];
    for (const [path, act] of posts) {
      app.post<{ Params: { id?: string } }>(`/v1/${path}`, async (request, reply) => {
        const { id = '' } = request.params;
        const body = readText(request.body);
        const key = request.headers['idempotency-key'];
        const { status, isReplayed, ...answer } = await once(
          key === undefined ? undefined : String(key),
          `${request.url} ${body}`,
          async () => {
            const broken = failures.refusal();
            if (broken) return broken;
            const [params, expand] = splitExpand(parseForm(body));
            return { status: 200, body: expandObject(account, await act(params, id), expand) };
          },
        );
        if (key !== undefined) reply.header('idempotency-key', key);
        if (isReplayed) reply.header('idempotent-replayed', 'true');
        return reply.code(status).send(answer.body);
      });
    }
    for (const [path, erase] of Object.entries(remove)) {
      app.delete<{ Params: { id: string } }>(`/v1/${path}/:id`, async ({ params }) =>
        erase(params.id),
      );
    }
    for (const path of listPaths) {
      app.get(`/v1/${path}`, async (request) => listObjects(account, path, readQuery(request)));
    }
    for (const [path, get] of Object.entries(find)) {
      app.get<{ Params: { id: string } }>(`/v1/${path}/:id`, async (request) => {
        const [, expand] = splitExpand(parseForm(readQuery(request)));
        return expandObject(account, get(request.params.id), expand);
      });
    }
  };
}

const readQuery = ({ url }: FastifyRequest) => url.split('?')[1] ?? '';

function refuse(what: string, id: string): never {
  throw noSuch(what, id);
}

function answerError(error: unknown, reply: FastifyReply) {
  if (error instanceof StripeRefusal) return reply.code(error.status).send(error.body);
  const refused = findRefusal(error);
  const failed = refused
    ? { type: 'invalid_request_error', message: 'The request could not be read.' }
    : { type: 'api_error', message: 'The sandbox failed.' };
  return reply.code(refused ?? 500).send({ error: failed });
}

function describe(request: FastifyRequest) {
  const title = `Stripe: ${request.url.split('/v1/')[1]}`;
  const kind = request.method === 'POST' ? 'payment' : 'lookup';
  return { kind, title, person: null, number: null } as const;
}
