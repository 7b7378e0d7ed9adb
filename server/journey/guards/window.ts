import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** The gateway would take no answer, so none is generated or charged. A person from the team may still call. */
export function checkWindow({ message, thread, obstacle }: Turn): Objection | null {
  if (message.origin !== 'gateway' || thread.handler === 'human') return null;
  if (obstacle !== 'late') return null;
  return { guard: 'window', state: 'refused', text: null };
}
