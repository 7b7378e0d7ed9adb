import {
  endsWithTerm,
  findTerms,
  type Range,
  type Term,
} from '#server/messages/search/text-search.ts';
import { iterateWords, type Word } from '#server/messages/search/words.ts';
import { readMaxLength } from '#shared/limits.ts';

/** Few enough that a narrow screen shows the match. */
const before = 40;
const maxLength = 180;

export type Excerpt = { snippet: string; matches: Range[] };

/** Of all bodies of one answer: the process does nothing else meanwhile. Beyond, a body is read for as long as an excerpt. */
const maxReadInAll = 60_000;

/** For the hits of one answer, in order. */
export function createExcerpts(terms: Term[]): (body: string) => Excerpt {
  let left = maxReadInAll;
  return (body) => {
    const words = readNear(body, terms, Math.max(Math.min(left, readMaxLength), 2 * maxLength));
    left -= words.at(-1)?.end ?? 0;
    return cutExcerpt(body, words, terms);
  };
}

/** Positions are relative to the snippet. */
function cutExcerpt(body: string, words: Word[], terms: Term[]): Excerpt {
  const found = findTerms(words, terms);
  const first = found[0]?.start ?? 0;
  const start = first <= before ? 0 : findWordStart(words, first - before, first);
  const near = Math.max(start + maxLength, found[0]?.end ?? 0);
  const end = body.length <= near ? body.length : findWordEnd(words, near, first);
  const lead = start > 0 ? '… ' : '';
  const tail = end < body.length ? ' …' : '';
  const shift = lead.length - start;
  return {
    snippet: `${lead}${body.slice(start, end).replace(/\s/g, ' ').toWellFormed()}${tail}`,
    matches: found
      .filter((range) => range.end <= end)
      .map((range) => ({ start: range.start + shift, end: range.end + shift })),
  };
}

/** The words up to the end of an excerpt around the first match. */
function readNear(body: string, terms: Term[], max: number): Word[] {
  const words: Word[] = [];
  let until = max;
  let hasMatch = false;
  for (const word of iterateWords(body.slice(0, max))) {
    if (word.start > until) break;
    words.push(word);
    if (hasMatch || !endsWithTerm(words, terms)) continue;
    hasMatch = true;
    until = word.end + 2 * maxLength;
  }
  return words;
}

/** Between words, so never within a character. */
function findWordStart(words: Range[], near: number, latest: number): number {
  return words.find(({ start }) => start >= near)?.start ?? latest;
}

function findWordEnd(words: Range[], near: number, earliest: number): number {
  return words.findLast(({ start, end }) => end <= near && start >= earliest)?.end ?? near;
}
