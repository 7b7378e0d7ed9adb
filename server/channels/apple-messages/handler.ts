import { parseBusinessId } from '#shared/business-id.ts';
import { type Channel, headerOf } from '../channel.ts';
import { plainText } from '../plain-text.ts';
import { splitText } from '../split.ts';
import { fetchAttachment } from './attachments.ts';
import { sendAppleText, showTyping } from './rest.ts';
import { type AppleProvider, isAppleToken } from './token.ts';
import { parseWebhook } from './webhook.ts';

/** Apple publishes no limit; this is the least that providers who do name one agree on. */
const maxLength = 3000;
/** What a model writes beyond this is not a text message any more. */
const mostParts = 10;

/** Apple Messages for Business, as a messaging service provider of one's own. */
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

  standInSettings: ({ url, chatUrl, secret }) => ({
    mspId: secret('apple provider'),
    secret: Buffer.from(secret('apple secret')).toString('base64'),
    apiUrl: url,
    chatUrl,
  }),

  verify(request, provider) {
    const token = /^Bearer (\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
    if (!token) return 'missing';
    return isAppleToken(token, provider) ? 'valid' : 'forged';
  },

  // Apple appends the last part to whatever address it was given.
  sharedAddress: '/api/webhooks/apple/message',
  parse: parseWebhook,

  acknowledge: () => ({ status: 200, contentType: 'text/plain', body: '' }),

  humanWords: ['AGENT', 'HUMAN', 'REPRESENTATIVE', 'SUPPORT', 'HELP'],
  stopWords: ['SPAM'],
  /** Apple docs: use-case guides, words for a menu. */
  helpWords: ['MENU', 'LIST', '?'],

  linkToWrite: ({ address }, words, { chatUrl }) =>
    `${chatUrl}/urn:biz:${parseBusinessId(address)}?body=${encodeURIComponent(words)}`,

  shape: (text) => splitText(plainText(text), maxLength, mostParts),

  showThinking: showTyping,
  fetchMedia: fetchAttachment,
  send: sendAppleText,
  // The same id makes the same message: Apple asks for it after a fault of its own.
  settling: { by: 'repeating' },
};
