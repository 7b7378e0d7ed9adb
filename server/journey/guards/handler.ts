import { answeredByPerson } from '#server/messages/held-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { promisePerson } from './promise-person.ts';

/** Holds messages for a person; the sender is told once. */
export function checkHandler({ message, thread, expert, hasTeam, now }: Turn): Objection | null {
  if (thread.handler === 'ai') {
    // Returned before this text had its turn.
    const isAnswered = message.guard === answeredByPerson;
    return isAnswered ? { guard: 'handler', state: 'answered', text: null } : null;
  }
  // A child was promised no person.
  if (thread.handedBecause === 'age') return { guard: 'age', state: 'held', text: null };
  const text = hasTeam
    ? promisePerson(expert, thread, now)
    : systemTexts.aiHasPaused(expert.displayName);
  return { guard: 'handler', state: 'held', text };
}
