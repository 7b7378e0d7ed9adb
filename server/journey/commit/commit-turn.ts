import { LeaseLost } from '#server/jobs/queue.ts';
import type { Runtime } from '#server/runtime.ts';
import { alertTeam } from '../handover/team-alert.ts';
import { describeOutcome, placeOf } from '../journal/describe-turn.ts';
import type { TurnResult } from '../outcome.ts';
import type { SendStep } from '../send/send-step.ts';
import { type Committed, commitTurns, type TurnJob } from './commit-turns.ts';
import { toReply, toSendStep } from './to-reply.ts';

/** `changed`: nothing was stored, because the facts are no longer those of the decision. Load and decide again. */
type Result = 'changed' | { fenced: SendStep | null };

/**
 * Replies that are ready at the same moment share a transaction. What may lock more than its thread has one of its own, by
 * the same code.
 * @param turn null: nothing waits.
 * @returns the reply's first text, if this process may send it at once.
 * @throws {LeaseLost} with nothing stored.
 */
export async function commitTurn(
  runtime: Runtime,
  job: TurnJob,
  turn: TurnResult | null,
): Promise<Result> {
  const reply = turn?.outcome.kind === 'reply' ? toReply(runtime, job, turn, turn.outcome) : null;
  const item = { job, turn, reply };
  const committed = reply
    ? await runtime.batches.turns.add(item, (items) => commitTurns(runtime, items))
    : (await commitTurns(runtime, [item]))[0];
  if (!committed) throw new Error('A commit returns one result per turn');
  if (committed.kind === 'lost') {
    throw new LeaseLost(`${job.name} of ${job.threadId} was taken over`);
  }
  if (turn) tellEnd(runtime, turn, committed);
  if (committed.kind === 'changed') return 'changed';
  await followUp(runtime, job, turn, committed);
  const { fenced } = committed;
  return { fenced: turn && reply && fenced && toSendStep(runtime, turn.claim, reply, fenced) };
}

function tellEnd({ journal }: Runtime, { claim, outcome }: TurnResult, { kind }: Committed): void {
  const settlement = kind === 'stored' ? describeOutcome(outcome) : { state: null };
  journal.settled(placeOf(claim), claim.message.createdAt, settlement);
}

/** After the commit: a crash may skip it, and the sweep or a poll finds what it left. */
async function followUp(
  runtime: Runtime,
  job: TurnJob,
  turn: TurnResult | null,
  { fenced, hasMore, isMissed, wantsHuman, begun, afterwards }: Stored,
): Promise<void> {
  const { queue, changes } = runtime;
  if (hasMore) queue.wakeWorkers('answer-message');
  if (isMissed) queue.wakeWorkers('meet-crisis');
  if (!fenced) queue.wakeWorkers('deliver-reply');
  for (const thread of [turn?.claim.thread, begun]) {
    if (!thread) continue;
    const { id: threadId, userId } = thread;
    if (wantsHuman && threadId === job.threadId) await alertTeam(runtime, thread);
    else changes.publish({ type: 'thread', threadId, userId });
  }
  await afterwards?.();
}

type Stored = Extract<Committed, { kind: 'stored' }>;
