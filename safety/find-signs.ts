import { compilePhrases, type Place } from './match-phrases.ts';
import { joinPatterns } from './patterns.ts';
import type { Sign, WordList } from './word-list.ts';

const enoughPoints = 3;
/** In words. Signs further apart belong to different thoughts. */
const maxApart = 40;
/** In words on either side of a sign. A clause without punctuation ends here. */
const maxInClause = 25;

/** The function finds the first signs with enough points, and returns the one with the most. */
export function compileSigns(list: WordList, contexts: Record<string, RegExp>) {
  const find = compilePhrases(list.signs, list.phraseSets);
  const isExcused = compileExcuses(list, contexts);
  return (text: string, enough = enoughPoints): Sign | null => {
    const words = text.trim().split(' ');
    let near: (Place & { sign: Sign })[] = [];
    for (const place of find(words)) {
      near = near.filter(({ from }) => place.from - from <= maxApart);
      if (near.some(({ sign }) => sign === place.sign) || isExcused(words, place)) continue;
      near.push(place);
      const points = near.reduce((sum, { sign }) => sum + sign.points, 0);
      if (points >= enough) return pickMostTelling(near.map(({ sign }) => sign));
    }
    return null;
  };
}

function pickMostTelling(signs: Sign[]): Sign {
  return signs.reduce((most, sign) => (sign.points > most.points ? sign : most));
}

/** An excuse counts in its own clause only: "I loved life in that song, but now I want to die". */
function compileExcuses(list: WordList, contexts: Record<string, RegExp>) {
  const opposite = new RegExp(`${joinPatterns(list.negations)}$`);
  const another = new RegExp(`${joinPatterns(list.otherSubjects)}$`);
  const starts = new Set(['.', ...list.clauseStarts]);
  return (words: string[], { sign, from }: Place & { sign: Sign }): boolean => {
    const [ahead, behind] = splitClause(words, from, starts);
    const before = ` ${ahead.join(' ')}`;
    if (opposite.test(before) || (isOwn(sign) && another.test(before))) return true;
    const clause = ` ${[...ahead, ...behind].join(' ')} `;
    return sign.unless?.some((context) => contexts[context]?.test(clause)) ?? false;
  };
}

function splitClause(words: string[], at: number, starts: Set<string>): [string[], string[]] {
  let from = at;
  while (from > Math.max(0, at - maxInClause) && !starts.has(words[from - 1] as string)) from--;
  let to = at + 1;
  while (to < Math.min(words.length, at + maxInClause) && !starts.has(words[to] as string)) to++;
  return [words.slice(from, at), words.slice(at, to)];
}

function isOwn({ kind }: Sign): boolean {
  return kind === 'suicide' || kind === 'self-harm';
}
