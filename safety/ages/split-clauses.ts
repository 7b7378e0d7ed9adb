import { readMaxLength } from '#shared/limits.ts';
import { normalize } from '#shared/normalize.ts';
import { splitWords } from '../plain-words.ts';

const quotes = '"“”„«»‹›';
const marks = new Map([
  ['0comma', ','],
  ['0colon', ':'],
]);
const maxQuoteLength = 300;
const quoted = new RegExp(`[${quotes}][^${quotes}\\n]{1,${maxQuoteLength}}[${quotes}]`, 'g');
/** An apostrophe inside a word opens and closes nothing. */
const singleQuoted = new RegExp(
  `(?<![\\p{L}\\p{N}])['‘][^\\n]{1,${maxQuoteLength}}?['’](?![\\p{L}\\p{N}])`,
  'gu',
);
const quotedLine = /^>.*$/gm;

/** Keeps `,` and `:`, which tell an age from a number of things; drops quotations. */
export function splitClauses(text: string): string[] {
  const read = text.slice(0, readMaxLength).replaceAll('½', ' and a half');
  const plain = normalize(read, 'NFKC')
    .replace(quotedLine, ' ')
    .replace(quoted, ' , ')
    .replace(singleQuoted, ' , ')
    .replace(/(\d ?)y\.? ?o\.(?=\W|$)/gi, '$1yo ')
    .replace(/(\d)[.,:](?=\d)/g, '$1point')
    .replace(/\b(i['’]?m)(?=\d)/gi, '$1 ')
    // "-7", "$12", "12%", "7/10" are no ages.
    .replace(/(?<=\d ?)[%°+=*/^]|[$€£#<>](?= ?\d)|(?<=\s)[-−](?=\d)/g, ' sign ')
    .replace(/[,()[\]–—]|\s-+\s/g, ' 0comma ')
    .replaceAll(':', ' 0colon ');
  return splitWords(plain).map((word) => marks.get(word) ?? word);
}
