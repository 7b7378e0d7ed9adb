import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { createTwilioError, type TwilioCode, type TwilioError } from './errors.ts';

const bodyMaxLength = 1600;

/** `person` and `number` have no channel prefix. */
export type CreateRequest = {
  to: string;
  from: string | null;
  person: string;
  number: string | null;
  body: string;
  messagingServiceSid: string | null;
  statusCallback: string | null;
};

/** Twilio's page "Test Credentials". */
const magicTo: Record<string, TwilioCode> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
};
const magicFrom: Record<string, TwilioCode> = {
  '+15005550001': 21212,
  '+15005550007': 21606,
  '+15005550008': 21611,
};

const channelPrefix = /^(whatsapp|rcs):/;
export const withoutWay = (address: string): string => address.replace(channelPrefix, '');

/** By name: it sends for the number that the person knows. */
const rcsAgent = /^rcs:[a-z0-9_]+$/i;

/** In Twilio's order: first what is missing, then what is wrong. */
export function parseCreate(form: URLSearchParams): CreateRequest | TwilioError {
  const field = (name: string) => form.get(name)?.trim() || null;
  const to = field('To');
  const from = field('From');
  const messagingServiceSid = field('MessagingServiceSid');
  const body = form.get('Body') ?? '';
  const statusCallback = field('StatusCallback');
  if (!to) return createTwilioError(21604);
  if (!from && !messagingServiceSid) return createTwilioError(21603);
  if (body === '' && !field('MediaUrl') && !field('ContentSid')) return createTwilioError(21602);
  if (body.length > bodyMaxLength) return createTwilioError(21617);
  const code = (from && findFromError(from, to)) || findToError(to);
  if (code) return createTwilioError(code, { to, from: from ?? '' });
  if (statusCallback && !isWebUrl(statusCallback))
    return createTwilioError(21609, { statusCallback });
  const person = withoutWay(to);
  const isAgent = from !== null && rcsAgent.test(from);
  const number = isAgent ? null : from && withoutWay(from);
  return { to, from, person, number, body, messagingServiceSid, statusCallback };
}

function findFromError(from: string, to: string): TwilioCode | null {
  if (channelPrefix.exec(from)?.[0] !== channelPrefix.exec(to)?.[0]) return 21910;
  if (rcsAgent.test(from)) return null;
  const address = withoutWay(from);
  if (!isSender(address)) return 21212;
  if (from === to) return 21266;
  return magicFrom[address] ?? null;
}

function isSender(address: string): boolean {
  if (/^\+[1-9]\d{6,14}$|^\d{3,8}$/.test(address)) return true;
  return /^[a-z0-9 &+_-]{1,11}$/i.test(address) && /[a-z]/i.test(address);
}

function findToError(to: string): TwilioCode | null {
  const address = withoutWay(to);
  const magic = magicTo[address];
  if (magic) return magic;
  return parsePhoneNumberFromString(address)?.isPossible() ? null : 21211;
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text) && !new URL(text).hostname.includes('_');
}
