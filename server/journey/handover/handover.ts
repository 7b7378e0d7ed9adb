import { findUserById } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { type AppError, conflict } from '#server/errors.ts';
import {
  hasPersonWritten,
  listDueReturns,
  setAi,
  setHuman,
  setMissingReturns,
} from '#server/messages/handover-store.ts';
import { deleteDrafts } from '#server/messages/reply-drafts-store.ts';
import { setHumanWanted } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { RiskSettlement } from '#shared/api/safety.ts';
import type {
  FalseAlarmRequest,
  HandoverReason,
  HeldAnswer,
  ReturnRequest,
} from '#shared/api/threads.ts';
import { dayMs } from '#shared/time.ts';
import { requireCurrent } from '../doors/reachable.ts';
import { type Release, releaseHeld } from '../doors/release-held.ts';
import { settleRisk } from '../safety/settle-risk.ts';
import { withholdReplies } from '../send/withhold.ts';
import { recordGesture } from './gestures.ts';

/** What the system begins always ends by itself; only the team may keep a thread (`returnsAt` null). */
type Handover =
  | { because: 'taken' | 'wrote'; assigneeId: string; returnsAt: Date | null }
  | { because: 'asked' | 'crisis' | 'age'; returnsAt: Date };

/** The AI's silence after a crisis, unless the team returns the thread earlier. */
const pauseMs = dayMs;

export function addPause(now: Date): Date {
  return new Date(now.getTime() + pauseMs);
}

/**
 * An answer still being written becomes a draft. A reply whose gateway was not called yet is withheld, and its credit
 * given back.
 * @param thread locked by the caller.
 */
export async function handOver(
  tx: Database,
  thread: ThreadRow,
  { now, ...handover }: Handover & { now: Date },
): Promise<void> {
  const { because, returnsAt: aiReturnsAt } = handover;
  const assigneeId = 'assigneeId' in handover ? handover.assigneeId : null;
  await setHuman(tx, thread, { because, assigneeId, aiReturnsAt, now });
  // Otherwise the team is already there.
  if (because !== 'taken' && because !== 'wrote') await setHumanWanted(tx, thread.id, now);
  await withholdReplies(tx, thread.id, now);
  const action = because === 'taken' ? 'thread.take' : 'thread.hand_over';
  await recordGesture(tx, thread, { actorId: assigneeId, action, facts: { because }, now });
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
    await handOver(tx, thread, { because: 'taken', assigneeId: actorId, returnsAt: null, now });
    // A text that waits for the model's next attempt is held at once.
    await runtime.queue.bringForward(tx, 'answer-message', threadId);
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
  await giveBack(runtime, threadId, { ...request, actorId, settleAs: 'handled' });
}

/**
 * One click gives the AI back, and counts the alarm as false. Also where the AI answers: then only the marks go.
 * @throws {AppError} as `returnThread` does.
 */
export async function endFalseAlarm(
  runtime: Runtime,
  { actorId, threadId }: Desk,
  seen: FalseAlarmRequest,
): Promise<void> {
  const settleAs = 'false-by-team' as const;
  await giveBack(runtime, threadId, { ...seen, answer: 'all', actorId, settleAs });
}

/** At its time of return the AI answers what is held. */
export async function returnDueThreads(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now();
  await setMissingReturns(runtime.db, now);
  for (const threadId of await listDueReturns(runtime.db, now, 1_000)) {
    try {
      await giveBack(runtime, threadId, { actorId: null, settleAs: null });
    } catch (error) {
      // The next sweep retries.
      runtime.log.error({ err: error, threadId }, 'thread not returned');
    }
  }
}

async function giveBack(
  runtime: Runtime,
  threadId: string,
  { actorId, epoch, settleAs, ...release }: Partial<ReturnRequest> & Giving,
): Promise<void> {
  const now = runtime.clock.now();
  const userId = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, threadId);
    // An admin may have taken it over without an end, or returned it.
    const isDue = thread.aiReturnsAt !== null && thread.aiReturnsAt <= now;
    const gesture = { actorId, action: actionOf[settleAs ?? 'handled'], now };
    if (thread.handler === 'ai') {
      if (settleAs === 'false-by-team') await settleRisk(tx, thread, settleAs);
      await recordGesture(tx, thread, gesture);
      return thread.userId;
    }
    if (actorId === null && !isDue) return thread.userId;
    const isStale = epoch !== undefined && epoch !== thread.handlerEpoch;
    if (isStale && thread.assigneeId !== actorId)
      throw await describeConflict(tx, thread.assigneeId);
    const answer = release.answer ?? whenDue[thread.handedBecause ?? 'wrote'];
    const by = actorId === null ? 'time' : 'team';
    await returnToAi({ runtime, tx, thread, now }, { ...release, answer, by, settleAs });
    await recordGesture(tx, thread, { ...gesture, facts: { by } });
    return thread.userId;
  });
  runtime.queue.wakeWorkers('answer-message');
  runtime.queue.wakeWorkers('deliver-reply');
  runtime.changes.publish({ type: 'thread', threadId, userId });
}

/** The team's own text may have answered the earlier ones; a child has been told all there is. */
const whenDue: Record<HandoverReason, HeldAnswer> = {
  taken: 'last',
  wrote: 'last',
  crisis: 'last',
  asked: 'all',
  failed: 'all',
  age: 'none',
};

const actionOf = {
  handled: 'thread.return',
  'false-by-person': 'thread.return',
  'false-by-team': 'thread.false_alarm',
} as const;

type Giving = { actorId: string | null; settleAs: RiskSettlement | null };

/**
 * The one way back to the AI, which answers what was held. The caller records it.
 * @param thread locked by the caller.
 * @param giving.by `time`: who asked for a person and got none stays in the team's list.
 * @param giving.settleAs null: says nothing about the person.
 */
export async function returnToAi(
  { runtime, tx, thread, now }: { runtime: Runtime; tx: Database; thread: ThreadRow; now: Date },
  {
    by,
    settleAs,
    ...release
  }: Release & { by: 'team' | 'person' | 'time'; settleAs: RiskSettlement | null },
): Promise<void> {
  const isUnmet =
    by === 'time' && thread.handedBecause === 'asked' && !(await hasPersonWritten(tx, thread));
  await setAi(tx, thread, { isByTeam: by === 'team', isUnmet });
  if (settleAs) await settleRisk(tx, thread, settleAs);
  await releaseHeld({ runtime, tx, thread, now }, release);
  await deleteDrafts(tx, thread.id);
}
