import { wordLists } from '../lists/index.ts';
import { splitWords, toPlainWords } from '../plain-words.ts';
import { createRepeatFilter, isPhrase, listFeatures, toRoots, toScale } from '../weigh-words.ts';
import type { Example } from './read-sets.ts';

export type Learned = { start: number; of: [feature: string, weight: number][] };

/** Few: more fit these texts better and all others worse. */
const steps = 80;
const rate = 0.05;
/** Keeps rare features' weights small. */
const decay = 1e-6;
/** A feature of a single text says nothing about others. */
const minTexts = 2;
/** The longer, the more there are, and the more of them come from one person's way to talk. */
const minTextsOfPhrases = 3;
/** Ordinary texts are fewer here than among what people send; least of all are those that real people wrote. */
const ordinaryCounts = { own: 5, others: 20 };
const minWeight = 0.3;

/** Logistic regression with Adam; nothing is random. */
export function learnWeights(examples: Example[]): Learned {
  const { names, texts } = listTexts(examples);
  const weights = new Float64Array(names.length);
  const mean = new Float64Array(names.length);
  const square = new Float64Array(names.length);
  const total = texts.reduce((sum, { count }) => sum + count, 0);
  let start = 0;
  for (let step = 1; step <= steps; step++) {
    const slope = weights.map((weight) => decay * weight);
    let wrong = 0;
    for (const { features, scale, isCrisis, count } of texts) {
      let score = start;
      for (const nth of features) score += (weights[nth] as number) / scale;
      const error = (count * (1 / (1 + Math.exp(-score)) - (isCrisis ? 1 : 0))) / total;
      wrong += error;
      for (const nth of features) slope[nth] = (slope[nth] as number) + error / scale;
    }
    start -= wrong / 2;
    for (let nth = 0; nth < slope.length; nth++) {
      const by = slope[nth] as number;
      mean[nth] = 0.9 * (mean[nth] as number) + 0.1 * by;
      square[nth] = 0.999 * (square[nth] as number) + 0.001 * by * by;
      const mended = Math.sqrt((square[nth] as number) / (1 - 0.999 ** step)) + 1e-8;
      weights[nth] =
        (weights[nth] as number) - (rate * (mean[nth] as number)) / (1 - 0.9 ** step) / mended;
    }
  }
  const of = names.map((name, nth): [string, number] => [name, weights[nth] as number]);
  return { start, of: of.filter(([, weight]) => Math.abs(weight) >= minWeight) };
}

/** Other people's words are kept nowhere: their texts only weigh what our own contain. */
export function listOwnFeatures(examples: Example[]): string[] {
  const texts = examples.filter(({ isOwn }) => isOwn).map(({ text }) => toTextRoots(text));
  const short = countTexts(texts, (feature) => !isPhrase(feature));
  // Most phrases are counted no further than their first two words.
  const isCommon = (pair: string) => (short.get(pair) ?? 0) >= minTextsOfPhrases;
  const phrases = countTexts(texts, (feature) => isPhrase(feature) && isCommon(toPair(feature)));
  const pick = (counts: Map<string, number>, least: number) =>
    [...counts].flatMap(([feature, count]) => (count >= least ? [feature] : []));
  return [...pick(short, minTexts), ...pick(phrases, minTextsOfPhrases)];
}

function countTexts(texts: string[][], isCounted: (feature: string) => boolean) {
  const counts = new Map<string, number>();
  for (const roots of texts) {
    for (const feature of new Set(listTextFeatures(roots).filter(isCounted))) {
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
    }
  }
  return counts;
}

function toPair(phrase: string): string {
  return phrase.slice(0, phrase.indexOf(' ', phrase.indexOf(' ') + 1));
}

function listTexts(examples: Example[]) {
  const names = listOwnFeatures(examples);
  const numbers = new Map(names.map((name, nth) => [name, nth]));
  const texts = examples.map(({ text, isCrisis, isOrdinary, isOwn }) => {
    const roots = toTextRoots(text);
    return {
      features: Int32Array.from(
        listTextFeatures(roots)
          .map((name) => numbers.get(name))
          .filter((nth) => nth !== undefined),
      ),
      scale: toScale(roots.length),
      isCrisis,
      count: isOrdinary ? ordinaryCounts[isOwn ? 'own' : 'others'] : 1,
    };
  });
  return { names, texts };
}

function toTextRoots(text: string): string[] {
  return toRoots(toPlainWords(splitWords(text), wordLists.en));
}

function listTextFeatures(roots: string[]): string[] {
  const isNew = createRepeatFilter();
  return roots.flatMap((_, at) => listFeatures(roots, at).filter((feature) => isNew(feature, at)));
}
