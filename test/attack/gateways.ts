import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { mintToken } from '#sandbox/apple/token.ts';
import type { AppleProvider } from '#server/channels/apple-messages/token.ts';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { aPhone } from '../factories.ts';
import type { TestApp } from '../runtime.ts';
import { toJson, toText } from './hostile.ts';

type Headers = Record<string, string>;
export type SignedRequest = { url: string; headers: Headers; body: string | Buffer };
export type WebhookSender = {
  /** With new ids at each call. */
  samples(): Record<string, object>;
  sign(body: string | Buffer): SignedRequest;
  encode(payload: object): string;
};
type PersonalSender = WebhookSender & {
  message(content: object, from: string, name?: string): object;
};
export type SenderName = 'SMS' | 'WHATSAPP' | 'AMB' | 'STRIPE';

export function createSenders(
  test: TestApp,
  experts: Record<ChannelKey, ExpertRow>,
  userId: string,
): Record<SenderName, WebhookSender> {
  return {
    SMS: createTwilio(test, experts.SMS),
    WHATSAPP: createMeta(test),
    AMB: createApple(test, experts.AMB),
    STRIPE: createStripe(test, userId),
  };
}

const settingsOf = <Settings>({ runtime }: TestApp, key: ChannelKey) =>
  channelFor(runtime.config, key)?.settings as Settings;
/** Few, so that the loop guard spares most replies. */
const phones = Array.from({ length: 4 }, aPhone);
let turn = 0;
const someone = () => phones[turn++ % phones.length] as string;
const hex = () => randomUUID().replaceAll('-', '');
const json = { 'content-type': 'application/json' };

function createTwilio(test: TestApp, expert: ExpertRow): WebhookSender {
  const { accountSid: AccountSid, authToken } = settingsOf<TwilioAccount>(test, 'SMS');
  const path = `/api/webhooks/experts/${expert.id}`;
  const publicAddress = test.runtime.config.publicUrl + path;
  const inbound = () => ({
    MessageSid: `SM${hex()}`,
    AccountSid,
    From: someone(),
    To: expert.phoneNumber,
    Body: 'Hello',
    NumMedia: '0',
    NumSegments: '1',
  });
  return {
    samples: () => ({
      text: inbound(),
      picture: {
        ...inbound(),
        NumMedia: '1',
        MediaUrl0: 'https://api.twilio.com/2010-04-01/x',
        MediaContentType0: 'image/png',
      },
      keyword: { ...inbound(), Body: 'STOP', OptOutType: 'STOP' },
      status: { MessageSid: `SM${hex()}`, AccountSid, MessageStatus: 'failed', ErrorCode: '30003' },
    }),
    encode: (payload) =>
      new URLSearchParams(
        Object.entries(payload).map(([name, value]): [string, string] => [name, toText(value)]),
      ).toString(),
    sign: (body) => ({
      url: path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signTwilio(
          publicAddress,
          new URLSearchParams(body.toString()),
          authToken,
        ),
      },
      body,
    }),
  };
}

export function createMeta(test: TestApp): PersonalSender {
  const { appSecret, phoneNumberId } = settingsOf<WhatsAppApp>(test, 'WHATSAPP');
  const metadata = { display_phone_number: '12025550100', phone_number_id: phoneNumberId };
  const wrap = (more: object) => {
    const value = { messaging_product: 'whatsapp', metadata, ...more };
    const changes = [{ field: 'messages', value }];
    return { object: 'whatsapp_business_account', entry: [{ id: '1', changes }] };
  };
  const message = (content: object, person = someone(), name = 'Ann') => {
    const from = person.slice(1);
    const contacts = [{ wa_id: from, user_id: `US.${from}`, profile: { name } }];
    const written = { from, id: `wamid.${hex()}`, timestamp: '1749416383', ...content };
    return wrap({ contacts, messages: [written] });
  };
  const context = { id: 'wamid.x', from: '12025550100' };
  return {
    message,
    samples: () => ({
      text: message({ type: 'text', text: { body: 'Hello' }, context }),
      picture: message({
        type: 'image',
        image: { id: '1', mime_type: 'image/png', sha256: 'a', caption: 'What is this?' },
      }),
      button: message({ type: 'button', button: { text: 'Yes', payload: 'yes' }, context }),
      choice: message({
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Fractions' } },
      }),
      reaction: message({ type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } }),
      location: message({ type: 'location', location: { latitude: 1, longitude: 2 } }),
      status: wrap({
        statuses: [
          {
            id: 'wamid.x',
            status: 'failed',
            recipient_id: '12025550143',
            biz_opaque_callback_data: randomUUID(),
            errors: [{ code: 131026, title: 'No', error_data: { details: 'None' } }],
          },
        ],
      }),
    }),
    encode: toJson,
    sign: (body) => ({
      url: '/api/webhooks/whatsapp',
      headers: { ...json, 'x-hub-signature-256': signMeta(body, appSecret) },
      body,
    }),
  };
}

export function createApple(test: TestApp, expert: ExpertRow): PersonalSender {
  const account = settingsOf<AppleProvider>(test, 'AMB');
  const message = (content: object, person = `urn:mbid:AQAA${someone().slice(1)}`) => ({
    v: 1,
    id: randomUUID(),
    sourceId: person,
    destinationId: expert.handle,
    locale: 'en_US',
    ...content,
  });
  const items = [{ identifier: '1', title: 'Fractions' }];
  return {
    message,
    samples: () => ({
      text: message({ type: 'text', body: 'Hello' }),
      picture: message({
        type: 'text',
        body: '\uFFFC',
        attachments: [
          {
            name: 'IMG_0001.jpeg',
            mimeType: 'image/jpeg',
            size: '133120',
            key: `00${'ab'.repeat(32)}`,
            url: 'https://p01-mmcs.icloud-content.com/M-one',
            owner: 'M:one.owner',
            signature: '81cea9f5',
          },
        ],
      }),
      choice: message({
        type: 'interactive',
        interactiveData: { data: { 'quick-reply': { selectedIdentifier: '1', items } } },
      }),
      list: message({
        type: 'interactive',
        interactiveData: { data: { listPicker: { sections: [{ items }] } } },
      }),
      close: message({ type: 'close' }),
    }),
    encode: toJson,
    sign: (body) => ({
      url: '/api/webhooks/apple/message',
      headers: { ...json, authorization: `Bearer ${mintToken(account)}` },
      body,
    }),
  };
}

function createStripe(test: TestApp, userId: string): WebhookSender {
  const secret = test.runtime.config.stripe?.webhookSecret ?? '';
  const event = (type: string, object: object) => ({
    id: `evt_${hex()}`,
    type,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object },
  });
  const checkout = (plan: string) => ({
    id: `cs_${hex()}`,
    payment_status: 'paid',
    subscription: plan === 'payg' ? null : 'sub_unknown',
    payment_intent: plan === 'payg' ? `pi_${hex()}` : null,
    metadata: { plan, userId },
  });
  const invoice = { parent: { subscription_details: { subscription: 'sub_unknown' } } };
  return {
    samples: () => ({
      purchase: event('checkout.session.completed', checkout('payg')),
      subscribed: event('checkout.session.completed', checkout('monthly')),
      changed: event('customer.subscription.updated', { id: 'sub_unknown' }),
      invoice: event('invoice.paid', invoice),
      refund: event('charge.refunded', { payment_intent: 'pi_unknown' }),
    }),
    encode: toJson,
    sign: (body) => ({
      url: '/api/webhooks/stripe',
      headers: {
        ...json,
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({
          payload: body.toString(),
          secret,
        }),
      },
      body,
    }),
  };
}

export function readSecrets(test: TestApp) {
  const apple = settingsOf<AppleProvider>(test, 'AMB');
  return {
    SMS: settingsOf<TwilioAccount>(test, 'SMS').authToken,
    WHATSAPP: settingsOf<WhatsAppApp>(test, 'WHATSAPP').appSecret,
    AMB: { ...apple, key: Buffer.from(apple.secret, 'base64') },
    STRIPE: test.runtime.config.stripe?.webhookSecret ?? '',
  };
}
