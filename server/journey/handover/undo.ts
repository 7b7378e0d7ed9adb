import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import { type ThreadRow, threads } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict } from '#server/errors.ts';
import { holdLeft } from '#server/messages/held-store.ts';
import { unsettleRiskEvents } from '#server/messages/risk-events-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { minuteMs } from '#shared/time.ts';
import { releaseHeld } from '../doors/release-held.ts';
import { riskSpan } from '../safety/settle-risk.ts';
import { withholdReplies } from '../send/withhold.ts';
import { findGesture, isAsLeft, recordGesture, type Standing } from './gestures.ts';

/** The button goes after ten seconds; a slow network gets more. */
const undoableMs = minuteMs;

/**
 * Takes the reader's last gesture on a conversation back: who answers, the assignee, the marks. What was sent meanwhile
 * stays sent.
 * @throws {AppError} 409 if it is too long ago, or something has changed since.
 */
export async function undoGesture(
  runtime: Runtime,
  { actorId, threadId }: { actorId: string; threadId: string },
): Promise<void> {
  const now = runtime.clock.now();
  const userId = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, threadId);
    const since = new Date(now.getTime() - undoableMs);
    const gesture = await findGesture(tx, { actorId, threadId, since });
    if (!gesture) throw conflict('It is too late to undo this.');
    if (!isAsLeft(thread, gesture.after)) {
      throw conflict('This conversation has changed since, so this was not undone.');
    }
    await restore({ runtime, tx, thread, now }, gesture.before);
    await recordGesture(tx, thread, { actorId, action: 'thread.undo', now });
    return thread.userId;
  });
  for (const job of ['answer-message', 'deliver-reply'] as const) runtime.queue.wakeWorkers(job);
  runtime.changes.publish({ type: 'thread', threadId, userId });
}

type Step = { runtime: Runtime; tx: Database; thread: ThreadRow; now: Date };

async function restore(step: Step, before: Partial<Standing>): Promise<void> {
  const { runtime, tx, thread, now } = step;
  await tx
    .update(threads)
    // Answers that were begun since are of another epoch.
    .set({ ...before, handlerEpoch: thread.handlerEpoch + 1 })
    .where(eq(threads.id, thread.id));
  await restoreAlarm(tx, thread, before);
  if (before.handler === 'human') {
    await withholdReplies(tx, thread.id, now);
    await holdLeft(tx, thread);
    await runtime.queue.bringForward(tx, 'answer-message', thread.id);
  } else if (before.handler === 'ai') {
    await releaseHeld(step, { answer: 'all' });
  }
}

/** What the gesture had said of the events behind the marks is open again. */
async function restoreAlarm(
  tx: Database,
  { id: threadId }: ThreadRow,
  { riskAt = null, concernAt = null }: Partial<Standing>,
): Promise<void> {
  const since = riskSpan({ riskAt, concernAt });
  if (since) await unsettleRiskEvents(tx, { threadId, since });
}
