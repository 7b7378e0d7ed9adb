import { dayMs } from '#shared/time.ts';
import { type Channel, readHeader } from '../channel.ts';
import { splitText } from '../split.ts';
import { whatsappChecks } from './checks.ts';
import { sendWhatsAppText, showTyping, type WhatsAppApp } from './graph.ts';
import { fetchWhatsAppMedia } from './media.ts';
import { isSame, signMeta } from './signature.ts';
import { toWhatsAppMarkup } from './to-whatsapp-markup.ts';
import { parseWebhook } from './webhook.ts';

/** Meta docs: whatsapp/messages/text-messages. */
const maxLength = 4096;
const maxParts = 10;

export const whatsapp: Channel<WhatsAppApp> = {
  key: 'WHATSAPP',
  maxLength,
  namesSources: true,

  readSettings: (env) =>
    env.WHATSAPP_ACCESS_TOKEN && env.WHATSAPP_APP_SECRET && env.WHATSAPP_VERIFY_TOKEN
      ? {
          accessToken: env.WHATSAPP_ACCESS_TOKEN,
          appSecret: env.WHATSAPP_APP_SECRET,
          verifyToken: env.WHATSAPP_VERIFY_TOKEN,
          phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID ?? null,
          apiUrl: env.WHATSAPP_API_URL,
          chatUrl: 'https://wa.me',
        }
      : null,

  createStandInSettings: ({ url, chatUrl, secret }) => ({
    accessToken: secret('whatsapp token'),
    appSecret: secret('whatsapp app'),
    verifyToken: secret('whatsapp verify'),
    phoneNumberId: '106540352242922',
    apiUrl: url,
    chatUrl,
  }),

  signatureHeader: 'x-hub-signature-256',
  verify(request, { appSecret }) {
    const signature = readHeader(request, whatsapp.signatureHeader);
    return isSame(signature, signMeta(request.rawBody, appSecret)) ? 'valid' : 'forged';
  },

  confirmAddress(query, { verifyToken }) {
    const isMeta = isSame(query.get('hub.verify_token'), verifyToken);
    return isMeta && query.get('hub.mode') === 'subscribe' ? query.get('hub.challenge') : null;
  },

  sharedPath: '/api/webhooks/whatsapp',
  alwaysNamesUs: true,
  hasOtherNumbers: true,
  /** Meta sends up to a thousand updates at once (Meta docs: webhooks/overview). */
  maxWebhookBytes: 3 * 1024 * 1024,
  parse: parseWebhook,

  acknowledge: () => ({ status: 200, contentType: 'text/plain', body: '' }),

  defaultSenderId: ({ phoneNumberId }) => phoneNumberId,

  /** Meta docs: customer service windows. */
  windowMs: dayMs,

  createChatLink: ({ address }, words, { chatUrl }) =>
    `${chatUrl}/${address.replace(/\D/g, '')}${words && `?text=${encodeURIComponent(words)}`}`,

  format: toWhatsAppMarkup,
  cut: (text, from) => splitText(text, { maxLength, maxParts, hasFences: true }, from),
  split: (text) => whatsapp.cut(text).parts,
  toParts: (text) => whatsapp.split(whatsapp.format(text)),

  showTyping,
  fetchMedia: fetchWhatsAppMedia,
  send: sendWhatsAppText,
  checks: whatsappChecks,
  unknownOutcome: { settledBy: 'report' },
};
