import { lockThread, lockThreadsOf } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { setMinor } from '#server/messages/ages-store.ts';
import {
  type ClaimedMessage,
  hasWaitingMessage,
  isWaiting,
} from '#server/messages/claims-store.ts';
import { storeDraft } from '#server/messages/handover-store.ts';
import type { NewReply, StoredReply } from '#server/messages/replies-store.ts';
import { isHumanWantedNow, setAlertDue } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { applyOutcome, holdForPerson } from './apply-outcome.ts';
import { markSaid, recordConcern } from './concern.ts';
import { describeOutcome, placeOf } from './describe-turn.ts';
import { dropDisclosure } from './disclosure.ts';
import { saysMinor } from './guards/age.ts';
import { promisePerson } from './guards/promise-person.ts';
import type { Outcome, TurnResult } from './outcome.ts';
import type { SendStep } from './sending.ts';
import { storeAlone, storeBatch, toReply, toSendStep } from './store-replies.ts';
import { alertTeam } from './team-alert.ts';

type TurnJob =
  | { name: 'answer-message' }
  /** Up to this `seq` the job has read the thread's texts. */
  | { name: 'meet-crisis'; readUpTo: number };

/**
 * One transaction stores the outcome, completes the wakeup and adds the next: reply, credit and delivery exist together
 * or not at all.
 * @returns the reply's first text, if this process may send it at once.
 * @throws {LeaseLost} with nothing stored.
 */
export async function finishTurn(
  runtime: Runtime,
  job: LeasedJob,
  turn: TurnResult | null,
  as: TurnJob = { name: 'answer-message' },
): Promise<SendStep | null> {
  const concern = turn?.concern;
  const careLine = concern?.kind === 'sign' ? concern.line : null;
  const reply =
    turn?.outcome.kind === 'reply'
      ? toReply(runtime, job, turn.claim, turn.outcome, careLine)
      : null;
  // A batch records only replies.
  const inBatch =
    reply && !concern && !saysMinor(turn?.claim ?? {})
      ? await runtime.batches.replies.add(reply, (replies) => storeBatch(runtime, replies))
      : null;
  const stored: Finished = inBatch?.isStored
    ? { reply: inBatch }
    : await finishAlone(runtime, { ...job, ...as }, turn, reply);
  if (turn) tellEnd(runtime, turn, stored);
  if (!inBatch?.isStored || inBatch.hasMore) runtime.queue.wakeWorkers('answer-message');
  if (stored.isMissed) runtime.queue.wakeWorkers('meet-crisis');
  const fenced = stored.reply?.isStored ? stored.reply.fenced : null;
  if (!fenced) runtime.queue.wakeWorkers('deliver-reply');
  for (const thread of [turn?.claim.thread, stored.begun]) {
    if (!thread) continue;
    const { id: threadId, userId } = thread;
    if (stored.wantsHuman && threadId === job.threadId) await alertTeam(runtime, thread);
    else runtime.changes.publish({ type: 'thread', threadId, userId });
  }
  await stored.afterwards?.();
  return turn && reply && fenced && toSendStep(runtime, turn.claim, reply, fenced);
}

/** What was decided for a thread that has changed is not stored: the text is decided anew. */
function tellEnd({ journal }: Runtime, { claim, outcome }: TurnResult, stored: Finished): void {
  const isStored = stored.isApplied || stored.reply?.isStored;
  const settlement = isStored ? describeOutcome(outcome) : { state: null };
  journal.settled(placeOf(claim), claim.message.createdAt, settlement);
}

type Finished = {
  reply?: StoredReply;
  /** The outcome was stored. */
  isApplied?: boolean;
  begun?: ThreadRow | undefined;
  wantsHuman?: boolean;
  /** The thread changed meanwhile: read it for a crisis again. */
  isMissed?: boolean;
  afterwards?: (() => Promise<void>) | undefined;
};

/** Any outcome but a reply, or a reply whose lease, thread or credit has changed. */
async function finishAlone(
  runtime: Runtime,
  job: LeasedJob & TurnJob,
  turn: TurnResult | null,
  reply: NewReply | null,
): Promise<Finished> {
  const { threadId, name } = job;
  const now = runtime.clock.now();
  return transact(runtime.db, async (tx) => {
    // Connecting changes all threads of the address: lock them before the user.
    if (turn && hasEffect(turn.outcome)) await lockThreadsOf(tx, turn.claim.thread.handle);
    const thread = await lockThread(tx, threadId);
    if (turn && reply) {
      const { claim, concern } = turn;
      const stored = await storeAlone({ runtime, tx, now, claim }, reply);
      if (stored.isStored) {
        if (saysMinor(claim)) await setMinor(tx, threadId, now);
        if (concern) await recordConcern(tx, markSaid(concern), { thread, now });
        return { reply: stored };
      }
    }
    await runtime.queue.complete(tx, name, job);
    // The person may have been erased during the model call.
    if (thread.erasedAt) return {};
    if (turn && reply && isTakenOver(thread, turn.claim)) {
      const { message, expert } = turn.claim;
      const step = { runtime, tx, now, claim: turn.claim };
      // Other handovers have told the person already.
      const text = thread.handedBecause === 'taken' ? promisePerson(expert, thread, now) : null;
      if (await holdForPerson(step, 'handler', text)) {
        const draft = { messageId: message.id, threadId, body: dropDisclosure(reply) };
        await storeDraft(tx, { ...draft, now });
      }
      if (turn.concern) await recordConcern(tx, turn.concern, { thread, now });
    }
    // The thread's other job may have answered the same crisis.
    const isOpen = turn !== null && (await isWaiting(tx, turn.claim.message.id));
    const next =
      isOpen && isStillOf(thread, turn.claim)
        ? await applyOutcome({ runtime, tx, now, ...turn }, turn.outcome)
        : null;
    if (next && turn && saysMinor(turn.claim)) {
      await setMinor(tx, (next.thread ?? thread).id, now);
    }
    // Not before an attempt that is to come.
    if (turn?.concern && next && next.attempts === undefined) {
      await recordConcern(tx, turn.concern, { thread: next.thread ?? thread, now });
    }
    // A text stored since found this job's wakeup, and added none.
    const isMissed =
      job.name === 'meet-crisis' &&
      ((isOpen && !next) || (thread.lastInboundSeq ?? 0) > job.readUpTo);
    if (await hasWaitingMessage(tx, threadId)) {
      const { attempts, delayMs } = next ?? {};
      if (isMissed) await runtime.queue.enqueue(tx, name, [{ threadId }]);
      await runtime.queue.enqueue(tx, 'answer-message', [{ threadId, delayMs, attempts }]);
    }
    const mayAsk = turn !== null && turn.outcome.kind !== 'reply';
    const wantsHuman =
      (next !== null && isCrisis(turn)) || (mayAsk && (await isHumanWantedNow(tx, thread)));
    if (wantsHuman) await setAlertDue(tx, threadId, now);
    const isApplied = next !== null;
    return { begun: next?.thread, afterwards: next?.afterwards, isApplied, wantsHuman, isMissed };
  });
}

/** False after a change of account or a takeover since the turn began. */
function isStillOf(thread: ThreadRow, { thread: known }: ClaimedMessage): boolean {
  return isSameOwner(thread, known) && thread.handlerEpoch === known.handlerEpoch;
}

function isSameOwner(thread: ThreadRow, known: ThreadRow): boolean {
  return thread.isCurrent === known.isCurrent && thread.userId === known.userId;
}

function isTakenOver(thread: ThreadRow, { thread: known }: ClaimedMessage): boolean {
  return thread.handler === 'human' && isSameOwner(thread, known);
}

/** Alerts the team each time, even if the person already waits. */
function isCrisis(turn: TurnResult | null): boolean {
  return turn?.outcome.kind === 'objection' && turn.outcome.objection.guard === 'crisis';
}

function hasEffect(outcome: Outcome): boolean {
  return outcome.kind === 'objection' && (outcome.objection.effects ?? []).length > 0;
}
