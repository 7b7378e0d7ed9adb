import { useState } from 'react';
import { currentOf, describeError } from './api-client.ts';
import { mergeEdits } from './merge-edits.ts';

export type Choice = 'mine' | 'theirs';
type Contest<Values, Base> = {
  /** Says who changed the object. */
  message: string;
  current: Base;
  names: (keyof Values)[];
  mine: Values;
  theirs: Values;
  choices: Partial<Record<keyof Values, Choice>>;
};

/** For a save refused because another admin saved first. */
export function useMergedEdit<Values extends object, Base>({
  toValues,
  rebase,
  save,
}: {
  toValues: (base: Base) => Values;
  rebase: (base: Base, values: Values) => void;
  save: (values: Values, base: Base) => void;
}) {
  const [contest, setContest] = useState<Contest<Values, Base> | null>(null);

  /** Saves again unless both changed the same field. @returns false for any other failure. */
  const merge = (error: unknown, { base, mine }: { base: Base; mine: Values }): boolean => {
    const current = currentOf<Base>(error);
    if (current === null) return false;
    const theirs = toValues(current);
    const { merged, contested: names } = mergeEdits(toValues(base), { mine, theirs });
    if (names.length === 0) {
      rebase(current, merged);
      save(merged, current);
    } else {
      // The draft keeps its base until a choice is made: after a reload, a save is refused again.
      const message = describeError(error);
      setContest({ message, current, names, mine: merged, theirs, choices: {} });
    }
    return true;
  };

  const choose = (name: keyof Values, choice: Choice) =>
    setContest((known) => known && { ...known, choices: { ...known.choices, [name]: choice } });

  const finish = ({ isSaved }: { isSaved: boolean }) => {
    if (!contest) return;
    const { current, mine, theirs, names, choices } = contest;
    const taken = names.filter((name) => choices[name] === 'theirs');
    const chosen = { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) };
    setContest(null);
    rebase(current, chosen);
    if (isSaved) save(chosen, current);
  };

  return { contest, merge, choose, finish };
}
