import type { Thread } from '#shared/api/threads.ts';
import { askFirst, type Question } from '#web/lib/ask-first.ts';
import { formatTimeNear } from '#web/lib/format.ts';
import { describePerson } from '../known/describe-person.ts';

type Gesture = 'return' | 'resolve';

/** What ends a crisis asks first, by button, key and palette alike. */
export function unlessInCrisis(thread: Thread, gesture: Gesture, act: () => void): void {
  if (thread.riskAt === null) act();
  else
    void askFirst(writeQuestion(thread, thread.riskAt, gesture)).then((isSure) => isSure && act());
}

function writeQuestion(thread: Thread, riskAt: string, gesture: Gesture): Question {
  const { displayName } = thread.expert;
  const person = describePerson(thread);
  const held = thread.handover?.held.count ? ', what is held first' : '';
  return {
    title:
      gesture === 'return' ? `Return ${person} to the AI?` : `Resolve the crisis of ${person}?`,
    description: `A crisis was detected ${formatTimeNear(riskAt)}. ${displayName} answers again${held}, and the red mark goes. Are they safe?`,
    action: gesture === 'return' ? 'Return to AI' : 'Resolve',
  };
}
