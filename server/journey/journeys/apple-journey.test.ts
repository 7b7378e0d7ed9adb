import { createHmac, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { AppleProvider } from '#server/channels/apple-messages/token.ts';
import { channelFor } from '#server/channels/index.ts';
import { describeChannelJourney, type GatewayRequest } from '#test/channel-journey-suite.ts';

const businessId = 'a884eddf-a0b7-4d25-8f93-8ae2c0b2ad6d';
const base64url = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function token({ mspId, secret }: AppleProvider, key = Buffer.from(secret, 'base64')): string {
  const claims = { aud: mspId, iat: Math.floor(Date.now() / 1000) };
  const head = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
  return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`;
}

describeChannelJourney({
  channel: 'AMB',
  // As an older version accepted it.
  expert: { handle: `urn:biz:${businessId.toUpperCase()}`, phoneNumber: null },
  aPerson: () => `urn:mbid:AQAA${randomUUID()}`,
  arrivesAs: 'sent',
  afterLostCall: 'arrived',
  driver(test) {
    const provider = channelFor(test.runtime.config, 'AMB')?.settings as AppleProvider;
    const url = `${test.runtime.config.publicUrl}/api/webhooks/apple/message`;
    const sign = (body: Buffer<ArrayBuffer> | string): GatewayRequest => ({
      url,
      headers: {
        authorization: `Bearer ${token(provider)}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body,
    });
    const zip = (message: object) => sign(gzipSync(JSON.stringify(message)));
    const message = (id: string, from: string, change: object) =>
      zip({
        v: 1,
        id,
        type: 'text',
        locale: 'en_US',
        sourceId: from,
        destinationId: businessId,
        ...change,
      });

    return {
      text: ({ id, from, body }) => message(id, from, { body }),
      batch: (texts) => texts.map(({ id, from, body }) => message(id, from, { body })),
      unreadable: ({ id, from }) =>
        message(id, from, { type: 'interactive', interactiveData: { data: { version: '1.0' } } }),
      // The secret instead of its decoded bytes.
      forged: (request) => ({
        ...request,
        headers: {
          ...request.headers,
          authorization: `Bearer ${token(provider, Buffer.from(provider.secret))}`,
        },
      }),
      malformed: () => [
        sign('not JSON'),
        sign(''),
        zip({ v: 1, type: 'text', body: 'Who am I?' }),
        zip(['an array']),
        // Begins like a compressed body.
        sign(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])),
        // Two megabytes in two kilobytes.
        sign(gzipSync(Buffer.alloc(2 * 1024 * 1024))),
      ],
      outbox: (person) =>
        test.sandbox.outbox.filter(({ to }) => to === person).map(({ body }) => body),
      plan: (person, kind) => test.sandbox.planFailure(person, kind && { kind, times: 1 }, 'AMB'),
    };
  },
});
