import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordClasses } from './lists/word-classes.ts';

/** A word's weight alone, before a certain word, and before a certain second word. */
type Word = { alone: number; ahead: Map<string, number>; further: Map<string, number> };
/** `phrases` are three or four words in a row. */
export type Weights = { start: number; words: Map<string, Word>; phrases: Map<string, number> };

/** "It is me" weighs like a crisis, because so many crises begin with such words. */
const fewestWords = 5;
/** The longest passage weighed as one thought. */
const maxWords = 60;
/** What a part of a longer thought must weigh more: the rest says what it means. */
const partMargin = 1.5;
/** Fewer words must weigh `fewMargin` more. */
const enoughWords = 8;
const fewMargin = 1.3;

const classOf = new Map(
  Object.entries(wordClasses).flatMap(([name, words]) =>
    words.split(' ').map((word) => [word, `<${name}>`] as const),
  ),
);

/** Learned from the written texts, by `npm run weights`. */
const learned = parseWeights(
  readFileSync(join(import.meta.dirname, 'lists', 'weights.txt'), 'utf8'),
);

/** Above zero, the words suggest a crisis; below, they speak against one. */
export type Weighed = {
  /** Of any passage. */
  most: number;
  /** For a crisis without a rule: few words or a part of a thought hardly reach it. */
  mostOfMany: number;
};

export function weighWords(plainWords: string, weights: Weights = learned): Weighed {
  const { start, words, phrases } = weights;
  const roots = toRoots(plainWords);
  const sums = [0];
  const counts = [0];
  const isNew = createRepeatFilter();
  const isNewWord = createRepeatFilter();
  for (let at = 0; at < roots.length; at++) {
    const root = roots[at] as string;
    const once = (feature: string, weight = 0) => (weight !== 0 && isNew(feature, at) ? weight : 0);
    const word = words.get(root);
    let weight = 0;
    if (word !== undefined) {
      const [next, second, third] = roots.slice(at + 1, at + 4) as [string, string, string];
      const pair = `${root} ${next}`;
      weight += once(root, word.alone);
      weight += once(pair, word.ahead.get(next));
      weight += once(`${root} * ${second}`, word.further.get(second));
      weight += once(`${pair} ${second}`, phrases.get(`${pair} ${second}`));
      weight += once(`${pair} ${second} ${third}`, phrases.get(`${pair} ${second} ${third}`));
    }
    sums.push((sums[at] as number) + weight);
    counts.push((counts[at] as number) + (root !== '.' && isNewWord(root, at) ? 1 : 0));
  }
  let most = Number.NEGATIVE_INFINITY;
  let mostOfMany = Number.NEGATIVE_INFINITY;
  for (const { from, to, isPart } of listPassages(roots)) {
    const sum = (sums[to] as number) - (sums[from] as number);
    const weight = start + sum / toScale(to - from);
    most = Math.max(most, weight);
    const count = (counts[to] as number) - (counts[from] as number);
    if (count < fewestWords) continue;
    const margin = (isPart ? partMargin : 0) + (count < enoughWords ? fewMargin : 0);
    mostOfMany = Math.max(mostOfMany, weight - margin);
  }
  return { most, mostOfMany };
}

/** A repeated feature counts once in a passage. Call the function in the order of the text. */
export function createRepeatFilter(): (feature: string, at: number) => boolean {
  const countedAt = new Map<string, number>();
  return (feature, at) => {
    const isNew = at - (countedAt.get(feature) ?? Number.NEGATIVE_INFINITY) >= maxWords;
    if (isNew) countedAt.set(feature, at);
    return isNew;
  };
}

/** Each word counts less in a longer passage. */
export function toScale(words: number): number {
  return Math.sqrt(3 * words);
}

/** A word alone, with each of the next two, and with the next two or three. */
export function listFeatures(roots: string[], at: number): string[] {
  const [word, next, second, third] = roots.slice(at, at + 4);
  return [
    `${word}`,
    ...(next === undefined ? [] : [`${word} ${next}`]),
    ...(second === undefined ? [] : [`${word} * ${second}`, `${word} ${next} ${second}`]),
    ...(third === undefined ? [] : [`${word} ${next} ${second} ${third}`]),
  ];
}

/** Three or four words in a row. */
export function isPhrase(feature: string): boolean {
  return feature.split(' ').length > 2 && !feature.includes(' * ');
}

/** Words without endings, between full stops; a class replaces its words. */
export function toRoots(plainWords: string): string[] {
  const roots = plainWords.trim().split(' ').map(toRoot);
  if (roots[0] !== '.') roots.unshift('.');
  if (roots.at(-1) !== '.') roots.push('.');
  return roots;
}

function toRoot(word: string): string {
  const known = classOf.get(word);
  if (known !== undefined) return known;
  if (/^\d+$/.test(word)) return '<number>';
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word;
}

type Passage = { from: number; to: number; isPart: boolean };

/** From each sentence on, the sentences that fit into a passage. A longer sentence is cut into pieces. */
function* listPassages(roots: string[]): Generator<Passage> {
  let read = 0;
  for (let from = 0; from < roots.length - 1; ) {
    const end = Math.min(roots.length, from + maxWords + 1);
    const stops: number[] = [];
    for (let at = from + 1; at < end; at++) if (roots[at] === '.') stops.push(at);
    const ends = stops.length > 0 ? stops.map((stop) => stop + 1) : [end];
    const last = ends.at(-1) as number;
    for (const to of ends) yield { from, to, isPart: to < last || last <= read };
    read = Math.max(read, last);
    from = stops[0] ?? end - 1;
  }
}

/** Comments, the start, and on each further line a feature and its weight. */
function parseWeights(text: string): Weights {
  const [start = '', ...lines] = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  const weights: Weights = { start: Number(start), words: new Map(), phrases: new Map() };
  for (const line of lines) {
    const [feature = '', weight] = line.split('\t');
    addWeight(weights, feature, Number(weight));
  }
  return weights;
}

export function addWeight({ words, phrases }: Weights, feature: string, weight: number): void {
  if (isPhrase(feature)) {
    phrases.set(feature, weight);
    return;
  }
  const [first = '', second, third] = feature.split(' ');
  const word = words.get(first) ?? { alone: 0, ahead: new Map(), further: new Map() };
  words.set(first, word);
  if (second === undefined) word.alone = weight;
  else if (third === undefined) word.ahead.set(second, weight);
  else word.further.set(third, weight);
}
