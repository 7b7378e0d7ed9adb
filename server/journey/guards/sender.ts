import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { stop } from './keyword.ts';

/**
 * Stored and shown: nothing is texted to short codes, names, toll-free lines and countries refused at sign-up. A STOP is
 * recorded, as the law asks, but not confirmed.
 */
export function checkSender(turn: Turn): Objection | null {
  const { message, optOut, obstacle } = turn;
  if (message.origin !== 'gateway' || obstacle !== 'unanswerable') return null;
  const silent = { guard: 'sender', state: 'recorded', text: null } as const;
  if (message.keyword === 'STOP') return { ...stop(turn), ...silent };
  return message.keyword === 'START' && optOut
    ? { ...silent, effects: [{ kind: 'opt-in' }] }
    : silent;
}
