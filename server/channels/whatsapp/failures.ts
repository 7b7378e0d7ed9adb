import type { SendFailure, SendFailureKind } from '../send-error.ts';

type Known = readonly [kind: SendFailureKind, words: string];

const withoutPermission: Known = [
  'sender_not_allowed',
  'The app may not send for this number. Check the permissions of the system user and the app.',
];
const callRate: Known = ['rate_limited', 'Too many calls of this app or account.'];
const passing: Known = ['gateway_error', 'A passing fault at Meta.'];
const badParameter: Known = ['rejected', 'Meta could not use the request.'];
const marketing: Known = ['blocked', 'Meta held it back as marketing.'];
const template: Known = ['rejected', 'Something is wrong with the template.'];

/** Cloud API's codes → ours (Meta docs: whatsapp/support/error-codes). Codes not listed are `rejected`. */
const known: Record<number, Known | undefined> = {
  0: ['credentials', 'Meta did not know the access token.'],
  190: ['credentials', 'The access token has expired or was withdrawn. Make a new one.'],
  131005: ['credentials', 'The access token may not use this number.'],
  3: withoutPermission,
  10: withoutPermission,
  4: callRate,
  80007: callRate,
  130429: ['rate_limited', 'Too many texts at once from this number.'],
  131056: ['rate_limited', 'Too many texts to this person in a short time.'],
  1: passing,
  2: passing,
  131000: passing,
  131016: passing,
  131057: ['gateway_error', 'The business account is being maintained.'],
  33: ['sender_not_allowed', 'The phone number id is unknown, or the token may not use it.'],
  100: badParameter,
  131008: badParameter,
  131009: badParameter,
  130403: ['blocked', 'Our business account has blocked this person.'],
  130472: marketing,
  131049: marketing,
  131050: ['blocked', 'The person takes no marketing from us.'],
  131048: [
    'blocked',
    'Too many texts were reported as spam. See the quality rating of the number.',
  ],
  131031: ['sender_not_allowed', 'The business account is locked. See its account quality page.'],
  131045: ['sender_not_allowed', 'The number’s certificate is wrong. Register the number again.'],
  133010: ['sender_not_allowed', 'The number is not registered with the Cloud API.'],
  368: ['sender_not_allowed', 'The business account is blocked for breaking a policy.'],
  131037: ['sender_not_allowed', 'The number’s display name is not approved yet.'],
  131042: ['sender_not_allowed', 'Something is wrong with the payment method at Meta.'],
  131030: [
    'sender_not_allowed',
    'A test number reaches listed recipients only. Add the person’s number at Meta.',
  ],
  131021: ['invalid_number', 'It is the number that sends.'],
  131026: [
    'unreachable',
    'The person is not on WhatsApp, has an old version, has not agreed to its terms, or has blocked us.',
  ],
  131047: ['window_closed', 'More than 24 hours since the person last wrote.'],
  131051: ['rejected', 'WhatsApp does not know this kind of message.'],
  131052: ['rejected', 'The file could not be downloaded.'],
  131053: ['rejected', 'The file could not be uploaded.'],
  131062: ['unreachable', 'This message needs a phone number, and we know only a user id.'],
  132000: template,
  132001: template,
  132012: template,
  132015: template,
  132016: template,
};

/** The pair limit is one text in 6 seconds (Meta docs: throughput, pair rate limits). */
const pairWaitMs = 7_000;

/** @param said Meta's own words, which an admin reads where we have none. */
export function whatsappFailure(code: number, said: string): SendFailure {
  const [kind, words] = meaningOf(code) ?? ['rejected', said];
  return { kind, detail: [`WhatsApp ${code}`, words].filter(Boolean).join(': ') };
}

export function isKnownCode(code: number): boolean {
  return meaningOf(code) !== undefined;
}

function meaningOf(code: number): Known | undefined {
  return code >= 200 && code <= 299 ? withoutPermission : known[code];
}

export function leastWaitMs(code: number): number | null {
  return code === 131056 ? pairWaitMs : null;
}
