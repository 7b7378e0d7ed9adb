import { mayAnswerThread } from '#server/messages/limits-store.ts';
import { findNumberChange, setNewNumberAsked } from '#server/people/connections/number-change.ts';
import { hasConnections, isQuestionOver, setAsked } from '#server/people/connections/store.ts';
import type { Applied, EffectOf, EffectStep } from './effect.ts';

/** A later text of the phone's own is no reason to ask anew while a question waits for its answer. */
export async function askQuestion(
  { tx, now, claim: { thread } }: EffectStep,
  { userId, connectionId, askedAt }: EffectOf<'ask-question'>,
): Promise<Applied> {
  const address = { userId, handle: thread.handle };
  // The account may have been deleted meanwhile.
  const isOpen = connectionId
    ? await hasConnections(tx, address)
    : (await findNumberChange(tx, thread)) !== null;
  if (!isOpen) return 'stale';
  const isToAsk = askedAt === null || isQuestionOver({ askedAt }, now);
  if (!isToAsk || !(await mayAnswerThread(tx, thread, 'question', now))) return 'done';
  if (connectionId) await setAsked(tx, { id: connectionId }, now);
  else await setNewNumberAsked(tx, address, now);
  return 'done';
}
