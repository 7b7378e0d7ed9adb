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

/** The keyword that a whole message is, in any case and with or without final punctuation. */
export function keywordOf(body: string): Keyword | null {
  const word = body
    .trim()
    .replace(/[\s.!?,;:…]+$/u, '')
    .toUpperCase();
  return keywords[word] ?? null;
}
