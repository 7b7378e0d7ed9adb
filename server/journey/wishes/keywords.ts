import type { Channel } from '#server/channels/channel.ts';
import type { Keyword } from '#shared/api/messages.ts';
import { keywords, normalizeWord } from '#shared/keywords.ts';
import { readStopWish } from '#shared/stop-wishes.ts';
import { readParts } from '#shared/text-parts.ts';

/** Includes the channel's own words. */
export function readKeyword(
  body: string,
  { stopWords = [], helpWords = [] }: Pick<Channel<unknown>, 'stopWords' | 'helpWords'> = {},
): Keyword | null {
  const wish = readStopWish(body, stopWords);
  if (wish === 'stop' || wish === 'all') return 'STOP';
  if (helpWords.includes(normalizeWord(body))) return 'HELP';
  const { words, said } = readParts(body);
  // "Help please" asks the expert.
  const meaning = keywords[words.toUpperCase()] ?? null;
  return said.length === 1 && keywords[said[0]?.toUpperCase() ?? ''] === 'START'
    ? 'START'
    : meaning;
}
