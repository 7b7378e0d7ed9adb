import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** The person has opened the chat and written nothing. */
export function checkGreeting({ message, thread, expert }: Turn): Objection | null {
  if (message.content !== 'greeting') return null;
  const text = thread.handler === 'human' ? null : systemTexts.welcome(expert.displayName);
  return { guard: 'greeting', state: 'recorded', text };
}
