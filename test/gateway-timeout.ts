import { onTestFinished, vi } from 'vitest';
import { sendTimeoutMs } from '#server/channels/call-gateway.ts';

/** For the current test: one second instead of 15. */
export function shortenGatewayTimeout(): void {
  const { timeout } = AbortSignal;
  const shortened = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout.call(AbortSignal, ms === sendTimeoutMs ? 1_000 : ms));
  onTestFinished(() => shortened.mockRestore());
}
