import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { vi } from 'vitest';
import type { TestApp } from './runtime.ts';

export type StripeEvent = { id: string; type: string; created: number; data: { object: object } };

export function anEvent(type: string, object: object): StripeEvent {
  const created = Math.floor(Date.now() / 1000);
  return { id: `evt_${randomUUID()}`, type, created, data: { object } };
}

/** `signature` replaces the right one. */
export async function deliver(
  { app, runtime }: TestApp,
  event: StripeEvent | string,
  signature?: string,
) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const secret = runtime.config.stripe?.webhookSecret ?? '';
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature ?? Stripe.webhooks.generateTestHeaderString({ payload, secret }),
  };
  const url = '/api/webhooks/stripe';
  const reply = await app.inject({ method: 'POST', url, headers, payload });
  return { status: reply.statusCode, body: reply.json() };
}

export async function withholdEvents(
  { runtime, sandbox }: TestApp,
  happen: () => Promise<unknown>,
): Promise<StripeEvent[]> {
  const before = sandbox.wire.length;
  const config = runtime.config.stripe;
  if (!config) throw new Error('no Stripe');
  const { webhookSecret } = config;
  // Unverifiable events are refused, which is as good as lost.
  config.webhookSecret = 'whsec_another';
  try {
    await happen();
    await sandbox.waitUntilIdle();
  } finally {
    config.webhookSecret = webhookSecret;
  }
  const sent = sandbox.wire.slice(before).filter(({ kind }) => kind === 'webhook');
  const events = sent.map(({ request }) => JSON.parse(request.body) as StripeEvent);
  return [...new Map(events.map((event) => [event.id, event])).values()];
}

/** Holds back Stripe's next answer, which is then older than what arrives in between. */
export function delayAnswer({ runtime }: TestApp) {
  const { resolve: release, promise: released } = Promise.withResolvers<void>();
  const { resolve: arrive, promise: arrived } = Promise.withResolvers<void>();
  const spy = vi.spyOn(runtime, 'fetch').mockImplementationOnce(async (input, init) => {
    const response = await fetch(input, init);
    const late = new Response(await response.text(), response);
    spy.mockRestore();
    arrive();
    await released;
    return late;
  });
  return { arrived, release };
}
