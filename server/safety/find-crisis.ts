import type { RiskKind } from '#shared/api/safety.ts';
import { partMaxLength } from '#shared/limits.ts';
import { compileSigns } from './find-signs.ts';
import { wordLists } from './lists/index.ts';
import { joinPatterns, toRegExp } from './patterns.ts';
import { splitWords, toPlainWords } from './plain-words.ts';
import { weighWords } from './weigh-words.ts';
import type { Rule, WordList } from './word-list.ts';

/** `list` names the language, the weights, or the moderation. */
export type Crisis = { list: string; rule: string; kind: RiskKind };

const lists = Object.entries(wordLists).map(([name, list]) => ({ name, ...compileList(list) }));

/** Characters before a match that are searched for a negation. */
const mostBefore = 60;

/** Above this, a text is a crisis without any rule. A lower limit takes more harmless texts. */
const enoughAlone = 0;
/** Below this, the other words speak clearly against a crisis, so no rule counts. */
const enoughWithRule = -2;

/** Weights don't tell the kinds apart. */
const byWeight: Crisis = { list: 'weights', rule: 'words', kind: 'suicide' };

/** By word lists and weights alone, without another service. */
export function findCrisis(text: string): Crisis | null {
  const split = splitWords(text);
  const plain = toPlainWords(split, wordLists.en);
  const readings = lists.map(({ list, idioms, ...compiled }) => {
    const words = list === wordLists.en ? plain : toPlainWords(split, list);
    return { ...compiled, words: words.replace(idioms, ' _') };
  });
  const outright = pickFirst(readings, ({ findOutright, words }) => findOutright(words));
  if (outright) return outright;
  const { most, mostOfMany } = weighWords(plain);
  if (most <= enoughWithRule) return null;
  const named = pickFirst(readings, ({ findNamed, words }) => findNamed(words));
  return named ?? (mostOfMany > enoughAlone ? byWeight : null);
}

/** Texts in a row that may say it together. */
export const mostParts = 3;

/**
 * Finds what only several texts say together: "I want", "to die".
 * @param before newest first.
 */
export function findCrisisInParts(text: string, before: string[]): Crisis | null {
  const parts = [text, ...before].slice(0, mostParts);
  for (let count = 2; count <= parts.length; count++) {
    const joined = parts.slice(0, count);
    if (joined.some((part) => part.length > partMaxLength)) return null;
    const crisis = findCrisis(joined.toReversed().join(' '));
    // Weights of several thoughts say too little.
    if (crisis && crisis !== byWeight) return joined.some(findCrisis) ? null : crisis;
  }
  return null;
}

/** A word of most crises. Without one, a short text is read in its turn. */
const tellingWords =
  /\b(?:die|dying|dead|death|kill\w*|end|ending|life|live|living|alive|exist|suicid\w*|myself|anymore|gone|disappear|goodbye|wake|burden|pills|overdose|jump|bridge|roof|hang|rope|gun|cut|cutting|hurt|morir\w*|muert[oa]|matar\w*|vivir|vida|pastillas|mourir|vivre|tuer|sterben|leben|umbringen|morire|vivere|uccider\w*|ammazzar\w*|morrer|viver)\b/i;

/** Whether a short text may end what the ones before it began; says nothing about them. */
export function mayEndCrisis(text: string): boolean {
  return text.length <= partMaxLength && tellingWords.test(text);
}

function pickFirst<Reading extends { name: string }>(
  readings: Reading[],
  find: (reading: Reading) => Named | null,
): Crisis | null {
  for (const reading of readings) {
    const found = find(reading);
    if (found) return { list: reading.name, rule: found.name, kind: found.kind };
  }
  return null;
}

type Named = Pick<Rule, 'name' | 'kind'>;

function compileList(list: WordList) {
  const negations = new RegExp(`${joinPatterns(list.negations)}$`);
  const contexts = Object.fromEntries(
    Object.entries(list.contexts).map(([name, patterns]) => [name, toRegExp(patterns, '')]),
  );
  const compileRules = (rules: Rule[]) => {
    const compiled = rules.map((rule) => ({
      rule,
      find: compileRule(rule, { negations, contexts }),
    }));
    return (words: string) => compiled.find(({ find }) => find(words))?.rule ?? null;
  };
  const findRule = compileRules(list.rules);
  const findSign = compileSigns(list, contexts);
  return {
    list,
    idioms: toRegExp(list.idioms, 'g'),
    findOutright: compileRules(list.outright),
    findNamed: (words: string): Named | null => findRule(words) ?? findSign(words),
  };
}

function compileRule(
  { name, patterns, unless = [] }: Rule,
  { negations, contexts }: { negations: RegExp; contexts: Record<string, RegExp> },
): (words: string) => boolean {
  const pattern = toRegExp(patterns, 'g');
  // First, because most texts have no match, and `matchAll` copies the expression, which takes many times as long.
  const first = toRegExp(patterns, '');
  const excuses = unless.map((context) => {
    const excuse = contexts[context];
    if (!excuse) throw new Error(`Rule ${name} names an unknown context: ${context}`);
    return excuse;
  });
  return (words) => {
    if (!first.test(words)) return false;
    const isExcused = createExcuseReader(words, excuses);
    return words.matchAll(pattern).some(({ index, 0: match }) => {
      const before = words.slice(Math.max(0, index - mostBefore), index);
      return !negations.test(before) && !isExcused(index, match.length);
    });
  };
}

/** Reads each sentence once, however often it matches. */
function createExcuseReader(words: string, excuses: RegExp[]) {
  let known: { sentence: string; isExcused: boolean } | null = null;
  return (start: number, length: number): boolean => {
    const sentence = findSentence(words, start, length);
    if (known?.sentence !== sentence) {
      known = { sentence, isExcused: excuses.some((excuse) => excuse.test(sentence)) };
    }
    return known.isExcused;
  };
}

function findSentence(words: string, start: number, length: number): string {
  const from = words.lastIndexOf(' . ', start);
  const to = words.indexOf(' . ', start + length - 1);
  return words.slice(from === -1 ? 0 : from + 2, to === -1 ? words.length : to + 1);
}
