import type { ModelError } from '#server/ai/model.ts';
import type { Failure, MessageRow } from '#server/db/schema.ts';
import { listFailuresSinceReplay, replayKind } from '#server/messages/replays-store.ts';
import { minuteMs } from '#shared/time.ts';
import { computeBackoffMs } from '../backoff.ts';
import { pictureFailure } from './picture-failures.ts';

const maxFailures = 4;
const failingForMs = 5 * minuteMs;
const firstRetryMs = 1_500;

/** Milliseconds until the next model call; null: no further call. */
export function findModelRetryDelay(
  failures: Failure[],
  error: ModelError,
  now: Date,
): number | null {
  const earlier = listFailuresSinceReplay(failures).filter(({ kind }) => kind !== pictureFailure);
  const attempts = earlier.length + 1;
  const since = earlier[0] ? Date.parse(earlier[0].at) : now.getTime();
  const delayMs = Math.max(computeBackoffMs(attempts, firstRetryMs), error.retryAfterMs ?? 0);
  const isOver = attempts >= maxFailures || now.getTime() + delayMs - since > failingForMs;
  return error.isRetryable && !isOver ? delayMs : null;
}

/** Whether its person was told, before an admin's last replay, that there is no answer. */
export function wasGivenUp({ failures }: MessageRow): boolean {
  const replayedAt = failures.findLastIndex(({ kind }) => kind === replayKind);
  return failures
    .slice(0, Math.max(replayedAt, 0))
    .some(({ kind }) => kind !== replayKind && kind !== pictureFailure);
}
