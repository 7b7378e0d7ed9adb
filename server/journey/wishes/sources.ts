import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { normalizeWord } from '#shared/keywords.ts';

const words = ['SOURCE', 'SOURCES'];

/** As the whole message. */
export function asksForSources({ message, hasAttachments }: ClaimedMessage): boolean {
  return !hasAttachments && words.includes(normalizeWord(message.body));
}
