import { lockThread } from '#server/db/locks.ts';
import { isPausedByCrisis } from '#server/messages/handover-store.ts';
import { recordGesture } from '../handover/gestures.ts';
import { returnToAi } from '../handover/handover.ts';
import type { Applied, EffectOf, EffectStep } from './effect.ts';

/** The person ends the wait for a person, or says that all is well. */
export async function returnAsWished(
  { runtime, tx, now, claim }: EffectStep,
  { because }: EffectOf<'return-to-ai'>,
): Promise<Applied> {
  const thread = await lockThread(tx, claim.thread.id);
  if (because === 'asked' && thread.handler === 'ai') return 'silent';
  if (because === 'all-clear' && !isPausedByCrisis(thread)) return 'stale';
  const settleAs = because === 'all-clear' ? 'false-by-person' : null;
  const facts = { by: 'person' } as const;
  await returnToAi({ runtime, tx, thread, now }, { answer: 'all', settleAs, ...facts });
  await recordGesture(tx, thread, { actorId: null, action: 'thread.return', facts, now });
  return 'done';
}
