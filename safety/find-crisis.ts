import type { CrisisLevel, RiskKind } from '#shared/api/safety.ts';
import { isAutomaticText } from '#shared/automatic-texts.ts';
import { partMaxLength } from '#shared/limits.ts';
import { compileSigns } from './find-signs.ts';
import { tellingWords } from './lists/en/telling.ts';
import { wordLists } from './lists/index.ts';
import { joinPatterns, toRegExp } from './patterns.ts';
import { splitWords, toPlainWords } from './plain-words.ts';
import { weighWords } from './weigh-words.ts';
import type { Rule, WordList } from './word-list.ts';

/** `list` names the language, the weights, or the moderation. */
export type Crisis = { list: string; rule: string; kind: RiskKind; level: CrisisLevel };

const lists = Object.entries(wordLists).map(([name, list]) => ({ name, ...compileList(list) }));

/** Characters before a match that are searched for a negation. */
const maxBefore = 60;

/** Above this, a text is a crisis without any rule. A lower limit takes more harmless texts. */
const enoughAlone = 0.5;
/** Below this, the other words speak clearly against a crisis, so no rule counts. */
const enoughWithRule = -2;

/** Above these, the other words agree with a rule, with signs or with a name, so that they are certain. */
const enoughForRule = -0.6;
const enoughForSign = 1.1;
const enoughForName = 1.1;
/** Below this, a name alone is not even possible: "The suicide squad film". */
const minForName = -0.5;
/** What a longer text says in passing needs more. */
const longWords = 40;
const margins = [
  { above: longWords, margin: 3 },
  { above: 18, margin: 1 },
];

/** Above these, weights alone are certain: with a telling word, and with none. */
const enoughWithTelling = 1.3;
const enoughForCertain = 3.8;
const longMarginAlone = 1;

const telling = toRegExp(tellingWords, '');

/** Weights don't tell the kinds apart. */
const byWeight = { list: 'weights', rule: 'words', kind: 'suicide' } as const;

/** By word lists and weights alone, without another service. The certain one first. */
export function findCrisis(text: string): Crisis | null {
  if (isAutomaticText(text)) return null;
  const split = splitWords(text);
  const plain = toPlainWords(split, wordLists.en);
  const readings = lists.map(({ list, idioms, ...compiled }) => {
    const words = list === wordLists.en ? plain : toPlainWords(split, list);
    return { ...compiled, words: words.replace(idioms, ' _') };
  });
  const pick = (level: CrisisLevel, find: (reading: (typeof readings)[number]) => Named | null) =>
    pickFirst(readings, level, find);
  const outright = pick('certain', ({ findOutright, words }) => findOutright(words));
  if (outright) return outright;
  const { most, mostOfMany } = weighWords(plain);
  if (most <= enoughWithRule) return null;
  const margin = margins.find(({ above }) => split.length > above)?.margin ?? 0;
  const level = (enough: number) => (most > enough + margin ? 'certain' : 'possible');
  const ruled = pick(level(enoughForRule), ({ findRule, words }) => findRule(words));
  if (ruled?.level === 'certain') return ruled;
  const signed = pick(level(enoughForSign), ({ findSign, words }) => findSign(words));
  if (signed?.level === 'certain') return signed;
  const named =
    most > minForName ? pick(level(enoughForName), ({ findName, words }) => findName(words)) : null;
  if (named?.level === 'certain') return named;
  const found = signed ?? ruled ?? named;
  const enough = telling.test(plain) ? enoughWithTelling : enoughForCertain;
  const marginAlone = split.length > longWords ? longMarginAlone : 0;
  const isHeavy = most > enough + marginAlone;
  if (!isHeavy && (found || mostOfMany <= enoughAlone)) return found;
  // An idiom or an excused rule says more than the weights of its words: "I will not kill myself over this".
  const isExcused = readings.some(({ hasRule, words }) => words.includes(' _') || hasRule(words));
  const isNegated = !named && readings.some(({ hasName, words }) => hasName(words));
  if (isHeavy && !isExcused && !isNegated) return { ...byWeight, level: 'certain' };
  if (found || isExcused || mostOfMany <= enoughAlone) return found;
  return { ...byWeight, level: 'possible' };
}

/** Texts in a row that may say it together. */
export const maxParts = 3;

/**
 * Finds what only several texts say together: "I want", "to die".
 * @param before newest first.
 */
export function findCrisisInParts(text: string, before: string[]): Crisis | null {
  if (isAutomaticText(text)) return null;
  const parts = [text, ...before.filter((part) => !isAutomaticText(part))].slice(0, maxParts);
  for (let count = 2; count <= parts.length; count++) {
    const joined = parts.slice(0, count);
    if (joined.some((part) => part.length > partMaxLength)) return null;
    const crisis = findCrisis(joined.toReversed().join(' '));
    // Weights of several thoughts say too little.
    if (!crisis || crisis.list === byWeight.list) continue;
    const known = joined.map(findCrisis);
    if (known.some((part) => part?.level === 'certain')) return null;
    if (crisis.level === 'certain' || !known.some(Boolean)) return crisis;
  }
  return null;
}

/** A word of most crises. Without one, a short text is read in its turn. */
const commonWords =
  /\b(?:die|dying|dead|death|kill\w*|end|ending|life|live|living|alive|exist|suicid\w*|myself|anymore|gone|disappear|goodbye|wake|burden|pills|overdose|jump|bridge|roof|hang|rope|gun|cut|cutting|hurt|morir\w*|muert[oa]|matar\w*|vivir|vida|pastillas|mourir|vivre|tuer|sterben|leben|umbringen|morire|vivere|uccider\w*|ammazzar\w*|morrer|viver)\b/i;

/** Whether a short text may end what the ones before it began; says nothing about them. */
export function mayEndCrisis(text: string): boolean {
  return text.length <= partMaxLength && commonWords.test(text);
}

function pickFirst<Reading extends { name: string }>(
  readings: Reading[],
  level: CrisisLevel,
  find: (reading: Reading) => Named | null,
): Crisis | null {
  for (const reading of readings) {
    const found = find(reading);
    if (found) return { list: reading.name, rule: found.name, kind: found.kind, level };
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
  return {
    list,
    idioms: toRegExp(list.idioms, 'g'),
    findOutright: compileRules(list.outright),
    findRule: compileRules(list.rules),
    findName: compileRules(list.names ?? []),
    findSign: compileSigns(list, contexts),
    hasRule: compileMentions([...list.outright, ...list.rules]),
    hasName: compileMentions(list.names ?? []),
  };
}

/** Whatever excuses it. */
function compileMentions(rules: Rule[]): (words: string) => boolean {
  const mentions = rules.map(({ patterns }) => toRegExp(patterns, ''));
  return (words) => mentions.some((mention) => mention.test(words));
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
      const before = words.slice(Math.max(0, index - maxBefore), index);
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
