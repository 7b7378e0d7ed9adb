import { foldText } from '#shared/fold-text.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

const requests = new Set([
  'more',
  'more please',
  'please more',
  'send more',
  'read more',
  'the rest',
]);

/** Sends what the last reply left out, free and without a model. Without such a reply, MORE is a text like any other. */
export function checkMore({ rest }: Turn): Objection | null {
  if (rest === null) return null;
  const kind = rest === 'failed' ? 'send-rest-again' : 'send-rest';
  return { guard: 'more', state: 'recorded', text: null, effects: [{ kind }] };
}

/** Whether the rest of the last reply has to be looked for. The dashboard shows the whole reply. */
export function asksForMore({
  message,
  hasAttachments,
}: Pick<Turn, 'message' | 'hasAttachments'>): boolean {
  if (message.origin !== 'gateway' || hasAttachments) return false;
  const words = foldText(message.body)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.length <= 2 && requests.has(words.join(' '));
}
