import { onTestFinished, vi } from 'vitest';
import { sendTimeoutMs } from '#server/channels/call-gateway.ts';

/** For the current test, a second counts for 15. */
export function shortenGatewayTimeout(fullMs = sendTimeoutMs): void {
  const { timeout } = AbortSignal;
  const shortened = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout.call(AbortSignal, ms === fullMs ? 1_000 : ms));
  onTestFinished(() => shortened.mockRestore());
}
