import { recordChange } from '#server/access/audit/store.ts';
import type { Reader } from '#server/access/guard.ts';
import { findUserById } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, conflict, unprocessable } from '#server/errors.ts';
import { recordGesture } from '#server/journey/handover/gestures.ts';
import { returnToAi } from '#server/journey/handover/handover.ts';
import { settleRisk } from '#server/journey/safety/settle-risk.ts';
import { clearMinor } from '#server/messages/ages-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { isStaff } from '#shared/roles.ts';
import { getThreadFor, setAssignee, setResolved } from './store.ts';
import { nameOf } from './views.ts';

type Assignment = {
  threadId: string;
  assigneeId: string | null;
  /** The assignee at the time of the choice; without it, any is replaced. */
  seenId?: string | null;
};

/**
 * Does not change who answers.
 * @returns false if there was nothing to do.
 * @throws {AppError} 409 with the name of the first one, 400 for an account that is not staff.
 */
export async function assignThread(
  runtime: Runtime,
  reader: Reader,
  { threadId, assigneeId, seenId }: Assignment,
): Promise<boolean> {
  return gesture(runtime, reader, threadId, async (tx, thread) => {
    if (thread.assigneeId === assigneeId) return null;
    if (seenId !== undefined && thread.assigneeId !== seenId)
      throw await describeConflict(tx, thread.assigneeId);
    const assignee = assigneeId && (await findUserById(tx, assigneeId));
    if (assigneeId && (!assignee || !isStaff(assignee))) {
      throw badRequest('assigneeId must be a member of the team');
    }
    await setAssignee(tx, threadId, assigneeId);
    return { action: 'thread.assign' };
  });
}

async function describeConflict(tx: Database, assigneeId: string | null) {
  const first = assigneeId && (await findUserById(tx, assigneeId));
  return first
    ? conflict(`${nameOf(first) ?? first.email} already has this conversation.`)
    : conflict('This conversation has since been unassigned.');
}

type Handling = { runtime: Runtime; tx: Database; thread: ThreadRow; now: Date };

/**
 * Lasts until the person texts again. What a person handled is the AI's again, which answers what was held, unless the
 * team keeps it.
 * @param wanted.isOneOfMany a crisis is then refused: it is resolved by itself alone.
 * @returns false if there was nothing to do.
 */
export async function resolveThread(
  runtime: Runtime,
  reader: Reader,
  {
    threadId,
    isResolved,
    keeps,
    isOneOfMany = false,
  }: { threadId: string; isResolved: boolean; keeps: boolean; isOneOfMany?: boolean },
): Promise<boolean> {
  const { userId } = await getThreadFor(runtime.db, reader, threadId);
  const isDone = await gesture(runtime, reader, threadId, async (tx, thread, now) => {
    if ((thread.resolvedAt !== null) === isResolved) return null;
    if (isOneOfMany && thread.riskAt) {
      throw unprocessable('A crisis: open it, and resolve it by itself.');
    }
    if (isResolved) await endHandling({ runtime, tx, thread, now }, keeps);
    await setResolved(tx, threadId, isResolved ? now : null);
    return isResolved
      ? { action: 'thread.resolve', facts: { keeps } }
      : { action: 'thread.reopen' };
  });
  runtime.queue.wakeWorkers('answer-message');
  runtime.queue.wakeWorkers('deliver-reply');
  // Who answers may have changed, which the owner sees.
  runtime.changes.publish({ type: 'thread', threadId, userId });
  return isDone;
}

/** In the transaction of the reader's own text, which may have paused the AI. The caller wakes the workers. */
export async function resolveWithText(step: Handling, reader: Reader): Promise<void> {
  const { tx, thread, now } = step;
  await endHandling(step, false);
  if (thread.resolvedAt === null) await setResolved(tx, thread.id, now);
  await recordGesture(tx, thread, { actorId: reader.id, action: 'thread.resolve', now });
}

async function endHandling(step: Handling, keeps: boolean): Promise<void> {
  const { tx, thread } = step;
  const settleAs = 'handled' as const;
  if (keeps || thread.handler === 'ai') await settleRisk(tx, thread, settleAs);
  else await returnToAi(step, { answer: 'all', by: 'team', settleAs });
}

/** The age was a mistake. Does not change who answers. */
export async function clearStatedAge(
  runtime: Runtime,
  reader: Reader,
  threadId: string,
): Promise<void> {
  const { minorSince } = await getThreadFor(runtime.db, reader, threadId);
  await changeThread(runtime, reader, threadId, async (tx, thread, now) => {
    if (!minorSince) return;
    await clearMinor(tx, thread);
    await recordChange(tx, {
      actorId: reader.id,
      action: 'thread.not_minor',
      entity: 'thread',
      entityId: threadId,
      before: { minorSince },
      after: { minorSince: null },
      now,
    });
  });
}

type Step<Result> = (tx: Database, thread: ThreadRow, now: Date) => Promise<Result>;
type Done = Omit<Parameters<typeof recordGesture>[2], 'actorId' | 'now'>;

/** @param act null if it changed nothing. @returns whether it changed something. */
async function gesture(
  runtime: Runtime,
  reader: Reader,
  threadId: string,
  act: Step<Done | null>,
): Promise<boolean> {
  let isDone = false;
  await changeThread(runtime, reader, threadId, async (tx, thread, now) => {
    const done = await act(tx, thread, now);
    isDone = done !== null;
    if (done) await recordGesture(tx, thread, { ...done, actorId: reader.id, now });
  });
  return isDone;
}

async function changeThread(
  { db, clock, changes }: Runtime,
  reader: Reader,
  threadId: string,
  change: Step<void>,
): Promise<void> {
  await getThreadFor(db, reader, threadId);
  const now = clock.now();
  await transact(db, async (tx) => change(tx, await lockThread(tx, threadId), now));
  // Not to the owner, who sees none of this.
  changes.publish({ type: 'thread', threadId, userId: null });
}
