import type { Trailer } from './read-trailer.ts';

export type SaidQuote = { number: number; words: string };

const opening = /^["'`\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f]/;
const closing = /["'`\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f]$/;
/** Not an end that stands alone in its line: `1998."`. */
const opensQuote = /^["'`\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f].{0,3}[\p{L}\p{N}]/u;
/** `12: "words"`, also as a list's line, in brackets, bold or in code. */
const entry =
  /^[\s>*_`#\u2022-]{0,12}(?:\[|\()?#?(\d{1,9})(?:\]|\))?[*_`]{0,3}(?: {0,3}[:.)]| {1,3}[\u2013\u2014-] )[*_`]{0,3}\s{0,4}(\S.*)?$/u;
/** `none` and `talk` with what stands around them. */
const maxWord = 30;
const decoration = /^[\s>*_`"'#.\u2022:()-]+|[\s*_`"'.!()]+$/g;

/** Of what follows the marker. */
export function readTrailerLines(body: string): Trailer {
  const lines = body.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !/^(?:[`~]{3,}\w*|[-*_=]{3,})$/.test(line));
  if (said.length === 0) return { kind: 'broken', why: 'empty' };
  const word = (said[0] ?? '').slice(0, maxWord).replace(decoration, '').toLowerCase();
  const quotes = joinEntries(said);
  if (word === 'none' || word === 'talk') {
    return quotes.length > 0 ? { kind: 'broken', why: 'mixed' } : { kind: word };
  }
  return quotes.length > 0 ? { kind: 'quotes', quotes } : { kind: 'broken', why: 'unreadable' };
}

/** A quote may go on in the next lines, some of which begin like an entry: "…until\n1998. Then…". */
function joinEntries(lines: string[]): SaidQuote[] {
  const blocks: { number: number; lines: string[] }[] = [];
  for (const line of lines) {
    const [, number, words = ''] = entry.exec(line) ?? [];
    const last = blocks.at(-1);
    const isMarked = opening.test(last?.lines[0] ?? '');
    const isNew = number !== undefined && (!isMarked || opensQuote.test(words));
    if (isNew) blocks.push({ number: Number(number), lines: [words] });
    else last?.lines.push(line);
  }
  return blocks.map(({ number, lines: said }) => ({ number, words: joinWords(said) }));
}

/** Up to the last closing mark; behind it stands no quote. */
function joinWords(lines: string[]): string {
  const end = lines.findLastIndex((line) => closing.test(dropEnd(line)));
  const isMarked = opening.test(lines[0] ?? '');
  const said = isMarked ? lines.slice(0, end + 1 || undefined) : lines.slice(0, 1);
  return dropMarks(said.join('\n'));
}

/** What may stand behind the closing mark. */
function dropEnd(words: string): string {
  return words.replace(/[\s.,;*_]{1,20}$/, '');
}

function dropMarks(words: string): string {
  const ended = dropEnd(words);
  const isMarked = opening.test(ended) && closing.test(ended) && ended.length > 1;
  if (isMarked) return ended.slice(1, -1).trim();
  return words.replace(opening, '').trim();
}

/** Whether a line is one of a trailer, without doubt: a number and words in quotation marks. */
export function isQuoteLine(line: string): boolean {
  const [, , words = ''] = entry.exec(line.trim()) ?? [];
  const ended = dropEnd(words);
  return ended.length > 2 && opening.test(ended) && closing.test(ended);
}
