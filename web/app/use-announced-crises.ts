import { useEffect, useRef } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { describeFlood, findFlood } from '#web/features/threads/crisis/crisis-flood.ts';
import { describePerson } from '#web/features/threads/known/describe-person.ts';
import { announce } from '#web/lib/announce.ts';

/** Interrupts a screen reader for each crisis that begins, wherever its user is; a flood from new numbers is one. */
export function useAnnouncedCrises(crises: Thread[]): void {
  const known = useRef(new Set<string>());
  useEffect(() => {
    const begun = crises.filter(
      (crisis) => crisis.assignee === null && !known.current.has(keyOf(crisis)),
    );
    known.current = new Set(crises.map(keyOf));
    const flood = findFlood(crises);
    const isFlood = begun.some((crisis) => flood.includes(crisis));
    for (const crisis of begun) {
      if (!flood.includes(crisis)) call(`${describePerson(crisis)} needs a person now`);
    }
    if (isFlood) call(`${describeFlood(flood)} need a person now`);
  }, [crises]);
}

const call = (words: string) => announce(`Crisis: ${words}`, { isUrgent: true });

const keyOf = ({ id, riskAt }: Thread) => `${id} ${riskAt}`;
