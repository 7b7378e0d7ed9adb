import { english } from './words/english.ts';
import { french } from './words/french.ts';
import { german } from './words/german.ts';
import { spanish } from './words/spanish.ts';

export type NumberWords = {
  /** From 0 on, in order; a dot where the word is also an article. */
  small: string;
  /** `word:value`. */
  others: string;
  multipliers: string;
  /** Between parts of one number: "treinta y cinco". */
  joints: string[];
  /** Another word in another language: counted only in a text of this one. */
  ambiguous: string[];
  /** Reads a number of several parts that is one word. */
  readCompound?: (word: string) => number | null;
  /** Frequent words, by which the language of a text is known. */
  telling: string;
};

type Entry = { value: number; isMultiplier: boolean; only: NumberWords | null };

const languages = [english, german, spanish, french];
const telling = languages.map((language) => ({
  language,
  words: new Set(language.telling.split(' ')),
}));
const lexicon = new Map(languages.flatMap(listEntries));
const joints = new Set(languages.flatMap((language) => language.joints));

function listEntries(language: NumberWords): [string, Entry][] {
  const pairs = (list: string) =>
    list.split(' ').map((pair) => pair.split(':') as [string, string]);
  const small = language.small.split(' ').map((word, value) => [word, value] as const);
  const toEntry = (word: string, value: number, isMultiplier: boolean): [string, Entry] => [
    word,
    { value, isMultiplier, only: language.ambiguous.includes(word) ? language : null },
  ];
  return [
    ...small.filter(([word]) => word !== '.').map(([word, value]) => toEntry(word, value, false)),
    ...pairs(language.others).map(([word, value]) => toEntry(word, Number(value), false)),
    ...pairs(language.multipliers).map(([word, value]) => toEntry(word, Number(value), true)),
  ];
}

type Token = { text: string; entry: Entry | null };

/** "twenty-five past six" → "25 past 6". @param text plainly written. */
export function writeNumbersAsDigits(text: string): string {
  const tokens = readTokens(text);
  let written = '';
  for (let at = 0; at < tokens.length; ) {
    const end = findEnd(tokens, at);
    written += end > at ? joinValue(tokens.slice(at, end)) : tokens[at]?.text;
    at = Math.max(end, at + 1);
  }
  return written;
}

function readTokens(text: string): Token[] {
  const language = findLanguage(text);
  const parts = text.match(/\p{L}+(?:-\p{L}+){0,6}|[^\p{L}]+/gu) ?? [];
  return parts
    .flatMap((part) => (lexicon.has(part) ? [part] : (part.match(/\p{L}+|[^\p{L}]+/gu) ?? [])))
    .map((part, index, all) => {
      const entry = lexicon.get(part) ?? findCompound(part);
      const isMeant =
        entry !== null &&
        (entry.only === null || entry.only === language) &&
        !(part === 'one' && isPronoun(all, index)) &&
        !(/^cien/.test(part) && all[index - 2] === 'por') &&
        !(part === 'cent' && all[index - 2] === 'pour') &&
        // "1.5 million" is read as one amount.
        !(entry.isMultiplier && /\d ?$/.test(all[index - 1] ?? ''));
      return { text: part, entry: isMeant ? entry : null };
    });
}

function findCompound(word: string): Entry | null {
  for (const { readCompound } of languages) {
    const value = readCompound?.(word) ?? null;
    if (value !== null) return { value, isMultiplier: false, only: null };
  }
  return null;
}

const beforePronoun =
  /^(?:no|this|that|which|the|each|every|any|some|another|other|last|next|only|first|right|good|best|new|old|big|small|same|loved|is)$/;
const afterPronoun =
  /^(?:of|day|more|thing|another|way|who|that|is|in|on|for|with|to|at|by|can|could|should|would|must|has|may|s|or)$/;

/** "One loaf" counts; "the electric one", "one of us" and an "one" before a comma don't. */
function isPronoun(parts: string[], index: number): boolean {
  const isAlone = !/^[ -]$/.test(parts[index + 1] ?? '');
  const after = parts[index + 2] ?? '';
  return isAlone || beforePronoun.test(parts[index - 2] ?? '') || afterPronoun.test(after);
}

/** The language with the most of its frequent words; English where none has any. */
function findLanguage(text: string): NumberWords {
  const words = text.match(/\p{L}+/gu) ?? [];
  const counts = telling.map(({ words: known }) => words.filter((word) => known.has(word)).length);
  return languages[counts.indexOf(Math.max(...counts))] ?? english;
}

/** No number has more. */
const maxTokens = 40;

/** Of the tokens that make one number; not after `at` if none begins there. */
function findEnd(tokens: Token[], at: number): number {
  if (!tokens[at]?.entry) return at;
  let end = at + 1;
  for (;;) {
    const next = findNext(tokens, end);
    if (
      next === null ||
      end - at > maxTokens ||
      !goesOn(tokens.slice(at, end), tokens[next] as Token)
    )
      return end;
    end = next + 1;
  }
}

/** Behind one space or hyphen, or a joint between two. */
function findNext(tokens: Token[], end: number): number | null {
  const isGap = (index: number) => /^[ -]$/.test(tokens[index]?.text ?? '');
  if (!isGap(end)) return null;
  if (tokens[end + 1]?.entry) return end + 1;
  const isJoined = joints.has(tokens[end + 1]?.text ?? '') && isGap(end + 2);
  return isJoined && tokens[end + 3]?.entry ? end + 3 : null;
}

/** Tens take units, hundreds what is below them, and a multiplier may follow all; "two three" are two numbers. French goes on from 60. */
function goesOn(tokens: Token[], next: Token): boolean {
  const { entry, text } = tokens.findLast((token) => token.entry) as Token;
  const last = entry as Entry;
  const { value, isMultiplier } = next.entry as Entry;
  if (isMultiplier) return value > (last.isMultiplier ? last.value : 1) || !last.isMultiplier;
  if (text === 'soixante') return value > 0 && value < 20;
  if (last.value >= 100) return value < last.value && value > 0;
  return last.value >= 20 && last.value % 10 === 0 && value > 0 && value < 10;
}

function joinValue(tokens: Token[]): string {
  let whole = 0;
  let part = 0;
  for (const { entry } of tokens) {
    if (!entry) continue;
    if (!entry.isMultiplier) part += entry.value;
    else if (entry.value >= 1000) [whole, part] = [whole + (part || 1) * entry.value, 0];
    else part = (part || 1) * entry.value;
  }
  return String(whole + part);
}
