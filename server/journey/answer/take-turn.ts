import type { ModelError } from '#server/ai/model.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { checkCrisis } from '../guards/crisis.ts';
import { findUrgentObjection } from '../guards/guards.ts';
import { answerHumanRequest } from '../guards/human-request.ts';
import { findCrisisInHand, isAbout, keepAsDraft, rebase } from '../in-hand.ts';
import { admit } from '../load/admit.ts';
import { addAlike, addBurst, firstOfBurst } from '../load/burst.ts';
import { loadTurn } from '../load/load-turn.ts';
import { preferCrisis } from '../load/prefer-crisis.ts';
import type { Outcome, TurnResult } from '../outcome.ts';
import { findConcern } from '../safety/concern.ts';
import { findModeratedCrisis, meetMarkedDanger } from '../safety/moderate.ts';
import type { Turn } from '../turn.ts';
import { asksInPassing } from './disclosure.ts';
import { buildHistory } from './history.ts';
import { writeInstructionNotes } from './instruction-notes.ts';
import { findModelRetryDelay } from './retry-delay.ts';
import { showThinking } from './show-typing.ts';
import { writeReply } from './write-reply.ts';

const maxAttempts = 10;
/** A STOP or a crisis is read this often; then the message is given up unread. */
const maxReadings = 13;

/** `inHand`: what was decided before the facts changed; no model is asked twice. */
type Conditions = { signal: AbortSignal; inHand: TurnResult | null };

/** Stores nothing yet. */
export async function takeTurn(
  runtime: Runtime,
  claimed: ClaimedMessage,
  conditions: Conditions,
): Promise<TurnResult> {
  const turn = await decide(runtime, claimed, conditions);
  return { ...turn, concern: await findConcern(runtime, turn) };
}

/** Of the thread's crisis job. Reads all waiting texts: the one that brought the wakeup may be the last of many. */
export async function meetWaitingCrisis(
  runtime: Runtime,
  claimed: ClaimedMessage,
): Promise<TurnResult | null> {
  const claim = await preferCrisis(runtime, claimed, Number.POSITIVE_INFINITY);
  const objection = checkCrisis(await loadTurn(runtime, claim));
  return objection && { claim, outcome: { kind: 'objection', objection } };
}

async function decide(
  runtime: Runtime,
  claimed: ClaimedMessage,
  { signal, inHand }: Conditions,
): Promise<TurnResult> {
  if (claimed.attempts > maxReadings) return { claim: claimed, outcome: giveUp(runtime) };
  const preferred = await preferCrisis(runtime, claimed);
  if (claimed.attempts > maxAttempts) return giveUpUnlessUrgent(runtime, preferred);
  const crisis = inHand && (await findCrisisInHand(runtime, inHand, claimed));
  if (crisis) return crisis;
  const { turn, outcome } = await admit(runtime, preferred);
  const known = inHand && isAbout(inHand, turn) ? inHand : null;
  if (!outcome) {
    const burst = await addBurst(runtime, turn);
    return (known && rebase(known, burst)) ?? generate(runtime, burst, signal);
  }
  const objection = outcome.kind === 'objection' ? outcome.objection : null;
  if (known && objection?.guard === 'handler') {
    return keepAsDraft(runtime, turn, objection, known);
  }
  const isLoop = objection?.guard === 'loop';
  return { claim: isLoop ? await addAlike(runtime, turn, 'loop') : turn, outcome };
}

/** A crisis that the moderation finds aborts the answer, or replaces it. */
async function generate(runtime: Runtime, turn: Turn, signal: AbortSignal): Promise<TurnResult> {
  const writing = new AbortController();
  const [crisis, outcome] = await Promise.all([
    findModeratedCrisis(runtime, turn, signal).then((found) => {
      if (found) writing.abort();
      return found;
    }),
    generateReply(runtime, turn, AbortSignal.any([signal, writing.signal])),
  ]);
  return { ...(crisis ?? obeyMark(turn, outcome)), isByModel: true };
}

/** Nothing of a marked answer is sent or charged. */
function obeyMark(turn: Turn, outcome: Outcome): TurnResult {
  const mark = outcome.kind === 'reply' ? outcome.mark : null;
  if (mark === 'danger') return meetMarkedDanger(turn);
  if (mark === null) return { claim: turn, outcome };
  return { claim: turn, outcome: { kind: 'objection', objection: answerHumanRequest(turn) } };
}

async function generateReply(runtime: Runtime, turn: Turn, signal: AbortSignal): Promise<Outcome> {
  const { failures } = firstOfBurst(turn);
  try {
    const history = await buildHistory(runtime, turn);
    showThinking(runtime, turn);
    const retryDelay = (error: ModelError) =>
      findModelRetryDelay(failures, error, runtime.clock.now());
    const asksIfHuman = asksInPassing(turn);
    const notes = writeInstructionNotes(turn, asksIfHuman);
    const conditions = { signal, retryDelay, notes };
    const reply = await writeReply(runtime, turn, history.messages, conditions);
    const written = { ...reply, failures: [...history.failures, ...reply.failures] };
    return written.kind === 'reply' ? { ...written, asksIfHuman } : written;
  } catch (error) {
    if (signal.aborted) return { kind: 'handed-back' };
    throw error;
  }
}

async function giveUpUnlessUrgent(runtime: Runtime, claim: ClaimedMessage): Promise<TurnResult> {
  const objection = findUrgentObjection(await loadTurn(runtime, claim));
  return { claim, outcome: objection ? { kind: 'objection', objection } : giveUp(runtime) };
}

function giveUp({ clock }: Runtime): Outcome {
  const at = clock.now().toISOString();
  const detail = `Given up after ${maxAttempts} attempts: each one crashed or had to start over.`;
  return { kind: 'unanswered', failures: [{ at, kind: 'given_up', detail }], retryInMs: null };
}
