import { SendError } from './send-error.ts';

/** A call that takes longer is given up; what became of the text is settled later. */
const sendTimeoutMs = 15_000;
/** Failures after which it is certain that nothing has left this machine. */
const neverLeft = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

type Cause = { code?: string; syscall?: string; errors?: Cause[] };

/** Whichever way a connection fails to come about; a host with several addresses fails with one error for each. */
function isUnconnected({ code, syscall, errors }: Cause): boolean {
  if (errors && errors.length > 0) return errors.every(isUnconnected);
  return syscall === 'connect' || neverLeft.includes(code ?? '');
}

/** @throws {SendError} when no answer came: `gateway_down` where the gateway can't have got the call. */
export async function callGateway(
  call: typeof fetch,
  url: string,
  { timeoutMs = sendTimeoutMs, ...init }: RequestInit & { timeoutMs?: number },
): Promise<Response> {
  try {
    return await call(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = (error as Error).cause as Cause | undefined;
    const detail = cause?.code ?? (error as Error).message;
    throw new SendError(cause && isUnconnected(cause) ? 'gateway_down' : 'unknown_outcome', detail);
  }
}

/** How long the gateway asks us to wait, if it says: in seconds, or until a date. */
export function retryAfterMs(response: Response): number | null {
  const said = response.headers.get('retry-after') ?? '';
  const waitMs = Number.isNaN(Number(said)) ? Date.parse(said) - Date.now() : Number(said) * 1000;
  return waitMs > 0 ? waitMs : null;
}
