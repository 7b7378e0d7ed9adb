import type { SandboxContext } from '../context.ts';
import { newId } from './ids.ts';
import { signPayload } from './signature.ts';

/** Something that happened, as an endpoint hears of it. `previous` is what an update has changed. */
export type Happening = { type: string; object: object; previous?: object };
type StripeEvent = ReturnType<typeof eventOf>;

export type Events = {
  /** Tells the product in this order; resolves when each was answered once. What was refused is sent again later. */
  tell(happenings: Happening[]): Promise<void>;
};

const apiVersion = '2026-10-28.endive';
/** Stripe keeps a payer waiting no longer than this for the answer. */
const patienceMs = 10_000;
/** In natural delays: after 1 s, 5 s and 25 s. Stripe itself takes hours. */
const retryDelays = [10, 50, 250];

export function createEvents(
  context: SandboxContext,
  options: { webhookSecret: string; getUrl: () => string; now: () => number },
): Events {
  const { scheduler } = context;

  async function deliver(event: StripeEvent): Promise<boolean> {
    // Each attempt is signed anew.
    const body = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      // By the clock on the wall, whatever the date is at Stripe.
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
    const signal = AbortSignal.any([scheduler.signal, AbortSignal.timeout(patienceMs)]);
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

  async function deliverAgain(event: StripeEvent): Promise<void> {
    for (const delays of retryDelays) {
      await scheduler.wait(delays);
      if (await deliver(event)) return;
    }
  }

  return {
    async tell(happenings) {
      for (const happening of happenings) {
        const event = eventOf(happening, options.now());
        if (!(await deliver(event))) scheduler.run(() => deliverAgain(event));
      }
    },
  };
}

function eventOf({ type, object, previous }: Happening, created: number) {
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
