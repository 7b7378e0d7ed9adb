import { describe, expect, it } from 'vitest';
import {
  BadWebhook,
  type Channel,
  type OutboundText,
  type WebhookRequest,
} from '#server/channels/channel.ts';
import { SendError, type SendFailureKind } from '#server/channels/send-error.ts';
import type { DeliveryState } from '#shared/channels.ts';

export type ChannelCase<Settings> = {
  channel: Channel<Settings>;
  settings: Settings;
  signatureCovers: readonly ('body' | 'address')[];
  textWebhook: (change?: { body?: string; from?: string }) => WebhookRequest;
  statusWebhook?: (status: string, errorCode?: string) => WebhookRequest;
  malformed: WebhookRequest;
  statuses?: Record<string, DeliveryState>;
  /** `id` is '' if we choose it. */
  accepted: { body: string; id: string };
  refusals: { name: string; status: number; body: string; kind: SendFailureKind }[];
  /** Beside Retry-After. */
  tooManyRequests: { body: string };
};

export const aText = (change: Partial<OutboundText> = {}): OutboundText => ({
  id: '0199b2f0-0000-7000-8000-000000000001',
  to: '+12025550143',
  address: '+12025550100',
  senderId: null,
  body: 'Five sixths.',
  card: null,
  isAutomatic: true,
  quotedGatewayId: null,
  callbackUrl: 'https://chat.example.com/api/webhooks/experts/e1?delivery=d1',
  ...change,
});
const text = aText();

export function describeChannel<Settings>(given: ChannelCase<Settings>): void {
  const { channel, settings, statusWebhook } = given;

  describe(`${channel.key}: what comes in`, () => {
    it('knows the gateway by its signature', () => {
      expect(channel.verify(given.textWebhook(), settings)).toBe('valid');
      if (statusWebhook) expect(channel.verify(statusWebhook('sent'), settings)).toBe('valid');
    });

    it.each([
      ...given.signatureCovers.map((part) => [`another ${part}`, forgeries[part]] as const),
      ['no signature', dropSignature] as const,
    ])('refuses %s', (_, forge) => {
      expect(channel.verify(forge(given.textWebhook()), settings)).not.toBe('valid');
    });

    it.each([
      ['a question', 'Is 1/2 + 1/3 more than 100% & why?'],
      ['an empty text', ''],
      ['emoji', 'Thanks 👍🏽 — see you'],
      ['right-to-left', 'شكرا جزيلا'],
      ['10 kB', 'long '.repeat(2_000).trim()],
    ])('reads %s as it was written', (_, body) => {
      const [event] = channel.parse(given.textWebhook({ body, from: '+12025550143' }), settings);
      expect(event).toMatchObject({ kind: 'message', body, from: '+12025550143' });
    });

    if (statusWebhook) {
      it.each(Object.entries(given.statuses ?? {}))(
        'reads the status %s as %s',
        (status, state) => {
          const [event] = channel.parse(statusWebhook(status), settings);
          expect(event).toMatchObject({ kind: 'status', state, deliveryId: 'd1' });
        },
      );

      it('takes no notice of a status it does not know', () => {
        expect(channel.parse(statusWebhook('teleported'), settings)).toEqual([]);
      });
    }

    it("names what is wrong with a body it can't read", () => {
      expect(() => channel.parse(given.malformed, settings)).toThrow(BadWebhook);
    });
  });

  describe(`${channel.key}: what goes out`, () => {
    it("sends a text and knows it by the gateway's id", async () => {
      const call = answerWith(201, given.accepted.body);
      expect(await channel.send(text, settings, call)).toBe(given.accepted.id);
    });

    it.each(given.refusals)('$name is $kind', async ({ status, body, kind }) => {
      const failed = channel.send(text, settings, answerWith(status, body));
      await expect(failed).rejects.toMatchObject({ failure: { kind } });
    });

    it('waits as long as the gateway asks', async () => {
      const call = answerWith(429, given.tooManyRequests.body, { 'retry-after': '7' });
      const failed = channel.send(text, settings, call);
      await expect(failed).rejects.toMatchObject({
        failure: { kind: 'rate_limited' },
        retryAfterMs: 7_000,
      });
    });

    it.each([
      ['a server error', answerWith(500, 'oops')] as const,
      ['a call that broke off', failWith('ECONNRESET')] as const,
      ...(given.accepted.body ? [['an answer that is cut short', cutShort] as const] : []),
    ])('does not know whether %s sent it', async (_, call) => {
      const failed = channel.send(text, settings, call);
      await expect(failed).rejects.toBeInstanceOf(SendError);
      await expect(failed).rejects.toMatchObject({ failure: { kind: 'unknown_outcome' } });
    });

    it('knows that nothing was sent where the connection is refused', async () => {
      const failed = channel.send(text, settings, failWith('ECONNREFUSED'));
      await expect(failed).rejects.toMatchObject({ failure: { kind: 'gateway_down' } });
    });
  });
}

const forgeries = {
  body: (webhook: WebhookRequest) => ({
    ...webhook,
    rawBody: Buffer.concat([webhook.rawBody, Buffer.from('1')]),
  }),
  address: (webhook: WebhookRequest) => ({ ...webhook, url: `${webhook.url}?x=1` }),
};

function dropSignature(webhook: WebhookRequest): WebhookRequest {
  return { ...webhook, headers: { 'content-type': webhook.headers['content-type'] } };
}

function answerWith(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): typeof fetch {
  return async () => new Response(body, { status, headers });
}

const cutShort = answerWith(201, '{"si');

function failWith(code: string): typeof fetch {
  return async () => {
    throw new TypeError('fetch failed', { cause: { code } });
  };
}
