import type { Channel } from '#server/channels/channel.ts';

export type Keyword = 'STOP' | 'START' | 'YES' | 'HELP';

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

/** What a whole message says, in any case and with or without final punctuation; of nothing else, that. */
export function wordOf(body: string): string {
  const said = body.trim().toUpperCase();
  return said.replace(/[\s.!?,;:…]+$/u, '') || said;
}

/** The keyword that a whole message is, also by the words of one channel alone. */
export function keywordOf(
  body: string,
  { stopWords = [], helpWords = [] }: Pick<Channel<unknown>, 'stopWords' | 'helpWords'> = {},
): Keyword | null {
  const word = wordOf(body);
  if (stopWords.includes(word)) return 'STOP';
  return helpWords.includes(word) ? 'HELP' : (keywords[word] ?? null);
}
