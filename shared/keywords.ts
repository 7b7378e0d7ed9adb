import type { Keyword } from './api/messages.ts';
import { dropInvisible } from './fold-text.ts';
import { readMaxLength } from './limits.ts';
import { normalize } from './normalize.ts';
import { dropEnd } from './texts.ts';

/** Whole texts to which carriers and laws give a meaning. Other spellings of a STOP: stop-wishes.ts. */
export const keywords: Record<string, Keyword> = {
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

/** From Apple's use-case guides. */
export const appleKeywords = { stop: ['SPAM'], help: ['LIST', '?'] };

/** Whole texts that ask for a person on every channel, besides the expert's own word. */
export const personWords: readonly string[] = [
  ...['AGENT', 'REPRESENTATIVE', 'REAL PERSON', 'REAL HUMAN', 'LIVE AGENT', 'OPERATOR'],
  ...['TALK', 'SPEAK', 'CHAT'].flatMap((verb) =>
    ['A PERSON', 'A HUMAN', 'AN AGENT', 'A REAL PERSON', 'SOMEONE'].flatMap((whom) =>
      ['TO', 'WITH'].map((preposition) => `${verb} ${preposition} ${whom}`),
    ),
  ),
];

const endMark = /[\s.!?,;:…]/u;
const quote = /["'“”„‟‘’‚‛«»‹›`]/u;
const emphasis = /[*_~]/u;
const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/**
 * Upper case, single spaces, plain letters, without final punctuation, quotation marks, stars or
 * brackets unless the text is nothing else.
 */
export function normalizeWord(body: string): string {
  const text = normalize(dropInvisible(body.slice(0, readMaxLength)), 'NFKC');
  const word = text.trim().toUpperCase().split(/\s+/).join(' ');
  return unwrap(word) || dropEnd(word, endMark) || word;
}

/** `“*STOP*.”` → `STOP`. Only pairs: the bracket of `YES :)` says something. */
function unwrap(word: string): string {
  let text = dropEnd(word, endMark);
  while (isWrapped(text)) text = dropEnd(text.slice(1, -1).trim(), endMark);
  return text;
}

function isWrapped(text: string): boolean {
  const [first = '', last = ''] = [text[0], text.length > 1 ? text.at(-1) : ''];
  if (quote.test(first)) return quote.test(last);
  return emphasis.test(first) ? last === first : closers[first] === last;
}
