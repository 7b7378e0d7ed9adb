import type { AgeList, Statement } from './ages/age-list.ts';
import { en } from './ages/en.ts';
import { suppositions as enSuppositions } from './ages/en-suppositions.ts';
import { es } from './ages/es.ts';
import { suppositions as esSuppositions } from './ages/es-suppositions.ts';
import { splitClauses } from './ages/split-clauses.ts';
import { toPlainWords } from './plain-words.ts';

const ageLists: Record<string, AgeList> = { en, es };
const youngest = 5;
const adult = 18;

/** `list` names the language. */
export type StatedAge = { years: number; list: string };

/**
 * The age that the writer states, from 5 to 17; else null. Only a plain statement counts, none that is quoted,
 * translated, told or asked about.
 */
export function findStatedAge(text: string): StatedAge | null {
  const clauses = splitClauses(text);
  const stated = Object.entries(ageLists).flatMap(([list, { sayings, statements }]) => {
    const words = toPlainWords(clauses, sayings);
    // First, because most texts have no match, and `matchAll` copies the expression.
    const matching = statements.filter(({ pattern }) => words.search(pattern) >= 0);
    if (matching.length === 0) return [];
    const isSupposed = findSuppositions(words);
    return matching.flatMap((statement) =>
      readYears(words, statement, isSupposed).map((years) => ({ years, list })),
    );
  });
  if (stated.some(({ years }) => years >= adult)) return null;
  return stated.find(({ years }) => years >= youngest) ?? null;
}

type IsSupposed = (said: { from: number; to: number }) => boolean;

function readYears(words: string, statement: Statement, isSupposed: IsSupposed): number[] {
  const { pattern, read, unlessBehind } = statement;
  const otherCount = unlessBehind ? words.search(unlessBehind) : -1;
  return [...words.matchAll(pattern)].flatMap(({ 0: whole, 1: said = '', index: from }) => {
    if (otherCount >= 0 && otherCount < from) return [];
    if (isSupposed({ from, to: from + whole.trimEnd().length })) return [];
    return read(said) ?? [];
  });
}

/** A translation into English may be asked for in Spanish, so all languages' words count. */
const inAnyLanguage = (key: keyof typeof enSuppositions) =>
  [...enSuppositions[key], ...esSuppositions[key]].join('|');
const anywhere = new RegExp(` (?:${inAnyLanguage('anywhere')})(?= )`);
const ahead = new RegExp(` (?:${inAnyLanguage('ahead')})(?= )`);
const requests = new RegExp(` (?:${inAnyLanguage('requests')})(?= )`);
const sameSentence = new RegExp(` (?:${inAnyLanguage('sameSentence')})(?= )`);
const behind = new RegExp(`^ (?:${inAnyLanguage('behind')})(?= )`);

const byTheWay = / (?:btw|by the way|fyi|irl|in real life|por cierto)(?: ,)?$/;
const isOwnStart = /[.,] (?:(?:hi|hello|and|but|btw|so|y|pero|yo) ?)*$/;
const isOwnEnd = /^(?: (?:lol|btw|please|ok|thanks|haha|too|por favor|gracias|[.,]))* $/;
/** In characters, ahead of the age. */
const maxContextLength = 200;
const maxBehindLength = 120;

function findSuppositions(words: string): IsSupposed {
  if (anywhere.test(words)) return () => true;
  const supposedFrom = indexIn(words, ahead);
  const requestedFrom = indexIn(words, requests);
  return ({ from, to }) => {
    const rest = words.slice(to, to + maxBehindLength);
    if (behind.test(rest)) return true;
    const before = words.slice(Math.max(0, from - maxContextLength), from);
    if (byTheWay.test(before)) return false;
    const sentence = before.slice(before.lastIndexOf('.') + 1);
    if (supposedFrom < from || sameSentence.test(`${sentence} `)) return true;
    const isOwnSentence = isOwnStart.test(`${before} `) && isOwnEnd.test(rest);
    return requestedFrom < from && !isOwnSentence;
  };
}

function indexIn(words: string, pattern: RegExp): number {
  const index = words.search(pattern);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}
