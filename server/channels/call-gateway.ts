import { SendError } from './send-error.ts';

/** A call that takes longer is given up; what became of the text is settled later. */
const sendTimeoutMs = 15_000;
/** Failures after which it is certain that nothing has left this machine. */
const neverLeft = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** @throws {SendError} when no answer came: `gateway_down` where the gateway can't have got the call. */
export async function callGateway(
  call: typeof fetch,
  url: string,
  { timeoutMs = sendTimeoutMs, ...init }: RequestInit & { timeoutMs?: number },
): Promise<Response> {
  try {
    return await call(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = (error as Error).cause as { code?: string } | undefined;
    const detail = cause?.code ?? (error as Error).message;
    throw new SendError(neverLeft.includes(detail) ? 'gateway_down' : 'unknown_outcome', detail);
  }
}

/** How long the gateway asks us to wait, if it says. */
export function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? seconds * 1000 : null;
}
