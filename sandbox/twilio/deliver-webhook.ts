import { randomUUID } from 'node:crypto';
import type { OpenExchange } from '../wire.ts';
import { type Params, signRequest, toSignedUrl } from './signature.ts';

/** Twilio's page "Webhooks: Connection Overrides": set in the URL's fragment. */
type Overrides = { readMs: number; totalMs: number; retries: number; on: string[] };

export type WebhookAnswer = { status: number; headers: Record<string, string>; body: string };

function parseOverrides(url: string): Overrides {
  const fragment = new URLSearchParams(url.split('#')[1] ?? '');
  const number = (name: string, least: number, most: number, initial: number) => {
    const value = Number(fragment.get(name) ?? Number.NaN);
    return value >= least && value <= most ? value : initial;
  };
  return {
    readMs: number('rt', 100, 15_000, 15_000),
    totalMs: number('tt', 100, 15_000, 15_000),
    retries: number('rc', 0, 5, 1),
    on: (fragment.get('rp') ?? 'ct').split(','),
  };
}

type Delivery = {
  url: string;
  params: Params;
  authToken: string;
  fetch: typeof fetch;
  signal: AbortSignal;
  open: (headers: Record<string, string>, body: string) => OpenExchange;
};

/** By default Twilio retries only a failed connection. */
export async function deliverWebhook(delivery: Delivery): Promise<WebhookAnswer | null> {
  const overrides = parseOverrides(delivery.url);
  const total = AbortSignal.any([delivery.signal, AbortSignal.timeout(overrides.totalMs)]);
  const token = randomUUID();
  let outcome: Outcome = { answer: null, failure: 'ct' };
  for (let attempt = 0; attempt <= overrides.retries && !total.aborted; attempt += 1) {
    outcome = await attemptOnce(delivery, token, total, overrides.readMs);
    if (!isWorthRetrying(outcome, overrides.on)) break;
  }
  return outcome.answer;
}

type Outcome = { answer: WebhookAnswer | null; failure: 'ct' | 'rt' | null };

async function attemptOnce(
  delivery: Delivery,
  idempotencyToken: string,
  total: AbortSignal,
  readMs: number,
): Promise<Outcome> {
  const body = encodeForm(delivery.params);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'x-twilio-signature': signRequest(delivery.authToken, delivery.url, delivery.params),
    'i-twilio-idempotency-token': idempotencyToken,
    'user-agent': 'TwilioProxy/1.1',
    accept: '*/*',
  };
  const exchange = delivery.open(headers, body);
  try {
    const signal = AbortSignal.any([total, AbortSignal.timeout(readMs)]);
    const url = toSignedUrl(delivery.url);
    const response = await delivery.fetch(url, { method: 'POST', headers, body, signal });
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
    exchange.finish(answer);
    return { answer, failure: null };
  } catch (error) {
    const failure = isTimeout(error) ? 'rt' : 'ct';
    exchange.note(failure === 'rt' ? 'No answer in time (11200).' : 'Could not connect (11200).');
    exchange.finish(null);
    return { answer: null, failure };
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

function isWorthRetrying({ answer, failure }: Outcome, on: string[]): boolean {
  if (failure) return on.includes(failure) || on.includes('all');
  const group = `${Math.floor((answer?.status ?? 0) / 100)}xx`;
  return group === '4xx' || group === '5xx' ? on.includes(group) || on.includes('all') : false;
}

function encodeForm(params: Params): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const each of [value].flat()) form.append(name, each);
  }
  return form.toString();
}
