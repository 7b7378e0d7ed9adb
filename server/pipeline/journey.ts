import type { ModelError } from '#server/ai/model.ts';
import type { ChannelEvent } from '#server/channels/channel.ts';
import { SendError } from '#server/channels/send-error.ts';
import type { TakenJob } from '#server/jobs/jobs.ts';
import { handleOf } from '#server/messages/aliases-store.ts';
import type { Arrival } from '#server/messages/arrivals-store.ts';
import { type ClaimedMessage, claimOldest } from '#server/messages/inbound-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { oldestOf, withBurst } from './burst.ts';
import { finishTurn } from './finish-turn.ts';
import { firstObjection } from './guards.ts';
import { historyOf } from './history.ts';
import type { Outcome } from './outcome.ts';
import { waitAfter } from './patience.ts';
import { withPictures } from './pictures.ts';
import { receiving } from './receiving.ts';
import { advanceSending, type SendResult, type SendStep } from './sending.ts';
import { showThinking } from './show-thinking.ts';
import { applyLeaving, applyStatus, type Leaving } from './tracking.ts';
import { writeReply } from './write-reply.ts';

/**
 * How a message travels, in four steps. Nothing else moves one.
 *
 *   phone ── gateway ── webhook
 *     1 receiveMessage   stored once, with its thread's wakeup; then acknowledged
 *     2 answerMessage    the first guard that objects, or validator and model
 *     3 deliverReply     fenced, sent, remembered
 *     4 trackDelivery    sent → delivered | read | failed
 *   phone ◄── gateway
 */

/** Step 1. Resolves when the message and its job are committed; a repeated message changes nothing. */
export async function receiveMessage(
  runtime: Runtime,
  arrival: Arrival,
): Promise<'new' | 'repeated'> {
  const { alias, from, channel } = arrival;
  const handle = alias ? await handleOf(runtime.db, { channel, alias, from }) : from;
  const { isNew } = await receiving(runtime)({ ...arrival, from: handle });
  return isNew ? 'new' : 'repeated';
}

/** A message that has brought its process down this often is not tried again. */
const mostAttempts = 10;

/** Step 2. The model is called outside any transaction; what it said is stored in one. */
export async function answerMessage(runtime: Runtime, job: TakenJob, signal: AbortSignal) {
  const claimed = await claimOldest(runtime.db, job.threadId);
  if (!claimed) return finishTurn(runtime, job, null);
  const { claim: oldest, retry } = await withPictures(runtime, claimed);
  const objection = retry ? null : await firstObjection(runtime, oldest);
  const answer = objection ? { kind: 'objection' as const, objection } : retry;
  if (answer) return finishTurn(runtime, job, { claim: oldest, outcome: answer });
  const claim = await withBurst(runtime, oldest);
  await finishTurn(runtime, job, { claim, outcome: await askModel(runtime, claim, signal) });
}

async function askModel(
  runtime: Runtime,
  claim: ClaimedMessage,
  signal: AbortSignal,
): Promise<Outcome> {
  const { attempts, failures } = oldestOf(claim);
  if (attempts > mostAttempts) return { kind: 'unanswered', ...givenUp(runtime) };
  try {
    const history = await historyOf(runtime.db, claim);
    showThinking(runtime, claim);
    const patience = (error: ModelError) => waitAfter(failures, error, runtime.clock.now());
    return await writeReply(runtime, claim, history, { signal, patience });
  } catch (error) {
    if (signal.aborted) return { kind: 'handed-back' };
    throw error;
  }
}

function givenUp({ clock }: Runtime) {
  const at = clock.now().toISOString();
  const failure = { at, kind: 'provider_down', detail: 'Every try brought its process down.' };
  return { failures: [failure], retryInMs: null };
}

/** Step 3. Each text: fence, call, remember; then the next one of the thread, until none is left. */
export async function deliverReply(runtime: Runtime, job: TakenJob, signal: AbortSignal) {
  let step = await advanceSending(runtime, job, null);
  while (step) {
    const result = await perform(runtime, step);
    step = await advanceSending(runtime, job, { step, result, isStopping: signal.aborted });
  }
}

async function perform({ fetch }: Runtime, step: SendStep): Promise<SendResult> {
  const { channel, settings } = step.via;
  const { settling } = channel;
  try {
    if (step.kind === 'ask' && settling.by === 'asking') {
      return { found: await settling.findSent(step.text, step.since, settings, fetch) };
    }
    return { gatewayMessageId: await channel.send(step.text, settings, fetch) };
  } catch (error) {
    if (error instanceof SendError) return { error };
    // Anything else may have happened after the text left.
    return { error: new SendError('unknown_outcome', (error as Error).message) };
  }
}

/** A person who closes a conversation wants no more texts in it. */
export async function trackLeaving(runtime: Runtime, leaving: Leaving): Promise<void> {
  await applyLeaving(runtime, leaving);
}

/** Step 4. Reports may come late, twice and out of order: a text only moves forward. */
export async function trackDelivery(
  runtime: Runtime,
  event: Extract<ChannelEvent, { kind: 'status' }>,
): Promise<void> {
  await applyStatus(runtime, event);
}
