import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** In years. */
export const minimumAge = 13;

/** Under 18, but no child: the AI answers on, by other rules. */
export function saysMinor({ statedAge }: Partial<Pick<Turn, 'statedAge'>>): boolean {
  return (statedAge?.years ?? 0) >= minimumAge;
}

/** Refuses a child under 13. */
export function checkAge(turn: Turn): Objection | null {
  const { thread, expert, statedAge } = turn;
  if (statedAge === null || statedAge.years >= minimumAge) return null;
  return {
    guard: 'age',
    state: 'recorded',
    text: systemTexts.tooYoung(expert.displayName),
    isToStranger: thread.userId === null,
    effects: [{ kind: 'refuse-child', rule: `${statedAge.list}/stated-age` }],
  };
}

/** Refuses a child whom another expert refused, until the team corrects the age. */
export function checkKnownChild({ thread, expert, isTooYoung }: Turn): Objection | null {
  if (!isTooYoung || thread.handler === 'human') return null;
  const text = systemTexts.tooYoung(expert.displayName);
  return { guard: 'age', state: 'refused', text, isToStranger: thread.userId === null };
}
