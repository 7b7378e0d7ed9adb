import { hasCredit } from '#server/billing/credits.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** Storing the reply checks again. */
export function checkCredit({ user, now, publicUrl }: Turn): Objection | null {
  if (user && hasCredit(user, now)) return null;
  return { guard: 'credit', state: 'refused', text: systemTexts.noCredit(publicUrl) };
}
