import type { ChannelEvent } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { SendError } from '#server/channels/send-error.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { resolveHandle } from '#server/messages/aliases-store.ts';
import type { Arrival } from '#server/messages/arrivals-store.ts';
import { claimOldest } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { meetWaitingCrisis } from './crisis-guard.ts';
import { finishTurn } from './finish-turn.ts';
import { readKeyword } from './keywords.ts';
import { limitToFence } from './limit-to-fence.ts';
import { storeInTurn } from './receive-batch.ts';
import { recordSending } from './record-sending.ts';
import { resumeSending } from './resume-sending.ts';
import { advanceSending, type SendResult, type SendStep } from './sending.ts';
import { takeTurn } from './take-turn.ts';
import { applyClosing, applyReport, type Closing } from './tracking.ts';

/**
 * How a message travels, in four steps. Nothing else moves one.
 *
 *   phone ── gateway ── webhook
 *     1 receiveMessage   stored once, with its thread's wakeup; then acknowledged
 *     2 answerMessage    the first guard that objects, or validator and model
 *     3 deliverReply     fence, send, record
 *     4 trackDelivery    sent → delivered | read | failed
 *   phone ◄── gateway
 *
 * Step 3 follows step 2 at once, or by a wakeup of its own: server/jobs/handlers.ts.
 */

/** Step 1. Resolves once the message and its wakeup are committed. */
export async function receiveMessage(
  runtime: Runtime,
  received: Omit<Arrival, 'keyword'>,
): Promise<'new' | 'repeated'> {
  const { alias, from, channel, body, keywordAnswered } = received;
  const handle = alias ? await resolveHandle(runtime.db, { channel, alias, from }) : from;
  const keyword =
    keywordAnswered ?? readKeyword(body, channelFor(runtime.config, channel)?.channel);
  const arrival = { ...received, from: handle, keyword };
  const { isNew } = await storeInTurn(runtime, arrival);
  return isNew ? 'new' : 'repeated';
}

/**
 * Step 2. Calls the model outside any transaction.
 * @returns the reply's first text, fenced for this process to send.
 */
export async function answerMessage(
  runtime: Runtime,
  job: LeasedJob,
  signal: AbortSignal,
  freeSlot = () => {},
): Promise<SendStep | null> {
  const { batches, db } = runtime;
  const claim = await batches.claims.add(job, (jobs) => claimOldest(db, jobs));
  const turn = claim && (await takeTurn(runtime, claim, signal));
  // Slots limit AI calls, and this turn makes no more.
  freeSlot();
  return finishTurn(runtime, job, turn).catch((error) => resumeSending(runtime, job, error));
}

/** Step 2 for a crisis, beside the thread's own turn, which may have to wait. */
export async function answerCrisis(runtime: Runtime, job: LeasedJob): Promise<void> {
  const [claim] = await claimOldest(runtime.db, [job]);
  const met = claim ? await meetWaitingCrisis(runtime, claim) : null;
  const readUpTo = claim?.thread.lastInboundSeq ?? 0;
  await finishTurn(runtime, job, met, { name: 'meet-crisis', readUpTo });
}

/** Step 3. For each text in turn: fence, call the gateway, record. */
export async function deliverReply(
  runtime: Runtime,
  job: LeasedJob,
  signal: AbortSignal,
  fenced: SendStep | null = null,
) {
  let step = fenced ?? (await advanceSending(runtime, job, null));
  while (step) {
    const result = await callGateway(runtime, step);
    step = await recordSending(runtime, job, { step, result, isStopping: signal.aborted });
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
