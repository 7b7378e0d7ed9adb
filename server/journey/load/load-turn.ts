import { channelFor } from '#server/channels/index.ts';
import { findObstacle } from '#server/channels/obstacle.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { saysMinor } from '../guards/age.ts';
import { writeNumber } from '../guards/answer-number.ts';
import { findUrgentObjection } from '../guards/guards.ts';
import type { Turn } from '../turn.ts';
import { findAnswerBefore, isRestored } from './answered-before.ts';
import { loadCalledFacts } from './called-facts.ts';

/** Adds to a claim what its text calls for. After it nothing is read before the decision. */
export async function loadTurn(runtime: Runtime, claim: ClaimedMessage): Promise<Turn> {
  const { config, clock, secrets } = runtime;
  const now = clock.now();
  const called = await loadCalledFacts(runtime, claim);
  const { thread, expert, optOut } = claim;
  const turn: Turn = {
    ...claim,
    ...called,
    // Applies to this reply already.
    thread: { ...thread, minorSince: thread.minorSince ?? (saysMinor(called) ? now : null) },
    now,
    publicUrl: config.publicUrl,
    obstacle: findObstacle(config, { expert, thread, optOut: optOut?.kind ?? null }, now),
    via: channelFor(config, expert.channel),
    writeNumber: (kind, ...about) => writeNumber(secrets, kind, ...about),
    answeredBefore: null,
  };
  // A STOP or a crisis doesn't wait for the gateway.
  if (!isRestored(runtime, claim) || findUrgentObjection(turn)) return turn;
  return { ...turn, answeredBefore: await findAnswerBefore(runtime, claim) };
}
