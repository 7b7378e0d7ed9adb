import type { RiskKind } from '#shared/api/safety.ts';
import { wordLists } from './lists/index.ts';
import { toPlainWords } from './plain-words.ts';
import type { Pattern, Rule, WordList } from './word-list.ts';

/** `list` names the language, or the moderation. */
export type Crisis = { list: string; rule: string; kind: RiskKind };

const lists = Object.entries(wordLists).map(([name, list]) => ({ name, ...compileList(list) }));

/** Characters before a match that may say the opposite. */
const mostBefore = 60;

/** What the word lists see in a text; it asks no other service. */
export function findCrisis(text: string): Crisis | null {
  for (const { name, list, idioms, rules } of lists) {
    const words = toPlainWords(text, list).replace(idioms, ' _');
    const rule = rules.find(({ find }) => find(words))?.rule;
    if (rule) return { list: name, rule: rule.name, kind: rule.kind };
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
  };
}

function compileRule(
  { name, patterns, unless = [] }: Rule,
  { negations, contexts }: { negations: RegExp; contexts: Record<string, RegExp> },
): (words: string) => boolean {
  const pattern = toRegExp(patterns, 'g');
  const excuses = unless.map((context) => {
    const excuse = contexts[context];
    if (!excuse) throw new Error(`Rule ${name} names an unknown context: ${context}`);
    return excuse;
  });
  return (words) =>
    words.matchAll(pattern).some(({ index, 0: match }) => {
      const before = words.slice(Math.max(0, index - mostBefore), index);
      const sentence = sentenceAround(words, index, match.length);
      return !negations.test(before) && !excuses.some((excuse) => excuse.test(sentence));
    });
}

function sentenceAround(words: string, start: number, length: number): string {
  const from = words.lastIndexOf(' . ', start);
  const to = words.indexOf(' . ', start + length - 1);
  return words.slice(from === -1 ? 0 : from + 2, to === -1 ? words.length : to + 1);
}

/** The space before a match belongs to it, the one behind it does not. */
function toRegExp(patterns: Pattern[], flags: string): RegExp {
  return new RegExp(`${joinPatterns(patterns)}(?= )`, flags);
}

function joinPatterns(patterns: Pattern[]): string {
  const alternatives = patterns.map((pattern) =>
    endAtWords(pattern).replaceAll('~ ', '(?:[^ .]+ ){0,3}'),
  );
  return ` (?:${alternatives.join('|')})`;
}

/** What a pattern looks for ahead are whole words, too: `(?! a)` is not about `again`. */
function endAtWords(pattern: string): string {
  const opened: boolean[] = [];
  let ended = '';
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at] as string;
    if (sign === '(') opened.push(/^\(\?[=!] /.test(pattern.slice(at, at + 4)));
    if (sign === ')' && opened.pop()) ended += '(?= |$)';
    ended += sign;
  }
  return ended;
}
