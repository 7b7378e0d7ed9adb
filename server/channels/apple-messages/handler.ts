import { parseBusinessId } from '#shared/business-id.ts';
import { appleKeywords } from '#shared/keywords.ts';
import { type Channel, readHeader } from '../channel.ts';
import { splitText } from '../split.ts';
import { toPlainText } from '../to-plain-text.ts';
import { fetchAttachment } from './attachments.ts';
import { appleChecks } from './checks.ts';
import { sendAppleText, showTyping } from './rest.ts';
import { type AppleProvider, isAppleToken } from './token.ts';
import { parseWebhook } from './webhook.ts';

/** Apple publishes no limit; this is the lowest that other providers document. */
const maxLength = 3000;
const maxParts = 10;

export const appleMessages: Channel<AppleProvider> = {
  key: 'AMB',
  maxLength,

  readSettings: (env) =>
    env.AMB_MSP_ID && env.AMB_SECRET
      ? {
          mspId: env.AMB_MSP_ID,
          secret: env.AMB_SECRET,
          apiUrl: env.AMB_API_URL,
          chatUrl: 'https://bcrw.apple.com',
        }
      : null,

  createStandInSettings: ({ url, chatUrl, secret }) => ({
    mspId: secret('apple provider'),
    secret: Buffer.from(secret('apple secret')).toString('base64'),
    apiUrl: url,
    chatUrl,
  }),

  signatureHeader: 'authorization',
  signsNoBody: true,
  verify(request, provider) {
    const token = /^Bearer (\S+)$/i.exec(
      readHeader(request, appleMessages.signatureHeader) ?? '',
    )?.[1];
    if (!token) return 'missing';
    return isAppleToken(token, provider) ? 'valid' : 'forged';
  },

  // Apple appends /message to the configured address.
  sharedPath: '/api/webhooks/apple/message',
  alwaysNamesUs: true,
  parse: parseWebhook,

  acknowledge: () => ({ status: 200, contentType: 'text/plain', body: '' }),

  humanWords: ['AGENT', 'HUMAN', 'REPRESENTATIVE', 'SUPPORT', 'HELP'],
  stopWords: appleKeywords.stop,
  helpWords: appleKeywords.help,

  createChatLink: ({ address }, words, { chatUrl }) =>
    `${chatUrl}/urn:biz:${parseBusinessId(address)}${words && `?body=${encodeURIComponent(words)}`}`,

  format: toPlainText,
  cut: (text, from) => splitText(text, { maxLength, maxParts }, from),
  split: (text) => appleMessages.cut(text).parts,
  toParts: (text) => appleMessages.split(appleMessages.format(text)),

  showTyping,
  fetchMedia: fetchAttachment,
  send: sendAppleText,
  checks: appleChecks,
  // Apple's docs ask for a resend after a server error; Apple drops a repeated id.
  unknownOutcome: { settledBy: 'resend' },
};
