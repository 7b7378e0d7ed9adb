import type { ModelError } from '#server/ai/model.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { admit } from './admit.ts';
import { addBurst, addLoop, firstOfBurst } from './burst.ts';
import { findConcern } from './concern.ts';
import { findModeratedCrisis, meetMarkedDanger, preferCrisis } from './crisis-guard.ts';
import { asksInPassing } from './disclosure.ts';
import { findUrgentObjection } from './guards.ts';
import { buildHistory } from './history.ts';
import { writeInstructionNotes } from './instruction-notes.ts';
import { answerHumanRequest } from './keyword-guard.ts';
import type { Outcome, TurnResult } from './outcome.ts';
import { findModelRetryDelay } from './retry-delay.ts';
import { showThinking } from './show-typing.ts';
import { writeReply } from './write-reply.ts';

const mostAttempts = 10;
/** A STOP or a crisis is read this often; then the message is given up unread. */
const mostReadings = 13;

/** Stores nothing yet. */
export async function takeTurn(
  runtime: Runtime,
  claimed: ClaimedMessage,
  signal: AbortSignal,
): Promise<TurnResult> {
  const turn = await decide(runtime, claimed, signal);
  return { ...turn, concern: await findConcern(runtime, turn) };
}

async function decide(
  runtime: Runtime,
  claimed: ClaimedMessage,
  signal: AbortSignal,
): Promise<TurnResult> {
  if (claimed.attempts > mostReadings) return { claim: claimed, outcome: giveUp(runtime) };
  const preferred = await preferCrisis(runtime, claimed);
  if (claimed.attempts > mostAttempts) return giveUpUnlessUrgent(runtime, preferred);
  const { claim: oldest, outcome } = await admit(runtime, preferred);
  if (outcome) {
    const isLoop = outcome.kind === 'objection' && outcome.objection.guard === 'loop';
    return { claim: isLoop ? await addLoop(runtime, oldest) : oldest, outcome };
  }
  const claim = await addBurst(runtime, oldest);
  return generateUnlessCrisis(runtime, claim, signal);
}

/** A crisis that the moderation finds aborts the answer, or replaces it. */
async function generateUnlessCrisis(
  runtime: Runtime,
  claim: ClaimedMessage,
  signal: AbortSignal,
): Promise<TurnResult> {
  const writing = new AbortController();
  const [crisis, outcome] = await Promise.all([
    findModeratedCrisis(runtime, claim, signal).then((found) => {
      if (found) writing.abort();
      return found;
    }),
    generateReply(runtime, claim, AbortSignal.any([signal, writing.signal])),
  ]);
  return crisis ?? obeyMark(runtime, claim, outcome);
}

/** Nothing of a marked answer is sent or charged. */
async function obeyMark(
  runtime: Runtime,
  claim: ClaimedMessage,
  outcome: Outcome,
): Promise<TurnResult> {
  const mark = outcome.kind === 'reply' ? outcome.mark : null;
  if (mark === 'danger') return meetMarkedDanger(runtime, claim);
  if (mark === null) return { claim, outcome };
  const objection = await answerHumanRequest(runtime, claim);
  return { claim, outcome: { kind: 'objection', objection } };
}

async function generateReply(
  runtime: Runtime,
  claim: ClaimedMessage,
  signal: AbortSignal,
): Promise<Outcome> {
  const { failures } = firstOfBurst(claim);
  try {
    const history = await buildHistory(runtime, claim);
    showThinking(runtime, claim);
    const retryDelay = (error: ModelError) =>
      findModelRetryDelay(failures, error, runtime.clock.now());
    const asksIfHuman = asksInPassing(claim);
    const notes = writeInstructionNotes(claim, asksIfHuman);
    const conditions = { signal, retryDelay, notes };
    const reply = await writeReply(runtime, claim, history.messages, conditions);
    const written = { ...reply, failures: [...history.failures, ...reply.failures] };
    return written.kind === 'reply' ? { ...written, asksIfHuman } : written;
  } catch (error) {
    if (signal.aborted) return { kind: 'handed-back' };
    throw error;
  }
}

async function giveUpUnlessUrgent(runtime: Runtime, claim: ClaimedMessage): Promise<TurnResult> {
  const objection = await findUrgentObjection(runtime, claim);
  return { claim, outcome: objection ? { kind: 'objection', objection } : giveUp(runtime) };
}

function giveUp({ clock }: Runtime): Outcome {
  const at = clock.now().toISOString();
  const detail = `Given up after ${mostAttempts} attempts: each one crashed or had to start over.`;
  return { kind: 'unanswered', failures: [{ at, kind: 'given_up', detail }], retryInMs: null };
}
