import { findTerms, type Range, type Term } from '#server/messages/search/text-search.ts';
import { readWords } from '#server/messages/search/words.ts';

/** Few enough that a narrow screen shows the match. */
const before = 40;
const maxLength = 180;

export type Excerpt = { snippet: string; matches: Range[] };

/** Positions are relative to the snippet. */
export function cutExcerpt(body: string, terms: Term[]): Excerpt {
  const words = readWords(body);
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

/** Between words, so never within a character. */
function findWordStart(words: Range[], near: number, latest: number): number {
  return words.find(({ start }) => start >= near)?.start ?? latest;
}

function findWordEnd(words: Range[], near: number, earliest: number): number {
  return words.findLast(({ start, end }) => end <= near && start >= earliest)?.end ?? near;
}
