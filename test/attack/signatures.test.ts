import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken as mintOurToken } from '#server/channels/apple-messages/token.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import { anExpert, aUser } from '#test/factories.ts';
import { fuzzSeed } from '#test/property-runs.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { digestTables } from './digest-tables.ts';
import {
  createSenders,
  readSecrets,
  type SenderName,
  type SignedRequest,
  type WebhookSender,
} from './gateways.ts';

let test: TestApp;
let senders: Record<SenderName, WebhookSender>;
let secrets: ReturnType<typeof readSecrets>;
let otherExpertId: string;
beforeAll(async () => {
  test = await startTestApp();
  const sms = await anExpert(test);
  const whatsapp = await anExpert(test, { channel: 'WHATSAPP' });
  const apple = await anExpert(test, { channel: 'AMB', handle: 'a884eddf', phoneNumber: null });
  otherExpertId = (await anExpert(test)).id;
  const experts = { SMS: sms, WHATSAPP: whatsapp, AMB: apple };
  senders = createSenders(test, experts, (await aUser(test)).id);
  secrets = readSecrets(test);
});
afterAll(() => test.close());

const names: SenderName[] = ['SMS', 'WHATSAPP', 'AMB', 'STRIPE'];
const signatureHeaders: Record<SenderName, string> = {
  SMS: 'x-twilio-signature',
  WHATSAPP: 'x-hub-signature-256',
  AMB: 'authorization',
  STRIPE: 'stripe-signature',
};

const sign = (name: SenderName, kind = 'text'): SignedRequest => {
  const sender = senders[name];
  const samples = sender.samples();
  return sender.sign(sender.encode(samples[kind] ?? (Object.values(samples)[0] as object)));
};

async function post({ url, headers, body: payload }: SignedRequest): Promise<number> {
  const { statusCode } = await test.app.inject({ method: 'POST', url, headers, payload });
  return statusCode;
}

const withSignature = (name: SenderName, request: SignedRequest, signature: string) => ({
  ...request,
  headers: { ...request.headers, [signatureHeaders[name]]: signature },
});

/** Stripe gets 400, as its docs ask. */
const refusals: Record<SenderName, number[]> = {
  SMS: [401, 403],
  WHATSAPP: [401, 403],
  AMB: [401, 403],
  STRIPE: [400],
};

describe.each(names)('%s', (name) => {
  it('refuses a request with any other signature or body, and stores nothing', async () => {
    const before = await digestTables(test);
    // Apple's token does not cover the body.
    const part = name === 'AMB' ? fc.constant('signature') : fc.constantFrom('signature', 'body');
    const change = fc.record({
      part,
      how: fc.constantFrom('replace', 'cut', 'append'),
      place: fc.nat(),
      // Stripe's header is a list: an empty item changes nothing.
      letter: fc.constantFrom(...'AZaz019+/_-. %&', ...(name === 'STRIPE' ? '' : ',=')),
    });
    const property = fc.asyncProperty(change, async ({ part: which, ...spoiling }) => {
      const request = sign(name);
      const old = which === 'body' ? request.body.toString() : readSignature(name, request);
      const spoiled = spoil(old, spoiling);
      fc.pre(spoiled !== old && (name !== 'SMS' || normalizeForm(spoiled) !== normalizeForm(old)));
      const sent =
        which === 'body'
          ? { body: spoiled }
          : { headers: replaceIn(request.headers, old, spoiled) };
      expect(refusals[name]).toContain(await post({ ...request, ...sent }));
    });
    await fc.assert(property, { numRuns: 500, ...(fuzzSeed !== undefined && { seed: fuzzSeed }) });
    expect(await digestTables(test)).toEqual(before);
  });

  it('refuses what an attacker would try, and stores nothing', async () => {
    const before = await digestTables(test);
    for (const [what, request] of Object.entries(attempts[name]())) {
      expect(refusals[name], what).toContain(await post(request));
    }
    expect(await digestTables(test)).toEqual(before);
  });

  it('accepts the same request with its own signature', async () => {
    expect(await post(sign(name))).toBe(200);
    await test.runUntilIdle();
  });
});

function readSignature(name: SenderName, { headers }: SignedRequest): string {
  return (headers[signatureHeaders[name]] ?? '').replace(/^Bearer |^.*v1=/, '');
}

function replaceIn(headers: SignedRequest['headers'], old: string, other: string) {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.replace(old, () => other)]),
  );
}

function spoil(text: string, change: { how: string; place: number; letter: string }): string {
  const at = change.place % text.length;
  if (change.how === 'cut') return text.slice(0, at);
  if (change.how === 'append') return text + change.letter;
  return text.slice(0, at) + change.letter + text.slice(at + 1);
}

/** `%2B` equals `%2b`. */
const normalizeForm = (form: string) => new URLSearchParams(form).toString();

/** By an attacker with everything but the secret, or with an old request. */
const attempts: Record<SenderName, () => Record<string, SignedRequest>> = {
  SMS: () => {
    const request = sign('SMS');
    const body = request.body.toString();
    const { publicUrl } = test.runtime.config;
    const by = (secret: string, address = publicUrl + request.url) =>
      withSignature('SMS', request, signTwilio(address, new URLSearchParams(body), secret));
    const { 'x-twilio-signature': _, ...unsigned } = request.headers;
    return {
      'no signature': { ...request, headers: unsigned },
      'an empty signature': withSignature('SMS', request, ''),
      'another secret': by('a guess'),
      'an empty secret': by(''),
      "another text's signature": { ...sign('SMS', 'picture'), headers: request.headers },
      'the address of another expert': {
        ...request,
        url: `/api/webhooks/experts/${otherExpertId}`,
      },
      'a query that was not signed': { ...request, url: `${request.url}?delivery=1` },
      "another site's address": by(secrets.SMS, `https://other.example${request.url}`),
    };
  },
  WHATSAPP: () => {
    const request = sign('WHATSAPP');
    const by = (secret: string, algorithm = 'sha256') =>
      createHmac(algorithm, secret).update(request.body).digest('hex');
    const as = (signature: string) => withSignature('WHATSAPP', request, signature);
    const { 'x-hub-signature-256': right = '', ...unsigned } = request.headers;
    return {
      'no signature': { ...request, headers: unsigned },
      'an empty signature': as(''),
      'another secret': as(`sha256=${by('a guess')}`),
      'an empty secret': as(`sha256=${by('')}`),
      'the older algorithm': as(`sha1=${by(secrets.WHATSAPP, 'sha1')}`),
      'the older header': {
        ...request,
        headers: { ...unsigned, 'x-hub-signature': `sha1=${by(secrets.WHATSAPP, 'sha1')}` },
      },
      'no name of the algorithm': as(by(secrets.WHATSAPP)),
      'capital letters': as(right.toUpperCase()),
      "another text's signature": { ...sign('WHATSAPP', 'picture'), headers: request.headers },
    };
  },
  AMB: () => {
    const request = sign('AMB');
    const { mspId, key } = secrets.AMB;
    const now = Math.floor(Date.now() / 1000);
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const token = (claims: object, header: object = {}, by: Buffer = key, hash = 'sha256') => {
      const head = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`;
      const signature = createHmac(hash, by).update(head).digest('base64url');
      return withSignature('AMB', request, `Bearer ${head}.${signature}`);
    };
    const right = { aud: mspId, iat: now };
    const unsigned = `${encode({ alg: 'none' })}.${encode(right)}.`;
    const { authorization: _, ...headers } = request.headers;
    return {
      'no token': { ...request, headers },
      'an empty token': withSignature('AMB', request, 'Bearer '),
      'no algorithm': withSignature('AMB', request, `Bearer ${unsigned}`),
      'no algorithm, but signed': token(right, { alg: 'none' }),
      'another algorithm': token(right, { alg: 'HS512' }, key, 'sha512'),
      'another key': token(right, {}, Buffer.from('a guess')),
      'an empty key': token(right, {}, Buffer.alloc(0)),
      'the key as it is shown': token(right, {}, Buffer.from(key.toString('base64'))),
      'another provider': token({ ...right, aud: 'another' }),
      'no provider': token({ iat: now }),
      'no time': token({ aud: mspId }),
      'two days old': token({ ...right, iat: now - 48 * 3_600 }),
      'from tomorrow': token({ ...right, iat: now + 24 * 3_600 }),
      'our own token, for calls to Apple': withSignature(
        'AMB',
        request,
        `Bearer ${mintOurToken(secrets.AMB)}`,
      ),
    };
  },
  STRIPE: () => {
    const request = sign('STRIPE');
    const payload = request.body.toString();
    const header = (change: object) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret: secrets.STRIPE, ...change });
    const as = (signature: string) => withSignature('STRIPE', request, signature);
    const { 'stripe-signature': right = '', ...unsigned } = request.headers;
    return {
      'no signature': { ...request, headers: unsigned },
      'an empty signature': as(''),
      'another secret': as(header({ secret: 'whsec_guess' })),
      'ten minutes old': as(header({ timestamp: Math.floor(Date.now() / 1000) - 600 })),
      'an old one with a new time': as(
        header({ timestamp: 1_000_000_000 }).replace(
          '1000000000',
          `${Math.floor(Date.now() / 1000)}`,
        ),
      ),
      'no time': as(right.replace(/^t=\d+,/, '')),
      'the scheme of tests': as(right.replace('v1=', 'v0=')),
      "another event's signature": { ...sign('STRIPE', 'refund'), headers: request.headers },
    };
  },
};
