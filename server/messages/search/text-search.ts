import { readWords, type Word } from './words.ts';

/** One word, or adjacent letter pairs of a run without spaces. */
export type Term = { words: string[]; isPrefix: boolean };

const maxTerms = 12;

/** The last word may be a prefix. */
export function parseSearch(text: string): Term[] {
  const terms: Term[] = [];
  const found = readWords(text).filter(
    ({ kind, start }, index, all) => !(kind === 'letter' && start < (all[index - 1]?.end ?? 0)),
  );
  for (const [index, { word, start }] of found.entries()) {
    const isSameRun = start < (found[index - 1]?.end ?? 0);
    if (isSameRun) terms.at(-1)?.words.push(word);
    else terms.push({ words: [word], isPrefix: false });
  }
  const last = found.at(-1);
  const lastTerm = terms.at(-1);
  if (last && lastTerm) lastTerm.isPrefix = canBegin(last) && last.end === text.length;
  return terms.slice(0, maxTerms);
}

/** A single letter begins too many words; in scripts without spaces only pairs. */
function canBegin({ word, kind }: Word): boolean {
  return kind === 'letter' || (kind === 'word' && word.length > 1);
}

/** In PostgreSQL's `tsvector` syntax. */
export function writeVector(words: Word[]): string {
  const positions = new Map<string, number[]>();
  for (const [index, { word }] of words.entries()) {
    const known = positions.get(word);
    if (known) known.push(index + 1);
    else positions.set(word, [index + 1]);
  }
  return [...positions].map(([word, at]) => `${quoteWord(word)}:${at.join()}`).join(' ');
}

/** In PostgreSQL's `tsquery` syntax. */
export function writeQuery(terms: Term[]): string {
  return terms
    .map(({ words, isPrefix }) => words.map(quoteWord).join(' <-> ') + (isPrefix ? ':*' : ''))
    .map((term) => `(${term})`)
    .join(' & ');
}

export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
}

export type Range = { start: number; end: number };

/** In order, without overlaps. */
export function findTerms(words: Word[], terms: Term[]): Range[] {
  const ranges: Range[] = [];
  for (const [index, { word }] of words.entries()) {
    for (const term of terms) {
      if (!term.words[0]?.startsWith(word.slice(0, 1))) continue;
      const count = countMatch(words, index, term);
      const [first, last] = [words[index], words[index + count - 1]];
      if (count > 0 && first && last) ranges.push({ start: first.start, end: last.end });
    }
  }
  return ranges.reduce<Range[]>((merged, range) => {
    const before = merged.at(-1);
    if (before && range.start <= before.end) before.end = Math.max(before.end, range.end);
    else merged.push({ ...range });
    return merged;
  }, []);
}

/** Whether a term ends with the last word. */
export function endsWithTerm(words: Word[], terms: Term[]): boolean {
  return terms.some((term) => countMatch(words, words.length - term.words.length, term) > 0);
}

function countMatch(words: Word[], index: number, { words: wanted, isPrefix }: Term): number {
  const isMatch = wanted.every((word, offset) => {
    const found = words[index + offset]?.word ?? '';
    return found === word || (isPrefix && offset === wanted.length - 1 && found.startsWith(word));
  });
  return isMatch ? wanted.length : 0;
}
