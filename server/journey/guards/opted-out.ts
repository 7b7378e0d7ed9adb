import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** No reply could be sent, so none is generated or charged. */
export function checkOptOut({ message, optOut }: Turn): Objection | null {
  if (message.origin !== 'gateway' || !optOut) return null;
  return { guard: 'opted-out', state: 'refused', text: null };
}
