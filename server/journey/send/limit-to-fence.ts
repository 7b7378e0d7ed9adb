import { sendTimeoutMs } from '#server/channels/call-gateway.ts';
import { SendError } from '#server/channels/send-error.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SendStep } from './send-step.ts';

const defaultMs = 1_000;
/** A shorter call is not worth the attempt. */
const minMs = 2_000;

/**
 * If this process is held up after the fence, another may settle the text. So a call ends as early as one that began
 * with the fence.
 * @throws {SendError} if it is too late; nothing was sent.
 */
export function limitToFence({ fetch: call, clock }: Runtime, { since }: SendStep): typeof fetch {
  const lateMs = clock.now().getTime() - since.getTime();
  if (lateMs <= defaultMs) return call;
  const leftMs = sendTimeoutMs - lateMs;
  if (leftMs < minMs) throw new SendError('gateway_down', 'This process was held up too long.');
  const limit = AbortSignal.timeout(leftMs);
  return (input, init) =>
    call(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
}
