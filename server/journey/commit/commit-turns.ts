import type { Database } from '#server/db/client.ts';
import { lockThread, lockThreadOwners, lockThreadsOf } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { setMinor } from '#server/messages/ages-store.ts';
import { hasWaitingMessage, isWaiting } from '#server/messages/claims-store.ts';
import {
  type Fenced,
  type NewReply,
  type StoredReply,
  storeReplies,
} from '#server/messages/replies-store.ts';
import { isHumanWantedNow, setAlertDue } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { Changed, changesAddress } from '../effects/apply.ts';
import { saysMinor } from '../guards/age.ts';
import { isCrisis, type TurnResult } from '../outcome.ts';
import { markSaid, recordConcern } from '../safety/concern.ts';
import { recordEvidence } from './record-evidence.ts';
import { type Next, sendCreditNotice, writeOutcome } from './write-outcome.ts';

export type TurnJob = LeasedJob &
  (
    | { name: 'answer-message' }
    /** Up to this `seq` the job has read the thread's texts. */
    | { name: 'meet-crisis'; readUpTo: number }
  );

/** `reply` of a turn that the model answered. */
export type Item = { job: TurnJob; turn: TurnResult | null; reply: NewReply | null };

export type Committed =
  /** Another process has the lease. */
  | { kind: 'lost' }
  /** The thread, its account or its credit has: nothing was stored. */
  | { kind: 'changed' }
  | {
      kind: 'stored';
      fenced: Fenced | null;
      /** Another text of the thread may wait. */
      hasMore: boolean;
      /** A text came after the crisis job had read them. */
      isMissed?: boolean;
      wantsHuman?: boolean;
      /** The thread that the text began by connecting its phone. */
      begun?: ThreadRow | undefined;
      afterwards?: (() => Promise<void>) | undefined;
    };

/**
 * The one place that writes decisions: message, reply, credit, ledger, deliveries, the first text's fence, effects and
 * wakeups, in one transaction. They exist together or not at all.
 * @param items several replies, or one turn of any kind.
 * @throws {LeaseLost} for a turn that is no reply.
 */
export async function commitTurns(runtime: Runtime, items: Item[]): Promise<Committed[]> {
  const now = runtime.clock.now();
  try {
    return await transact(runtime.db, async (tx) => {
      for (const { turn } of items) {
        // Connecting changes all threads of the address: locked before the users.
        if (turn && changesAddress(turn.outcome)) {
          await lockThreadsOf(tx, turn.claim.thread.handle);
        }
      }
      const stored = await storeWithLocks(tx, items, now);
      const committed: Committed[] = [];
      for (const item of items) {
        const step = { runtime, tx, now };
        committed.push(
          item.reply && item.turn
            ? await finishReply({ ...step, ...item.turn }, stored.shift())
            : await commitOther(step, item),
        );
      }
      return committed;
    });
  } catch (error) {
    if (error instanceof Changed && items.length === 1) return [{ kind: 'changed' }];
    throw error;
  }
}

/** Sent together, in this order: the second statement sees all messages of the locked threads. */
async function storeWithLocks(tx: Database, items: Item[], now: Date): Promise<StoredReply[]> {
  const threadIds = items.map(({ job }) => job.threadId);
  const replies = items.flatMap(({ reply }) => reply ?? []);
  const locking = lockThreadOwners(tx, threadIds);
  const [, stored] = await Promise.all([
    locking,
    replies.length > 0 ? storeReplies(tx, replies, now) : [],
  ]);
  return stored;
}

type Step = { runtime: Runtime; tx: Database; now: Date };

async function finishReply(
  step: Step & TurnResult,
  stored: StoredReply | undefined,
): Promise<Committed> {
  if (!stored?.isStored) return { kind: stored?.isLeased ? 'changed' : 'lost' };
  const { tx, now, claim, concern } = step;
  if (saysMinor(claim)) await setMinor(tx, claim.thread.id, now);
  if (concern) await recordConcern(tx, markSaid(concern), { thread: claim.thread, now });
  const evidence = step.outcome.kind === 'reply' ? step.outcome.evidence : null;
  if (evidence) await recordEvidence(tx, { claim, evidence, now });
  await sendCreditNotice(step, stored.left);
  const { fenced, hasMore } = stored;
  return { kind: 'stored', fenced, hasMore };
}

async function commitOther(step: Step, { job, turn }: Item): Promise<Committed> {
  const { runtime, tx, now } = step;
  const { queue } = runtime;
  const { threadId, name } = job;
  const thread = await lockThread(tx, threadId);
  await queue.complete(tx, name, job);
  if (turn && !(await isAsDecided(tx, thread, turn))) throw new Changed();
  // Copied: a deadlock runs this again.
  const concern = turn?.concern ? { ...turn.concern } : null;
  const next: Next = turn ? await writeOutcome({ ...step, ...turn, concern }) : {};
  if (turn && saysMinor(turn.claim)) await setMinor(tx, (next.thread ?? thread).id, now);
  // Not before an attempt that is to come.
  if (concern && next.attempts === undefined) {
    await recordConcern(tx, concern, { thread: next.thread ?? thread, now });
  }
  // A text stored since found this job's wakeup, and added none.
  const isMissed = job.name === 'meet-crisis' && (thread.lastInboundSeq ?? 0) > job.readUpTo;
  if (await hasWaitingMessage(tx, threadId)) {
    const { attempts, delayMs } = next;
    if (isMissed) await queue.enqueue(tx, name, [{ threadId }]);
    await queue.enqueue(tx, 'answer-message', [{ threadId, delayMs, attempts }]);
  }
  // In a crisis each time, even if the person already waits.
  const wantsHuman = turn !== null && (isCrisis(turn) || (await isHumanWantedNow(tx, thread)));
  if (wantsHuman) await setAlertDue(tx, threadId, now);
  const { thread: begun, afterwards } = next;
  return { kind: 'stored', fenced: null, hasMore: true, isMissed, wantsHuman, begun, afterwards };
}

/** False after a change of account or a takeover since the turn began, or if the other job has answered the text. */
async function isAsDecided(
  tx: Database,
  thread: ThreadRow,
  { claim: { thread: known, message }, outcome }: TurnResult,
): Promise<boolean> {
  if (outcome.kind === 'put-back') return true;
  const isSameOwner = thread.isCurrent === known.isCurrent && thread.userId === known.userId;
  if (!isSameOwner || thread.handlerEpoch !== known.handlerEpoch || thread.erasedAt) return false;
  return isWaiting(tx, message.id);
}
