import type { SendFailure, SendFailureKind } from '../send-error.ts';

type Known = readonly [kind: SendFailureKind, hint: string];

const withoutPermission: Known = [
  'sender_not_allowed',
  'The app may not send from this number. Check the permissions of the system user and the app.',
];
const callRate: Known = ['rate_limited', 'This app or account makes too many calls.'];
const temporary: Known = ['gateway_error', 'Meta had a temporary error.'];
const badParameter: Known = ['rejected', 'Meta did not accept the request.'];
const marketing: Known = ['blocked', 'Meta held it back as marketing.'];
const template: Known = ['rejected', 'The template has a problem.'];

/** Meta docs: whatsapp/support/error-codes. */
const known: Record<number, Known | undefined> = {
  0: ['credentials', 'Meta does not know the access token.'],
  190: ['credentials', 'The access token has expired or was revoked. Create a new one.'],
  131005: ['credentials', 'The access token may not use this number.'],
  3: withoutPermission,
  10: withoutPermission,
  4: callRate,
  80007: callRate,
  130429: ['rate_limited', 'This number sends too many texts at once.'],
  131056: ['rate_limited', 'This person gets too many texts in a short time.'],
  1: temporary,
  2: temporary,
  131000: temporary,
  131016: temporary,
  131057: ['gateway_error', 'The business account is under maintenance.'],
  33: ['sender_not_allowed', 'The phone number id is unknown, or the token may not use it.'],
  100: badParameter,
  131008: badParameter,
  131009: badParameter,
  130403: ['blocked', 'Our business account has blocked this person.'],
  130472: marketing,
  131049: marketing,
  131050: ['blocked', 'The person does not accept marketing from us.'],
  131048: ['blocked', "Too many texts were reported as spam. See the number's quality rating."],
  131031: ['sender_not_allowed', 'The business account is locked. See its account quality page.'],
  131045: ['sender_not_allowed', "The number's certificate is wrong. Register the number again."],
  133010: ['sender_not_allowed', 'The number is not registered with the Cloud API.'],
  368: ['sender_not_allowed', 'The business account is blocked for breaking a policy.'],
  131037: ['sender_not_allowed', "The number's display name is not approved yet."],
  131042: ['sender_not_allowed', 'Meta has a problem with the payment method.'],
  131030: [
    'sender_not_allowed',
    "A test number reaches only listed recipients. Add the person's number at Meta.",
  ],
  131021: ['invalid_number', 'The number is our own.'],
  131026: [
    'unreachable',
    'The person is not on WhatsApp, has an old version, has not accepted its terms, or has blocked us.',
  ],
  131047: ['window_closed', 'The person last wrote more than 24 hours ago.'],
  131051: ['rejected', 'WhatsApp does not support this kind of message.'],
  131052: ['rejected', 'The file could not be downloaded.'],
  131053: ['rejected', 'The file could not be uploaded.'],
  131062: ['unreachable', 'This message needs a phone number, but we only know a user id.'],
  132000: template,
  132001: template,
  132012: template,
  132015: template,
  132016: template,
};

/** Meta allows one text per person in 6 seconds (Meta docs: throughput, pair rate limits). */
const pairWaitMs = 7_000;

/** Leaves out Meta's own words. */
export function toSendFailure(code: number): SendFailure {
  const [kind, hint] = findKnown(code) ?? ['rejected', ''];
  return { kind, detail: [`WhatsApp ${code}`, hint].filter(Boolean).join(': ') };
}

export function isKnownCode(code: number): boolean {
  return findKnown(code) !== undefined;
}

function findKnown(code: number): Known | undefined {
  return code >= 200 && code <= 299 ? withoutPermission : known[code];
}

export function findMinWaitMs(code: number): number | null {
  return code === 131056 ? pairWaitMs : null;
}
