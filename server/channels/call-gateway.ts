import { findCallRefused } from '#server/outside/outgoing/call-refused.ts';
import { SendError } from './send-error.ts';

/** After this, the outcome is settled later. */
export const sendTimeoutMs = 15_000;
/** With these, no request was sent. */
const notSentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

type Cause = { code?: string; syscall?: string; errors?: Cause[] };

/** A host fails with one error per address. */
function wasNeverConnected({ code, syscall, errors }: Cause): boolean {
  if (errors && errors.length > 0) return errors.every(wasNeverConnected);
  return syscall === 'connect' || notSentCodes.includes(code ?? '');
}

/** @throws {SendError} `gateway_down` if the request never reached the gateway. */
export async function callGateway(
  call: typeof fetch,
  url: string,
  { timeoutMs = sendTimeoutMs, ...init }: RequestInit & { timeoutMs?: number },
): Promise<Response> {
  try {
    return await call(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const refused = findCallRefused(error as Error);
    if (refused) throw new SendError('rejected', refused.message);
    const cause = (error as Error).cause as Cause | undefined;
    const detail = cause?.code ?? (error as Error).message;
    throw new SendError(
      cause && wasNeverConnected(cause) ? 'gateway_down' : 'unknown_outcome',
      detail,
    );
  }
}

export function readRetryAfterMs(response: Response): number | null {
  const value = response.headers.get('retry-after') ?? '';
  const waitMs = Number.isNaN(Number(value))
    ? Date.parse(value) - Date.now()
    : Number(value) * 1000;
  return waitMs > 0 ? waitMs : null;
}
