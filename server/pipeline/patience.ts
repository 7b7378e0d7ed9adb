import type { ModelError } from '#server/ai/model.ts';
import type { Failure } from '#server/db/schema.ts';
import { failuresSinceReplay } from '#server/messages/replays-store.ts';
import { backoffMs } from './backoff.ts';
import { pictureFailure } from './pictures.ts';

/** Rules: at most 4 failed tries in 5 minutes. */
const mostFailures = 4;
const failingForMs = 5 * 60_000;
const firstRetryMs = 1_500;

/** How long a message waits after a failure before its provider is asked again; null: not again. */
export function waitAfter(failures: Failure[], error: ModelError, now: Date): number | null {
  const earlier = failuresSinceReplay(failures).filter(({ kind }) => kind !== pictureFailure);
  const tries = earlier.length + 1;
  const since = earlier[0] ? Date.parse(earlier[0].at) : now.getTime();
  const delayMs = Math.max(backoffMs(tries, firstRetryMs), error.retryAfterMs ?? 0);
  const isOver = tries >= mostFailures || now.getTime() + delayMs - since > failingForMs;
  return error.isRetryable && !isOver ? delayMs : null;
}
