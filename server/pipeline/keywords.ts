import type { Channel } from '#server/channels/channel.ts';
import type { Keyword } from '#shared/api/messages.ts';
import { readMaxLength } from '#shared/limits.ts';
import { dropEnd } from '#shared/texts.ts';

const keywords: Record<string, Keyword> = {
  STOP: 'STOP',
  STOPALL: 'STOP',
  UNSUBSCRIBE: 'STOP',
  CANCEL: 'STOP',
  END: 'STOP',
  QUIT: 'STOP',
  REVOKE: 'STOP',
  OPTOUT: 'STOP',
  START: 'START',
  UNSTOP: 'START',
  YES: 'YES',
  HELP: 'HELP',
  INFO: 'HELP',
};

const endMark = /[\s.!?,;:…]/u;

/** Trims a message, upper-cases it and drops final punctuation, unless it is nothing else. */
export function normalizeWord(body: string): string {
  const word = body.slice(0, readMaxLength).trim().toUpperCase();
  return dropEnd(word, endMark) || word;
}

/** The keyword that a whole message is, counting the channel's own words. */
export function readKeyword(
  body: string,
  { stopWords = [], helpWords = [] }: Pick<Channel<unknown>, 'stopWords' | 'helpWords'> = {},
): Keyword | null {
  const word = normalizeWord(body);
  if (stopWords.includes(word)) return 'STOP';
  return helpWords.includes(word) ? 'HELP' : (keywords[word] ?? null);
}
