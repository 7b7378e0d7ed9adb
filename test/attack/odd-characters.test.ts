import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '#sandbox/apple/token.ts';
import type { AppleProvider } from '#server/channels/apple-messages/token.ts';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { anEvent, deliver } from '#test/stripe-events.ts';

/** No database can store these, or no index can hold them. */
const oddTexts: [string, string][] = [
  ['NUL', '\0'],
  ['half an emoji', '\ud83d'],
  ['a long text', 'x9Q.'.repeat(20_000)],
];

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  await test.runUntilIdle();
  await test.close();
});

/** One payload per text that the odd one replaces or is appended to. */
function spoil(payload: unknown, odd: string): { where: string; spoiled: unknown }[] {
  const walk = (
    part: unknown,
    where: string,
    rebuild: (part: unknown) => unknown,
  ): { where: string; spoiled: unknown }[] => {
    if (typeof part === 'string') {
      return [odd, part + odd].map((text) => ({ where, spoiled: rebuild(text) }));
    }
    if (part === null || typeof part !== 'object') return [];
    return Object.entries(part).flatMap(([name, inner]) =>
      walk(inner, `${where}.${name}`, (changed) => {
        const copy = Array.isArray(part) ? [...part] : { ...part };
        Reflect.set(copy, name, changed);
        return rebuild(copy);
      }),
    );
  };
  return walk(payload, '', (whole) => whole);
}

async function post(url: string, payload: string, headers: Record<string, string>) {
  return (await test.app.inject({ method: 'POST', url, payload, headers })).statusCode;
}

const settingsOf = <Settings>(key: 'SMS' | 'WHATSAPP' | 'AMB') =>
  channelFor(test.runtime.config, key)?.settings as Settings;

const hex = () => randomUUID().replaceAll('-', '');

type Gateway = {
  payloads: (expert: ExpertRow) => Record<string, object>;
  send: (payload: unknown, expert: ExpertRow) => Promise<number>;
};

const gateways: Record<string, Gateway> = {
  SMS: {
    payloads(expert) {
      const { accountSid: AccountSid } = settingsOf<TwilioAccount>('SMS');
      const both = { MessageSid: `SM${hex()}`, AccountSid };
      return {
        message: {
          ...both,
          From: aPhone(),
          To: expert.phoneNumber,
          Body: 'Hello',
          NumMedia: '1',
          MediaUrl0: 'https://api.twilio.com/x',
          MediaContentType0: 'image/png',
        },
        status: { ...both, MessageStatus: 'failed', ErrorCode: '30003' },
      };
    },
    send(payload, expert) {
      const path = `/api/webhooks/experts/${expert.id}?delivery=${randomUUID()}`;
      const body = new URLSearchParams(payload as Record<string, string>);
      const url = test.runtime.config.publicUrl + path;
      return post(path, body.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signTwilio(url, body, settingsOf<TwilioAccount>('SMS').authToken),
      });
    },
  },
  WHATSAPP: {
    payloads() {
      const { phoneNumberId: phone_number_id } = settingsOf<WhatsAppApp>('WHATSAPP');
      const from = aPhone().slice(1);
      const wrap = (more: object) => {
        const value = { metadata: { phone_number_id }, ...more };
        const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
        return { object: 'whatsapp_business_account', entry };
      };
      const contacts = [{ wa_id: from, user_id: `US.${from}` }];
      const both = { from, id: `wamid.${hex()}`, context: { id: 'wamid.x' } };
      const image = { id: '1', mime_type: 'image/png', sha256: 'a', caption: 'Hello' };
      const report = { id: 'wamid.x', recipient_id: from, recipient_user_id: `US.${from}` };
      const errors = [{ code: 1, title: 'No', error_data: { details: 'None' } }];
      return {
        text: wrap({ contacts, messages: [{ ...both, type: 'text', text: { body: 'Hello' } }] }),
        picture: wrap({ contacts, messages: [{ ...both, type: 'image', image }] }),
        status: wrap({
          statuses: [
            { ...report, status: 'failed', biz_opaque_callback_data: randomUUID(), errors },
          ],
        }),
      };
    },
    send(payload) {
      const raw = JSON.stringify(payload);
      const { appSecret } = settingsOf<WhatsAppApp>('WHATSAPP');
      return post('/api/webhooks/whatsapp', raw, {
        'x-hub-signature-256': signMeta(raw, appSecret),
      });
    },
  },
  AMB: {
    payloads(expert) {
      const both = {
        id: randomUUID(),
        sourceId: `urn:mbid:${hex()}`,
        destinationId: expert.handle,
      };
      const attachments = [
        {
          name: 'a.png',
          mimeType: 'image/png',
          key: '00',
          url: 'https://x.apple.com',
          owner: 'o',
          signature: '00',
        },
      ];
      return {
        text: { ...both, type: 'text', body: 'Hello', attachments },
        choice: { ...both, type: 'interactive', interactiveData: { title: 'One', data: {} } },
        close: { ...both, type: 'close' },
      };
    },
    send(payload) {
      const authorization = `Bearer ${mintToken(settingsOf<AppleProvider>('AMB'))}`;
      return post('/api/webhooks/apple/message', JSON.stringify(payload), { authorization });
    },
  },
};

describe.each(Object.entries(gateways))('a signed webhook of %s', (key, { payloads, send }) => {
  it.each(oddTexts)('with %s anywhere is stored cleaned or refused', async (_, odd) => {
    const expert = await anExpert(test, { channel: key as 'SMS' });
    for (const payload of Object.values(payloads(expert))) {
      for (const { where, spoiled } of spoil(payload, odd)) {
        const status = await send(spoiled, expert);
        expect([200, 400, 401, 403, 404, 413], `${where}: ${status}`).toContain(status);
      }
      expect(await send(payload, expert)).toBe(200);
    }
  });
});

describe('a signed event of Stripe', () => {
  const metadata = { plan: 'payg', userId: randomUUID() };
  const session = {
    id: 'cs_1',
    payment_status: 'paid',
    payment_intent: 'pi_1',
    subscription: null,
    metadata,
    customer_details: { name: 'Ann', email: 'ann@example.com' },
  };
  const charge = { id: 'ch_1', payment_intent: 'pi_1', description: 'A charge' };
  const details = { subscription_details: { subscription: 'sub_1' } };
  it.each([
    ['checkout.session.completed', session],
    ['checkout.session.completed', { ...session, subscription: 'sub_1' }],
    ['customer.subscription.updated', { id: 'sub_1', metadata }],
    ['invoice.paid', { id: 'in_1', parent: details }],
    ['charge.refunded', charge],
    ['something.else', { id: 'x_1' }],
  ])('%s with odd characters anywhere is stored or refused', async (type, object) => {
    for (const [, odd] of oddTexts) {
      for (const { where, spoiled } of spoil(anEvent(type, object), odd)) {
        const { status } = await deliver(test, JSON.stringify(spoiled));
        expect([200, 400], `${where}: ${status}`).toContain(status);
      }
    }
  });

  it('applies a purchase whose names are odd', async () => {
    const { user, call } = await signIn(test);
    const bought = {
      ...session,
      id: `cs_${hex()}`,
      payment_intent: `pi_${hex()}`,
      metadata: { plan: 'payg', userId: user.id },
      customer_details: { name: 'Ann\0 \ud83d' },
    };
    expect((await deliver(test, anEvent('checkout.session.completed', bought))).status).toBe(200);
    const { body } = await call('GET', '/api/auth/user');
    expect(body.user.paidMessages).toBe(user.paidMessages + 50);
  });
});

describe('a request of the dashboard', () => {
  type Operation = {
    parameters?: { name: string; in: string }[];
    requestBody?: { content: Record<string, { schema: { properties?: object } }> };
  };

  it.each(oddTexts)('with %s in any field is answered', async (_, odd) => {
    const admin = await signIn(test, asAdmin);
    const user = await signIn(test);
    const { body: api } = await admin.call('GET', '/api/openapi.json');
    const paths = Object.entries<Record<string, Operation>>(api.paths);
    for (const [path, operations] of paths) {
      for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
        if (path === '/api/events') continue;
        const url = path.replace(/\{\w+\}/g, randomUUID());
        const query = parameters.filter((one) => one.in === 'query');
        const asked = query.map(({ name }) => `${name}=${encodeURIComponent(odd.toWellFormed())}`);
        const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
        const fields = Object.keys(schema?.properties ?? {}).map((name) => [name, odd]);
        const verb = method.toUpperCase() as 'POST';
        for (const { call } of [admin, user]) {
          const reply = await call(
            verb,
            `${url}?${asked.join('&').slice(0, 4_000)}`,
            verb === 'POST' || verb === 'PUT' ? Object.fromEntries(fields) : undefined,
          );
          expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(500);
        }
      }
    }
  });

  it.each(['/api/auth/login', '/api/auth/register'])('with NUL is refused: %s', async (url) => {
    const { call } = await signIn(test);
    const body = { email: 'ann\0@example.com', password: 'Secret-123' };
    const reply = await call('POST', url, body);
    expect([reply.status, reply.body.message]).toEqual([
      400,
      "Text can't contain the character NUL.",
    ]);
  });

  it('of nothing but brackets is refused', async () => {
    const payload = '['.repeat(40_000) + ']'.repeat(40_000);
    expect(await post('/api/auth/login', payload, { 'content-type': 'application/json' })).toBe(
      400,
    );
  });
});
