import { makeStorable } from '#shared/texts.ts';

/** `later` sends again; `settle` first finds out whether the text was sent. */
export const sendFailures = {
  opted_out: { retry: 'never', text: 'The person has opted out of texts from this number.' },
  closed: { retry: 'never', text: 'The person has closed the conversation.' },
  invalid_number: { retry: 'never', text: "The number can't receive texts." },
  unreachable: { retry: 'never', text: 'The phone could not be reached.' },
  blocked: { retry: 'never', text: 'The carrier refused the text.' },
  sender_not_allowed: { retry: 'never', text: "The expert's number can't send this text." },
  window_closed: {
    retry: 'never',
    text: 'The reply window has closed. It opens again when the person writes.',
  },
  credentials: { retry: 'never', text: 'The gateway refused our credentials.' },
  not_configured: { retry: 'never', text: 'No gateway is set up for this channel.' },
  too_long: { retry: 'never', text: 'The text is too long for the gateway.' },
  rejected: { retry: 'never', text: 'The gateway refused the text.' },
  rate_limited: { retry: 'later', text: 'The gateway asked us to slow down.' },
  /** The gateway confirmed that it sent nothing. */
  gateway_error: { retry: 'later', text: 'The gateway had a temporary error.' },
  gateway_down: { retry: 'later', text: 'The gateway could not be reached.' },
  /** The call may have succeeded: see `unknownOutcome` in channel.ts. */
  unknown_outcome: { retry: 'settle', text: 'The gateway did not confirm the text.' },
} as const;

export type SendFailureKind = keyof typeof sendFailures;
export type SendFailure = {
  kind: SendFailureKind;
  /** A code and our own words. */
  detail: string;
};

export function describeSendFailure({ kind, detail }: SendFailure): string {
  return `${sendFailures[kind].text} (${detail})`;
}

/** For the person, who may not read the detail. */
export function withoutDetail(description: string): string {
  const start = description.indexOf(' (');
  return start >= 0 && description.endsWith(')') ? description.slice(0, start) : description;
}

export class SendError extends Error {
  override name = 'SendError';
  readonly failure: SendFailure;
  readonly retryAfterMs: number | null;

  constructor(kind: SendFailureKind, detail: string, retryAfterMs: number | null = null) {
    super(`${kind}: ${detail}`);
    this.failure = { kind, detail: makeStorable(detail) };
    this.retryAfterMs = retryAfterMs;
  }
}
