import type { ModelError } from '#server/ai/model.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { admit } from './admit.ts';
import { addBurst, firstOfBurst } from './burst.ts';
import { buildHistory } from './history.ts';
import type { Outcome, TurnResult } from './outcome.ts';
import { modelRetryDelay } from './retry-delay.ts';
import { showThinking } from './show-thinking.ts';
import { writeReply } from './write-reply.ts';

/** Every attempt is counted before it begins, so one that crashes the process counts as well. */
const mostAttempts = 10;

/** The first guard that objects answers, or validator and model. Nothing of it is stored yet. */
export async function takeTurn(
  runtime: Runtime,
  claimed: ClaimedMessage,
  signal: AbortSignal,
): Promise<TurnResult> {
  if (claimed.message.attempts > mostAttempts) return { claim: claimed, outcome: giveUp(runtime) };
  const { claim: oldest, outcome } = await admit(runtime, claimed);
  if (outcome) return { claim: oldest, outcome };
  const claim = await addBurst(runtime, oldest);
  return { claim, outcome: await generateReply(runtime, claim, signal) };
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
    const retryDelay = (error: ModelError) => modelRetryDelay(failures, error, runtime.clock.now());
    return await writeReply(runtime, claim, history, { signal, retryDelay });
  } catch (error) {
    if (signal.aborted) return { kind: 'handed-back' };
    throw error;
  }
}

function giveUp({ clock }: Runtime): Outcome {
  const at = clock.now().toISOString();
  const detail = `Given up after ${mostAttempts} attempts: each one crashed or had to start over.`;
  return { kind: 'unanswered', failures: [{ at, kind: 'given_up', detail }], retryInMs: null };
}
