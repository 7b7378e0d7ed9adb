import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

export function checkPaused({ expert }: Turn): Objection | null {
  if (expert.status === 'ACTIVE') return null;
  return { guard: 'paused', state: 'refused', text: systemTexts.paused(expert.displayName) };
}
