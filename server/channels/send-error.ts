import { storable } from '#shared/texts.ts';

/**
 * Why a text did not go out, as a closed list. Each answers three questions: is another try worth while,
 * may the text have gone out all the same, and what may an admin read?
 */
export const sendFailures = {
  opted_out: { retry: 'never', words: 'The person has opted out of texts from this number.' },
  /** Writing again opens the conversation. */
  left: { retry: 'never', words: 'The person has closed the conversation.' },
  invalid_number: { retry: 'never', words: 'The number can’t receive texts.' },
  unreachable: { retry: 'never', words: 'The phone could not be reached.' },
  blocked: { retry: 'never', words: 'The carrier refused the text.' },
  sender_not_allowed: { retry: 'never', words: 'The expert’s number can’t send this text.' },
  window_closed: {
    retry: 'never',
    words: 'The time to answer is over: the gateway takes texts again once the person writes.',
  },
  credentials: { retry: 'never', words: 'The gateway refused our credentials.' },
  not_configured: { retry: 'never', words: 'No gateway is set up for this channel.' },
  too_long: { retry: 'never', words: 'The text is too long for the gateway.' },
  rejected: { retry: 'never', words: 'The gateway refused the text.' },
  rate_limited: { retry: 'later', words: 'The gateway asked us to slow down.' },
  /** The gateway says that it failed and sent nothing. */
  gateway_error: { retry: 'later', words: 'The gateway had a passing fault.' },
  gateway_down: { retry: 'later', words: 'The gateway could not be reached.' },
  /** The call was made but its outcome is unknown: ask the gateway before sending again. */
  unknown_outcome: { retry: 'ask', words: 'The gateway did not say whether it took the text.' },
} as const;

export type SendFailureKind = keyof typeof sendFailures;
export type SendFailure = {
  kind: SendFailureKind;
  /** The gateway's own code and words, for admins. */
  detail: string;
};

/** What an admin reads of a failure: our words first, then the gateway's and what can be done. */
export function describeSendFailure({ kind, detail }: SendFailure): string {
  return `${sendFailures[kind].words} (${detail})`;
}

/** Of that description what the person may read: what to do in somebody's console is not for them. */
export function withoutDetail(description: string): string {
  return description.replace(/ \(.*\)$/s, '');
}

export class SendError extends Error {
  override name = 'SendError';
  readonly failure: SendFailure;
  readonly retryAfterMs: number | null;

  constructor(kind: SendFailureKind, detail: string, retryAfterMs: number | null = null) {
    super(`${kind}: ${detail}`);
    this.failure = { kind, detail: storable(detail) };
    this.retryAfterMs = retryAfterMs;
  }
}
