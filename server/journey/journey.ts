import type { ChannelEvent, InboundMessage } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { SendError } from '#server/channels/send-error.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { resolveHandle } from '#server/messages/aliases-store.ts';
import type { Arrival, StoredArrival } from '#server/messages/arrivals-store.ts';
import { claimTexts } from '#server/messages/claims-store.ts';
import { addOptOutOfAll } from '#server/messages/opt-outs-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { isBlank } from '#shared/fold-text.ts';
import { stopsAll } from '#shared/stop-wishes.ts';
import { meetWaitingCrisis, takeTurn } from './answer/take-turn.ts';
import { commitTurn } from './commit/commit-turn.ts';
import { describeDecision, placeOf } from './journal/describe-turn.ts';
import { startTimer } from './journal/took.ts';
import type { TurnResult } from './outcome.ts';
import { storeInTurn } from './receive/receive-batch.ts';
import { findReaction, showReaction } from './receive/receive-reaction.ts';
import {
  applyEdit,
  applyNotice,
  applyRevocation,
  type OfExpert,
  type Place,
} from './receive/sender-changes.ts';
import { trustSentAt } from './receive/sent-at.ts';
import { applyClosing, applyReport, type Closing } from './report/tracking.ts';
import { advanceSending } from './send/advance-sending.ts';
import { limitToFence } from './send/limit-to-fence.ts';
import { resumeSending } from './send/resume-sending.ts';
import type { SendResult, SendStep } from './send/send-step.ts';
import { readKeyword } from './wishes/keywords.ts';

/**
 * How a message travels, in four steps. Nothing else moves one.
 *
 *   phone ── gateway ── webhook
 *     1 receiveMessage   stored once, with its thread's wakeup; then acknowledged
 *     2 answerMessage    load; decide: the first guard that objects, or validator and model; commit
 *     3 deliverReply     fence, send, record
 *     4 trackDelivery    sent → delivered | read | failed
 *   phone ◄── gateway
 *
 * Step 3 follows step 2 at once, or by a wakeup of its own: server/operations/upkeep/handlers.ts.
 */

/** Step 1. Resolves once the message and its wakeup are committed. */
export async function receiveMessage(
  runtime: Runtime,
  received: Place & Omit<InboundMessage, 'kind' | 'to'>,
): Promise<'new' | 'repeated'> {
  const { alias, from, channel, body, keywordAnswered } = received;
  const readTimer = startTimer();
  const handle = alias ? await resolveHandle(runtime.db, { channel, alias, from }) : from;
  const reaction = findReaction(received);
  const keyword = reaction
    ? null
    : (keywordAnswered ?? readKeyword(body, channelFor(runtime.config, channel)?.channel));
  const arrival = {
    ...received,
    body: isBlank(body) ? '' : body,
    content: reaction ? ('reaction' as const) : received.content,
    from: handle,
    keyword,
    sentAt: trustSentAt(received.sentAt, runtime.clock.now()),
  };
  const { isNew, ...place } = await storeInTurn(runtime, arrival);
  runtime.journal.received(toReceived(arrival, place), readTimer());
  if (reaction && isNew) await showReaction(runtime, { ...arrival, ...place }, reaction);
  // Its turn may have to wait for an answer, and does it again if the process dies here.
  if (isNew && keyword === 'STOP' && stopsAll(body)) {
    await addOptOutOfAll(runtime.db, handle, received.expertId);
  }
  return isNew ? 'new' : 'repeated';
}

function toReceived(
  { expertId, channel, gatewayMessageId: gatewayId, requestId }: Arrival,
  { threadId, messageId }: Pick<StoredArrival, 'threadId' | 'messageId'>,
) {
  return { threadId, messageId, expertId, channel, gatewayId, requestId };
}

/** Step 1 for a message that was sent before; it is stored if it has not arrived. */
export async function editMessage(
  runtime: Runtime,
  edit: OfExpert<'edited'>,
): Promise<'edited' | 'new' | 'repeated'> {
  const result = await applyEdit(runtime, edit);
  if (result === 'applied') return 'edited';
  const { kind, to, changeId, ...message } = edit;
  if (result === 'unknown') return receiveMessage(runtime, message);
  // A STOP or a crisis counts, even after the answer to the old words.
  await receiveMessage(runtime, { ...message, gatewayMessageId: changeId });
  return 'edited';
}

export async function revokeMessage(
  runtime: Runtime,
  revoked: OfExpert<'revoked'>,
): Promise<'revoked'> {
  await applyRevocation(runtime, revoked);
  return 'revoked';
}

export async function recordNotice(
  runtime: Runtime,
  notice: OfExpert<'notice'>,
): Promise<'notice'> {
  await applyNotice(runtime, notice);
  return 'notice';
}

/**
 * Step 2. Calls the model outside any transaction. A turn whose facts changed before its commit is loaded and decided
 * again, with what the model said in hand.
 * @returns the reply's first text, fenced for this process to send.
 */
export async function answerMessage(
  runtime: Runtime,
  job: LeasedJob,
  signal: AbortSignal,
  freeSlot = () => {},
): Promise<SendStep | null> {
  const { batches, db, clock, journal } = runtime;
  const as = { ...job, name: 'answer-message' } as const;
  let inHand: TurnResult | null = null;
  for (let round = 1; ; round++) {
    const claim = await batches.claims.add(job, (jobs) => claimTexts(db, jobs, clock.now()));
    const readTimer = startTimer();
    const turn: TurnResult | null = claim && (await takeTurn(runtime, claim, { signal, inHand }));
    if (turn) journal.decided(placeOf(turn.claim), describeDecision(turn), readTimer());
    // Slots limit AI calls, and this turn makes no more.
    freeSlot();
    const committed = await commitTurn(runtime, as, toLastOf(turn, round)).catch(async (error) => ({
      fenced: await resumeSending(runtime, job, error),
    }));
    if (committed !== 'changed') return committed.fenced;
    if (turn?.isByModel) inHand = turn;
  }
}

const maxRounds = 5;

/** What changes again and again waits for a later turn. */
function toLastOf(turn: TurnResult | null, round: number): TurnResult | null {
  return turn && round > maxRounds ? { ...turn, outcome: { kind: 'put-back' } } : turn;
}

/** Step 2 for a crisis, beside the thread's own turn, which may have to wait. */
export async function answerCrisis(runtime: Runtime, job: LeasedJob): Promise<void> {
  const { db, clock, journal } = runtime;
  for (let round = 1; ; round++) {
    const [claim] = await claimTexts(db, [job], clock.now());
    const readTimer = startTimer();
    const met = claim ? await meetWaitingCrisis(runtime, claim) : null;
    if (met) journal.decided(placeOf(met.claim), describeDecision(met), readTimer());
    const readUpTo = claim?.thread.lastInboundSeq ?? 0;
    const as = { ...job, name: 'meet-crisis', readUpTo } as const;
    if ((await commitTurn(runtime, as, toLastOf(met, round))) !== 'changed') return;
  }
}

/** Step 3. For each text in turn: fence, call the gateway, record. */
export async function deliverReply(
  runtime: Runtime,
  job: LeasedJob,
  signal: AbortSignal,
  { fenced = null, moveOn = () => {} }: { fenced?: SendStep | null; moveOn?: () => void } = {},
) {
  let step = fenced ?? (await advanceSending(runtime, job, null));
  while (step) {
    const readTimer = startTimer();
    const result = await callGateway(runtime, step);
    const last = { step, result, took: readTimer(), isStopping: signal.aborted };
    step = await advanceSending(runtime, job, last);
    moveOn();
  }
}

async function callGateway(runtime: Runtime, step: SendStep): Promise<SendResult> {
  const { channel, settings } = step.via;
  const { unknownOutcome } = channel;
  try {
    if (step.kind === 'lookup' && unknownOutcome.settledBy === 'lookup') {
      const { text, since } = step;
      return { found: await unknownOutcome.findSent(text, since, settings, runtime.fetch) };
    }
    return {
      gatewayMessageId: await channel.send(step.text, settings, limitToFence(runtime, step)),
    };
  } catch (error) {
    if (error instanceof SendError) return { error };
    // The text may have been sent before the error.
    return { error: new SendError('unknown_outcome', (error as Error).message) };
  }
}

/** Step 4. Reports may be late, repeated and out of order: a text only moves forward. */
export async function trackDelivery(
  runtime: Runtime,
  report: Extract<ChannelEvent, { kind: 'status' }>,
): Promise<void> {
  await applyReport(runtime, report);
}

export async function trackClosing(runtime: Runtime, closing: Closing): Promise<void> {
  await applyClosing(runtime, closing);
}
