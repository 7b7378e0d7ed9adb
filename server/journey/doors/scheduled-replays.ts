import { lockThread } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import { AppError } from '#server/errors.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import {
  clearDismissal,
  findNextReplay,
  listScheduledReplays,
  scheduleReplay,
} from '#server/messages/replays-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { undoMs } from '#shared/limits.ts';
import { lockMessage, prepareReplay, type Replay, replayMessage } from './replay.ts';

/** An Undo at the last moment needs time to arrive. */
const delayMs = undoMs + 2_000;

/**
 * Replays once that can't be undone any more. Until then the failure counts as dismissed, and restoring it is the Undo.
 * @throws {AppError} as {@link replayMessage} does.
 */
export async function replayLater(
  runtime: Runtime,
  { at, ...replay }: Replay & { at: Date },
): Promise<void> {
  const { threadId } = replay;
  const userId = await transact(runtime.db, async (tx) => {
    const step = await lockMessage(runtime, tx, replay);
    await prepareReplay(step);
    await scheduleReplay(tx, { ...replay, at });
    await runtime.queue.enqueue(tx, 'replay-failures', [{ threadId, delayMs }]);
    return step.thread.userId;
  });
  runtime.changes.publish({ type: 'thread', threadId, userId });
}

export async function replayDue(runtime: Runtime, job: LeasedJob): Promise<void> {
  const { threadId } = job;
  const { db, clock, queue } = runtime;
  const now = clock.now().getTime();
  const due = await listScheduledReplays(db, threadId, new Date(now - delayMs));
  for (const replay of due) await replayOrReturn(runtime, { threadId, ...replay });
  await transact(db, async (tx) => {
    await lockThread(tx, threadId);
    await queue.complete(tx, 'replay-failures', job);
    const next = await findNextReplay(tx, threadId);
    if (!next) return;
    const wait = Math.max(0, next.getTime() + delayMs - now);
    await queue.enqueue(tx, 'replay-failures', [{ threadId, delayMs: wait }]);
  });
}

/** What can't be replayed any more returns to the desk, if still a failure. */
async function replayOrReturn(runtime: Runtime, replay: Replay): Promise<void> {
  try {
    await replayMessage(runtime, replay, { isScheduled: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await clearDismissal(runtime.db, replay.messageId);
    runtime.changes.publish({ type: 'thread', threadId: replay.threadId, userId: null });
  }
}
