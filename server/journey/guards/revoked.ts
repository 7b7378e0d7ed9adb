import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** Its sender has deleted it before its turn. */
export function checkRevoked({ message }: Turn): Objection | null {
  return message.revokedAt ? { guard: 'revoked', state: 'recorded', text: null } : null;
}
