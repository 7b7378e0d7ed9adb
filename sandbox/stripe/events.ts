import type { SandboxContext } from '../context.ts';
import { newId } from './ids.ts';
import { signPayload } from './signature.ts';

/** `previous`: the old values of what an update changed. */
export type EventFacts = { type: string; object: object; previous?: object };
export type StripeEvent = ReturnType<typeof newEvent>;

export type Events = {
  /** In order; resolves when each was answered once. */
  send(all: EventFacts[]): Promise<void>;
};

const apiVersion = '2026-10-28.endive';
/** The payer waits for the answer. */
const answerTimeoutMs = 10_000;
/** In natural delays: 1 s, 5 s and 25 s. Stripe takes hours. */
const retryDelays = [10, 50, 250];

export function createEvents(
  context: SandboxContext,
  options: {
    webhookSecret: string;
    getUrl: () => string;
    now: () => number;
    keep: (event: StripeEvent) => void;
  },
): Events {
  const { scheduler } = context;

  async function deliver(event: StripeEvent): Promise<boolean> {
    const body = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      // By the wall clock.
      'stripe-signature': signPayload(options.webhookSecret, body, new Date()),
    };
    const url = options.getUrl();
    const exchange = context.wire.open({
      kind: 'webhook',
      title: event.type,
      method: 'POST',
      url,
      person: null,
      number: null,
      request: { headers, body },
    });
    const signal = AbortSignal.any([scheduler.signal, AbortSignal.timeout(answerTimeoutMs)]);
    try {
      const response = await context.fetch(url, { method: 'POST', headers, body, signal });
      const answer = { headers: Object.fromEntries(response.headers), body: await response.text() };
      exchange.finish({ status: response.status, ...answer });
      return response.ok;
    } catch {
      exchange.note('No answer.');
      exchange.finish(null);
      return false;
    }
  }

  async function retryDelivery(event: StripeEvent): Promise<void> {
    for (const delays of retryDelays) {
      await scheduler.wait(delays);
      if (await deliver(event)) return;
    }
  }

  return {
    async send(all) {
      for (const facts of all) {
        const event = newEvent(facts, options.now());
        options.keep(event);
        if (!(await deliver(event))) scheduler.run(() => retryDelivery(event));
      }
    },
  };
}

function newEvent({ type, object, previous }: EventFacts, created: number) {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created,
    data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
