import { z } from 'zod';
import { countSmsSegments } from '#shared/sms.ts';
import {
  BadWebhook,
  type Channel,
  type ChannelEvent,
  isNotPicture,
  type MediaSource,
  readHeader,
  type WebhookRequest,
} from '../channel.ts';
import { splitText } from '../split.ts';
import { toPlainText } from '../to-plain-text.ts';
import { preferGsm7 } from './gsm7.ts';
import { fetchTwilioMedia } from './media.ts';
import { findTwilioNumber, setTwilioWebhook } from './numbers.ts';
import { findTwilioTexts, sendTwilioText, type TwilioAccount } from './rest.ts';
import { isTwilioSignature } from './signature.ts';
import { toSendFailure, twilioStates } from './statuses.ts';

/** Three GSM-7 segments. */
const partLength = 480;
const maxParts = 3;

/** Twilio docs: support for opt-out keywords. Twilio answers only the bare word, not "Stop." */
const twilioKeywords = [
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  ...['START', 'YES', 'UNSTOP', 'HELP', 'INFO'],
];

/** Twilio docs: glossary, what is a SID. */
const messageSid = z
  .string('is missing')
  .min(1, 'is missing')
  .regex(/^(SM|MM)[0-9a-f]{32}$/, 'is not the SID of a message');
const identity = {
  AccountSid: z.string('is missing').min(1, 'is missing'),
  MessageSid: messageSid,
  SmsSid: messageSid.optional(),
};
const inboundForm = z.object({
  ...identity,
  From: z.string('is missing').min(1, 'is missing'),
  To: z.string().nullish().catch(null),
  Body: z.string().default(''),
  NumMedia: z.coerce.number().int().catch(0),
  // Often missing, and one zod error costs more than the rest of the parsing.
  NumSegments: z.coerce.number().int().positive().max(1000).nullish().catch(null),
  OptOutType: z.enum(['STOP', 'START', 'HELP']).nullish().catch(null),
});
const statusForm = z.object({
  ...identity,
  MessageStatus: z.string('is missing').min(1, 'is missing'),
  ErrorCode: z.string().nullish(),
});

export const sms: Channel<TwilioAccount> = {
  key: 'SMS',
  maxLength: 1600,

  readSettings: (env) =>
    env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN
      ? {
          accountSid: env.TWILIO_ACCOUNT_SID,
          authToken: env.TWILIO_AUTH_TOKEN,
          messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
          apiUrl: env.TWILIO_API_URL,
          answersKeywords: env.TWILIO_ANSWERS_KEYWORDS,
          chatUrl: 'sms:',
        }
      : null,

  createStandInSettings: ({ url, chatUrl, secret }, env) => ({
    accountSid: `AC${secret('twilio account')}`,
    authToken: secret('twilio token'),
    messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
    apiUrl: url,
    answersKeywords: env.TWILIO_ANSWERS_KEYWORDS,
    chatUrl: `${chatUrl}/`,
  }),

  verify(request, settings) {
    const isValid = isTwilioSignature(
      readHeader(request, 'x-twilio-signature'),
      { url: request.url, rawBody: request.rawBody, form: readForm(request) },
      settings.authToken,
    );
    if (!isValid) return 'forged';
    return isAbout(request, settings) ? 'valid' : 'foreign';
  },

  parse(request) {
    const fields = readForm(request);
    if (!fields) throw new BadWebhook('A form body is expected');
    const form = Object.fromEntries(fields);
    // Only reports have MessageStatus.
    const event =
      form.MessageStatus === undefined ? parseMessage(form) : parseStatus(form, request);
    return event ? [event] : [];
  },

  acknowledge: () => ({ status: 200, contentType: 'text/xml', body: '<Response/>' }),

  answersKeyword: (body, { answersKeywords }) =>
    answersKeywords && twilioKeywords.includes(body.trim().toUpperCase()),

  mayWriteFirst: true,

  /** iPhones need `?&` before the body; Android accepts it. */
  createChatLink: ({ address }, words, { chatUrl }) =>
    `${chatUrl}${address}${words && `?&body=${encodeURIComponent(words)}`}`,

  toParts: (text) => sms.split(preferGsm7(toPlainText(text))),
  split: (text) => splitText(text, partLength, maxParts),

  countSegments: (text) => countSmsSegments(text).segments,
  fetchMedia: fetchTwilioMedia,
  send: sendTwilioText,
  numbers: { find: findTwilioNumber, setWebhook: setTwilioWebhook },
  unknownOutcome: { settledBy: 'lookup', findSent: findTwilioTexts },
};

/** The signature proves only that the sender has our token. */
function isAbout(request: WebhookRequest, { accountSid }: TwilioAccount): boolean {
  const named = readForm(request)?.getAll('AccountSid') ?? [];
  return named.every((sid) => sid.toLowerCase() === accountSid.toLowerCase());
}

function parseMessage(form: Record<string, string>): ChannelEvent {
  const fields = parseOrThrow(inboundForm, form);
  const media = readMediaSources(form, fields.NumMedia);
  const mayBePicture = media.some(({ contentType }) => !isNotPicture(contentType));
  const isReadable = fields.Body.trim() !== '' || media.length === 0 || mayBePicture;
  return {
    kind: 'message',
    gatewayAccount: fields.AccountSid,
    // Covered by the signature, unlike I-Twilio-Idempotency-Token.
    gatewayMessageId: fields.MessageSid,
    from: fields.From,
    to: fields.To ?? null,
    body: isReadable ? fields.Body : `[${describeMedia(media)}]`,
    content: isReadable ? 'words' : 'unreadable',
    media,
    quotedGatewayId: null,
    segments: fields.NumSegments ?? null,
    keywordAnswered: fields.OptOutType ?? null,
  };
}

function describeMedia([first]: MediaSource[]): string {
  if (first?.contentType?.startsWith('audio/')) return 'Voice message';
  return first?.contentType?.startsWith('video/') ? 'Video' : 'File';
}

/** Twilio's own limit. */
const maxMedia = 10;

function readMediaSources(form: Record<string, string>, count: number): MediaSource[] {
  return Array.from({ length: Math.min(count, maxMedia) }, (_, n) => ({
    url: form[`MediaUrl${n}`] ?? null,
    id: null,
    contentType: form[`MediaContentType${n}`] ?? null,
  })).filter(({ url }) => url !== null);
}

function parseStatus(form: Record<string, string>, request: WebhookRequest): ChannelEvent | null {
  const fields = parseOrThrow(statusForm, form);
  const state = twilioStates[fields.MessageStatus];
  if (!state) return null;
  return {
    kind: 'status',
    gatewayMessageId: fields.MessageSid,
    deliveryId: new URL(request.url).searchParams.get('delivery'),
    state,
    failure: state === 'failed' ? toSendFailure(Number(fields.ErrorCode ?? 0)) : null,
  };
}

function parseOrThrow<Shape extends z.ZodType>(
  shape: Shape,
  form: Record<string, string>,
): z.infer<Shape> {
  const parsed = shape.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadWebhook(`${String(issue?.path[0])} ${issue?.message ?? 'is missing'}`);
}

/** Verifying and parsing read the same one. */
const forms = new WeakMap<WebhookRequest, URLSearchParams>();

/** Null for a JSON body. */
function readForm(request: WebhookRequest): URLSearchParams | null {
  const type = readHeader(request, 'content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return null;
  const form = forms.get(request) ?? new URLSearchParams(request.rawBody.toString());
  forms.set(request, form);
  return form;
}
