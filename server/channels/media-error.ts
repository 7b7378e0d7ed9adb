import { readRetryAfterMs } from './call-gateway.ts';
import { SendError, type SendFailureKind } from './send-error.ts';

type Known = readonly [kind: SendFailureKind, hint: string];

const refused: Known = ['credentials', 'it refused our credentials'];
const known: Record<number, Known | undefined> = {
  401: refused,
  403: refused,
  // Right after the webhook a file may not be there yet.
  404: ['gateway_error', 'it is not there, or not yet'],
  408: ['gateway_error', 'it took too long'],
  410: ['rejected', 'it was deleted'],
  425: ['gateway_error', 'it is not there yet'],
  429: ['rate_limited', 'too many requests'],
};

/**
 * About a file, not about a text.
 * @param at.isOurs false at a storage that a redirect led to: it gets no credentials, and refuses an expired link.
 */
export function toMediaError(
  gateway: string,
  response: Response,
  { isOurs }: { isOurs: boolean },
): SendError {
  const { status } = response;
  const isExpired = status === 403 && !isOurs;
  const [kind, hint] = isExpired
    ? (['gateway_error', 'its link has expired'] as const)
    : (known[status] ?? [status >= 500 ? 'gateway_error' : 'rejected', 'no reason was given']);
  return new SendError(kind, `${gateway} ${status}: ${hint}`, readRetryAfterMs(response));
}
