import type { RiskKind } from '#shared/api/safety.ts';
import { compileSigns } from './find-signs.ts';
import { wordLists } from './lists/index.ts';
import { joinPatterns, toRegExp } from './patterns.ts';
import { splitWords, toPlainWords } from './plain-words.ts';
import { weighWords } from './weigh-words.ts';
import type { Rule, WordList } from './word-list.ts';

/** `list` names the language, the weights, or the moderation. */
export type Crisis = { list: string; rule: string; kind: RiskKind };

const lists = Object.entries(wordLists).map(([name, list]) => ({ name, ...compileList(list) }));

/** How many characters before a match are searched for a negation. */
const mostBefore = 60;

/** A text that weighs more is a crisis without any rule. A lower limit takes more harmless texts. */
const enoughAlone = 0;
/** A rule counts only in a text that weighs more: below it, the other words speak clearly against a crisis. */
const enoughWithRule = -2;

/** Weights don't tell the kinds apart. */
const byWeight: Crisis = { list: 'weights', rule: 'words', kind: 'suicide' };

/** Finds a crisis with the word lists and weights alone, without another service. */
export function findCrisis(text: string): Crisis | null {
  const split = splitWords(text);
  const plain = toPlainWords(split, wordLists.en);
  const { most, mostOfMany } = weighWords(plain);
  if (most <= enoughWithRule) return null;
  return findRule(split, plain) ?? (mostOfMany > enoughAlone ? byWeight : null);
}

/** Finds the first rule or sign in any language. */
function findRule(split: string[], english: string): Crisis | null {
  for (const { name, list, idioms, rules, findSign } of lists) {
    const plain = list === wordLists.en ? english : toPlainWords(split, list);
    const words = plain.replace(idioms, ' _');
    const rule = rules.find(({ find }) => find(words))?.rule;
    if (rule) return { list: name, rule: rule.name, kind: rule.kind };
    const sign = findSign(words);
    if (sign) return { list: name, rule: sign.name, kind: sign.kind };
  }
  return null;
}

function compileList(list: WordList) {
  const negations = new RegExp(`${joinPatterns(list.negations)}$`);
  const contexts = Object.fromEntries(
    Object.entries(list.contexts).map(([name, patterns]) => [name, toRegExp(patterns, '')]),
  );
  return {
    list,
    idioms: toRegExp(list.idioms, 'g'),
    rules: list.rules.map((rule) => ({ rule, find: compileRule(rule, { negations, contexts }) })),
    findSign: compileSigns(list, contexts),
  };
}

function compileRule(
  { name, patterns, unless = [] }: Rule,
  { negations, contexts }: { negations: RegExp; contexts: Record<string, RegExp> },
): (words: string) => boolean {
  const pattern = toRegExp(patterns, 'g');
  // Searched first, because most texts have no match: `matchAll` copies the expression, which takes many times as long.
  const first = toRegExp(patterns, '');
  const excuses = unless.map((context) => {
    const excuse = contexts[context];
    if (!excuse) throw new Error(`Rule ${name} names an unknown context: ${context}`);
    return excuse;
  });
  return (words) =>
    first.test(words) &&
    words.matchAll(pattern).some(({ index, 0: match }) => {
      const before = words.slice(Math.max(0, index - mostBefore), index);
      const sentence = findSentence(words, index, match.length);
      return !negations.test(before) && !excuses.some((excuse) => excuse.test(sentence));
    });
}

function findSentence(words: string, start: number, length: number): string {
  const from = words.lastIndexOf(' . ', start);
  const to = words.indexOf(' . ', start + length - 1);
  return words.slice(from === -1 ? 0 : from + 2, to === -1 ? words.length : to + 1);
}
