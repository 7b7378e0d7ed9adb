import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { listWords } from '#shared/expert-words.ts';

/** The word that asks this expert for a person; null where no team could answer it. */
export function humanWordOf({
  expert,
  hasTeam,
}: Pick<ClaimedMessage, 'expert' | 'hasTeam'>): string | null {
  return hasTeam ? (listWords(expert.words).human ?? null) : null;
}
