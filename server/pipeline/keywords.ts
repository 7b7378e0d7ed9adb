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

/** What a whole message says, in any case and with or without final punctuation. */
export function wordOf(body: string): string {
  return body
    .trim()
    .replace(/[\s.!?,;:…]+$/u, '')
    .toUpperCase();
}

/** The keyword that a whole message is; `stopWords` are those of one channel alone. */
export function keywordOf(body: string, stopWords: readonly string[] = []): Keyword | null {
  const word = wordOf(body);
  return stopWords.includes(word) ? 'STOP' : (keywords[word] ?? null);
}
