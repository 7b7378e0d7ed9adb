import type { Channel } from '#server/channels/channel.ts';
import type { Keyword } from '#shared/api/messages.ts';
import { keywords, normalizeWord } from '#shared/keywords.ts';

/** Includes the channel's own words. */
export function readKeyword(
  body: string,
  { stopWords = [], helpWords = [] }: Pick<Channel<unknown>, 'stopWords' | 'helpWords'> = {},
): Keyword | null {
  const word = normalizeWord(body);
  if (stopWords.includes(word)) return 'STOP';
  return helpWords.includes(word) ? 'HELP' : (keywords[word] ?? null);
}
