import { randomBytes } from 'node:crypto';

type Known = { status: number; title: string; details: string; type?: string; subcode?: number };

/** Meta's page "Error codes". */
const errors = {
  33: {
    status: 400,
    title: 'Unsupported post request. Object does not exist or cannot be loaded',
    details: 'The phone number id is unknown.',
    type: 'GraphMethodException',
  },
  100: { status: 400, title: 'Invalid parameter', details: 'Invalid parameter' },
  190: {
    status: 401,
    title: 'Error validating access token: Session has expired',
    details: '',
    subcode: 463,
  },
  130429: {
    status: 400,
    title: 'Rate limit hit',
    details: 'Cloud API message throughput has been reached.',
    subcode: 2494055,
  },
  131000: { status: 500, title: 'Something went wrong', details: 'Message failed to send.' },
  131009: {
    status: 400,
    title: 'Parameter value is not valid',
    details: 'A parameter is not valid.',
  },
  131016: {
    status: 503,
    title: 'Service unavailable',
    details: 'A service is temporarily unavailable.',
  },
  131026: { status: 400, title: 'Message undeliverable', details: 'Message Undeliverable.' },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  },
  131051: {
    status: 400,
    title: 'Unsupported message type',
    details: 'Message type is currently not supported.',
  },
} as const satisfies Record<number, Known>;

export type MetaCode = keyof typeof errors;

export function createMetaError(code: MetaCode, details?: string) {
  const known: Known = errors[code];
  return {
    status: known.status,
    body: {
      error: {
        message: `(#${code}) ${known.title}`,
        type: known.type ?? 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details: details ?? known.details },
        ...(known.subcode && { error_subcode: known.subcode }),
        fbtrace_id: randomBytes(12).toString('base64url'),
      },
    },
  };
}

/** For the status report of an accepted text. */
export function createReportError(code: MetaCode) {
  const { title, details }: Known = errors[code];
  const href = 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/';
  return { code, title, message: title, error_data: { details }, href };
}
