import { isAutomaticText } from '#shared/automatic-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** Needs no answer: what a phone or a carrier writes by itself. */
export function checkAutomatic({ message, hasAttachments }: Turn): Objection | null {
  if (message.origin !== 'gateway' || message.keywordAnswered || hasAttachments) return null;
  // The words of another kind are ours, such as the name of a type that we can't read.
  if (message.content !== 'words' || !isAutomaticText(message.body)) return null;
  return { guard: 'automatic', state: 'recorded', text: null };
}
