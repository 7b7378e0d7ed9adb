import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody, sendJson } from '../../bench/vendors.ts';
import { drawFault, type Fault, type Random } from './random.ts';

/** `…-after`: accepted, but without an answer. */
type Trouble =
  | 'rate-limit'
  | 'error'
  | 'reset'
  | 'hang'
  | 'error-after'
  | 'reset-after'
  | 'hang-after';

const faults: Fault<Trouble>[] = [
  { kind: 'rate-limit', share: 0.06 },
  { kind: 'error', share: 0.03 },
  { kind: 'reset', share: 0.03 },
  { kind: 'hang', share: 0.005 },
  { kind: 'error-after', share: 0.02 },
  { kind: 'reset-after', share: 0.04 },
  { kind: 'hang-after', share: 0.005 },
];

export type Accepted = {
  sid: string;
  to: string;
  body: string;
  callbackPath: string;
  /** Our id, which the callback carries. */
  deliveryId: string;
  at: Date;
};

/** Twilio's Messages resource: create and list. */
export function createGateway(random: Random, onAccepted: (text: Accepted) => void) {
  const accepted: Accepted[] = [];
  let isWell = false;
  const counts = { calls: 0, failed: 0, lostAnswers: 0, lookups: 0 };

  function accept(form: URLSearchParams): Accepted {
    const { pathname, search, searchParams } = new URL(form.get('StatusCallback') ?? '');
    const text = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      callbackPath: pathname + search,
      deliveryId: searchParams.get('delivery') ?? '',
      at: new Date(),
    };
    accepted.push(text);
    onAccepted(text);
    return text;
  }

  async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readBody(request));
    const fault = drawFault(random, isWell ? [] : faults);
    counts.calls++;
    if (fault) counts.failed++;
    // Even if the caller has gone: its request has arrived.
    await sleep(random.between(5, 120));
    const text = fault === null || fault.endsWith('-after') ? accept(form) : null;
    await sleep(random.between(0, 60));
    if (text && (fault || response.destroyed)) counts.lostAnswers++;
    if (fault) return fail(fault, response);
    sendJson(response, 201, { sid: text?.sid, status: 'queued' });
  }

  async function list(url: URL, response: ServerResponse): Promise<void> {
    const fault = drawFault(random, isWell ? [] : faults);
    counts.lookups++;
    await sleep(random.between(5, 60));
    if (fault) return fail(fault, response);
    const found = accepted.filter(
      ({ to, at }) =>
        to === url.searchParams.get('To') &&
        at.toISOString().slice(0, 10) >= (url.searchParams.get('DateSent>') ?? ''),
    );
    const messages = found.reverse().slice(0, Number(url.searchParams.get('PageSize') ?? 50));
    sendJson(response, 200, { messages: messages.map(toResource) });
  }

  return {
    accepted: accepted as readonly Accepted[],
    counts: counts as Readonly<typeof counts>,
    recover(): void {
      isWell = true;
    },
    answer: (request: IncomingMessage, url: URL, response: ServerResponse) =>
      request.method === 'GET' ? list(url, response) : create(request, response),
  };
}

function fail(fault: Trouble, response: ServerResponse): void {
  if (fault === 'rate-limit') {
    response.setHeader('retry-after', '1');
    sendJson(response, 429, { code: 20429 });
  } else if (fault.startsWith('error')) {
    sendJson(response, 500, { code: 20500 });
  } else if (fault.startsWith('reset')) {
    response.destroy();
  }
  // A call that hangs ends with the caller's time limit.
}

/** Twilio shows no part of a second. */
function toResource({ sid, to, body, at }: Accepted) {
  return { sid, to, body, direction: 'outbound-api', date_created: at.toUTCString() };
}
