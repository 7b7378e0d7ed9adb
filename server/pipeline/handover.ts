import { recordChange } from '#server/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { type AppError, conflict } from '#server/errors.ts';
import { deleteDrafts, listDueReturns, setAi, setHuman } from '#server/messages/handover-store.ts';
import { setHumanWanted } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { findUserById } from '#server/users/store.ts';
import type { HandoverReason, ReturnRequest } from '#shared/api/threads.ts';
import { requireCurrent } from './reachable.ts';
import { type Release, releaseHeld } from './release-held.ts';
import { withholdReplies } from './withhold.ts';

type Why = {
  because: HandoverReason;
  assigneeId?: string | null;
  /** Undefined: until an admin returns the thread. */
  pauseMs?: number | undefined;
};

/**
 * An answer still being written becomes a draft. A reply whose gateway was not called yet is withheld, and its credit
 * given back.
 * @param thread locked by the caller.
 */
export async function handOver(
  tx: Database,
  thread: ThreadRow,
  { because, assigneeId = null, pauseMs, now }: Why & { now: Date },
): Promise<void> {
  const aiReturnsAt = pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
  await setHuman(tx, thread, { because, assigneeId, aiReturnsAt, now });
  // Otherwise the team is already there.
  if (because !== 'taken' && because !== 'wrote') await setHumanWanted(tx, thread.id, now);
  await withholdReplies(tx, thread.id, now);
}

type Desk = { actorId: string; threadId: string };

/** @throws {AppError} 409 if another admin was first, 422 if the thread is only a record. */
export async function takeThread(runtime: Runtime, { actorId, threadId }: Desk): Promise<void> {
  const now = runtime.clock.now();
  const userId = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, threadId);
    requireCurrent(thread);
    const { handler, assigneeId } = thread;
    if (handler === 'human' && assigneeId !== null && assigneeId !== actorId) {
      throw await describeConflict(tx, assigneeId);
    }
    await handOver(tx, thread, { because: 'taken', assigneeId: actorId, now });
    // A text that waits for the model's next attempt is held at once.
    await runtime.queue.bringForward(tx, 'answer-message', threadId);
    await audit(tx, { actorId, threadId, action: 'thread.take', now });
    return thread.userId;
  });
  runtime.queue.wakeWorkers('answer-message');
  runtime.changes.publish({ type: 'thread', threadId, userId });
}

async function describeConflict(tx: Database, assigneeId: string | null): Promise<AppError> {
  if (!assigneeId) return conflict('This conversation has changed. Please look at it again.');
  const assignee = await findUserById(tx, assigneeId);
  return conflict(
    `${assignee?.email ?? 'Another admin'} has already taken over this conversation.`,
  );
}

/** @throws {AppError} 409 if another admin has taken over since the reader's epoch. */
export async function returnThread(
  runtime: Runtime,
  { actorId, threadId }: Desk,
  request: ReturnRequest,
): Promise<void> {
  await giveBack(runtime, threadId, { ...request, actorId });
}

/** When the pause ends, the AI answers the last held text. */
export async function returnDueThreads(runtime: Runtime): Promise<void> {
  for (const threadId of await listDueReturns(runtime.db, runtime.clock.now(), 1_000)) {
    try {
      await giveBack(runtime, threadId, { answer: 'last', actorId: null });
    } catch (error) {
      // The next sweep retries.
      runtime.log.error({ err: error, threadId }, 'thread not returned');
    }
  }
}

async function giveBack(
  runtime: Runtime,
  threadId: string,
  { actorId, epoch, ...release }: ReturnRequest & { actorId: string | null },
): Promise<void> {
  const now = runtime.clock.now();
  const userId = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, threadId);
    // An admin may have taken it over without an end, or returned it.
    const isDue = thread.aiReturnsAt !== null && thread.aiReturnsAt <= now;
    if (thread.handler === 'ai' || (actorId === null && !isDue)) return thread.userId;
    const isStale = epoch !== undefined && epoch !== thread.handlerEpoch;
    if (isStale && thread.assigneeId !== actorId)
      throw await describeConflict(tx, thread.assigneeId);
    await returnToAi({ runtime, tx, thread, now }, { ...release, actorId });
    return thread.userId;
  });
  runtime.queue.wakeWorkers('answer-message');
  runtime.queue.wakeWorkers('deliver-reply');
  runtime.changes.publish({ type: 'thread', threadId, userId });
}

/** @param thread locked by the caller. */
export async function returnToAi(
  { runtime, tx, thread, now }: { runtime: Runtime; tx: Database; thread: ThreadRow; now: Date },
  { actorId, ...release }: Release & { actorId: string | null },
): Promise<void> {
  const threadId = thread.id;
  await setAi(tx, thread, { isByPerson: actorId !== null });
  await releaseHeld({ runtime, tx, thread, now }, release);
  await deleteDrafts(tx, threadId);
  if (actorId) await audit(tx, { actorId, threadId, action: 'thread.return', now });
}

const handlers = {
  'thread.take': { before: { handler: 'ai' }, after: { handler: 'human' } },
  'thread.return': { before: { handler: 'human' }, after: { handler: 'ai' } },
};

async function audit(
  tx: Database,
  { threadId, ...change }: Desk & { action: keyof typeof handlers; now: Date },
): Promise<void> {
  await recordChange(tx, {
    ...change,
    entity: 'thread',
    entityId: threadId,
    ...handlers[change.action],
  });
}
