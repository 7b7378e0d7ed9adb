import { z } from 'zod';
import { countSeptets, countSmsSegments, isGsm7 } from '#shared/sms.ts';
import {
  BadWebhook,
  type Channel,
  type ChannelEvent,
  hasReadable,
  type InboundMessage,
  type MediaSource,
  readHeader,
  type WebhookRequest,
} from '../channel.ts';
import { splitText } from '../split.ts';
import { toPlainText } from '../to-plain-text.ts';
import { smsChecks } from './checks.ts';
import { preferGsm7 } from './gsm7.ts';
import { fetchTwilioMedia } from './media.ts';
import { findTwilioNumber, setTwilioWebhook } from './numbers.ts';
import { findTwilioTexts, listTwilioTexts, sendTwilioText, type TwilioAccount } from './rest.ts';
import { canBeTexted, readSender } from './senders.ts';
import { hasTooManyFields, isTwilioSignature } from './signature.ts';
import { toSendFailure, twilioStates } from './statuses.ts';

/** Septets of GSM-7, three segments; else characters of UCS-2. */
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
  /** A tapped button or list, where the body is empty. */
  ButtonText: z.string().nullish().catch(null),
  ListTitle: z.string().nullish().catch(null),
  /** A shared place. */
  Latitude: z.string().nullish().catch(null),
  Label: z.string().nullish().catch(null),
  Address: z.string().nullish().catch(null),
  MessageType: z.string().nullish().catch(null),
  // Often missing, and one zod error costs more than the rest of the parsing.
  NumSegments: z.coerce.number().int().positive().max(1000).nullish().catch(null),
  OptOutType: z.enum(['STOP', 'START', 'HELP']).nullish().catch(null),
});
type InboundForm = z.infer<typeof inboundForm>;
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

  signatureHeader: 'x-twilio-signature',
  verify(request, settings) {
    if (isForm(request) && hasTooManyFields(request.rawBody)) return 'forged';
    const isValid = isTwilioSignature(
      readHeader(request, sms.signatureHeader),
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
    const status = form.MessageStatus ?? findOldStatus(form.SmsStatus);
    const event = status
      ? parseStatus({ ...form, MessageStatus: status }, request)
      : parseMessage(form);
    return event ? [event] : [];
  },

  acknowledge: () => ({ status: 200, contentType: 'text/xml', body: '<Response/>' }),

  answersKeyword: (body, { answersKeywords }) =>
    answersKeywords && twilioKeywords.includes(body.trim().toUpperCase()),

  mayWriteFirst: true,
  canBeTexted,

  /** iPhones need `?&` before the body; Android accepts it. */
  createChatLink: ({ address }, words, { chatUrl }) =>
    `${chatUrl}${address}${words && `?&body=${encodeURIComponent(words)}`}`,

  format: (markdown) => preferGsm7(toPlainText(markdown)),
  cut: (text, from) =>
    splitText(
      text,
      { maxLength: partLength, maxParts, ...(isGsm7(text) && { sizeOf: countSeptets }) },
      from,
    ),
  split: (text) => sms.cut(text).parts,
  toParts: (text) => sms.split(sms.format(text)),

  countSegments: (text) => countSmsSegments(text).segments,
  fetchMedia: fetchTwilioMedia,
  send: sendTwilioText,
  numbers: { find: findTwilioNumber, setWebhook: setTwilioWebhook },
  unknownOutcome: { settledBy: 'lookup', findSent: findTwilioTexts, listSent: listTwilioTexts },
  checks: smsChecks,
};

/** The older name also stands in people's messages, which are received. */
function findOldStatus(status: string | undefined): string | undefined {
  return status && ['received', 'receiving'].includes(status) ? undefined : status;
}

/** The signature proves only that the sender has our token. */
function isAbout(request: WebhookRequest, { accountSid }: TwilioAccount): boolean {
  const named = readForm(request)?.getAll('AccountSid') ?? [];
  return named.every((sid) => sid.toLowerCase() === accountSid.toLowerCase());
}

function parseMessage(form: Record<string, string>): ChannelEvent {
  const fields = parseOrThrow(inboundForm, form);
  const media = readMediaSources(form);
  return {
    kind: 'message',
    gatewayAccount: fields.AccountSid,
    // Covered by the signature, unlike I-Twilio-Idempotency-Token.
    gatewayMessageId: fields.MessageSid,
    ...readSender({ From: fields.From, To: fields.To?.trim() || null }),
    ...readContent(fields, media),
    media,
    quotedGatewayId: null,
    segments: fields.NumSegments ?? null,
    keywordAnswered: fields.OptOutType ?? null,
  };
}

function readContent(
  { Body, ButtonText, ListTitle, Latitude, Label, Address, MessageType }: InboundForm,
  media: MediaSource[],
): Pick<InboundMessage, 'body' | 'content'> {
  const body = [Body, ButtonText, ListTitle].find((words) => words?.trim()) ?? '';
  if (body !== '' || hasReadable(media)) return { body, content: 'words' };
  if (media.length > 0) return { body: `[${describeMedia(media)}]`, content: 'unreadable' };
  if (Latitude) {
    const place = [Label, Address].filter(Boolean).join(', ');
    return { body: `[Place${place && `: ${place}`}]`, content: 'unreadable' };
  }
  const isText = !MessageType || MessageType === 'text';
  return isText
    ? { body: Body, content: 'words' }
    : { body: "[A message that can't be shown here]", content: 'unreadable' };
}

function describeMedia([first]: MediaSource[]): string {
  const type = first?.contentType?.toLowerCase() ?? '';
  if (type.startsWith('audio/')) return 'Voice message';
  return type.startsWith('video/') ? 'Video' : 'File';
}

/** Twilio's own limit. */
const maxMedia = 10;

/** By what is there: `NumMedia` may be missing or no number. */
function readMediaSources(form: Record<string, string>): MediaSource[] {
  return Array.from({ length: maxMedia }, (_, n) => ({
    url: form[`MediaUrl${n}`] ?? null,
    id: null,
    contentType: form[`MediaContentType${n}`] || null,
  })).filter(({ url, contentType }) => url && !isLayout(contentType));
}

/** Says how a phone arranges the other files. */
const isLayout = (contentType: string | null) => /^application\/smil\b/i.test(contentType ?? '');

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

function isForm(request: WebhookRequest): boolean {
  const type = readHeader(request, 'content-type') ?? '';
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

/** Null for a JSON body. */
function readForm(request: WebhookRequest): URLSearchParams | null {
  if (!isForm(request)) return null;
  const form = forms.get(request) ?? new URLSearchParams(request.rawBody.toString());
  forms.set(request, form);
  return form;
}
