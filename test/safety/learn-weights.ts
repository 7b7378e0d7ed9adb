import { wordLists } from '#server/safety/lists/index.ts';
import { splitWords, toPlainWords } from '#server/safety/plain-words.ts';
import { createRepeatFilter, listFeatures, toRoots, toScale } from '#server/safety/weigh-words.ts';
import type { Example } from './read-sets.ts';

export type Learned = { start: number; of: [feature: string, weight: number][] };

const steps = 200;
const rate = 0.1;
/** Keeps rare features' weights small. */
const decay = 1e-6;
/** A feature of a single text says nothing about others. */
const leastTexts = 2;
const leastWeight = 0.3;

/** Logistic regression with Adam; nothing is random. */
export function learnWeights(examples: Example[]): Learned {
  const { names, texts } = listTexts(examples);
  const weights = new Float64Array(names.length);
  const mean = new Float64Array(names.length);
  const square = new Float64Array(names.length);
  let start = 0;
  for (let step = 1; step <= steps; step++) {
    const slope = weights.map((weight) => decay * weight);
    let wrong = 0;
    for (const { features, scale, isCrisis } of texts) {
      let score = start;
      for (const nth of features) score += (weights[nth] as number) / scale;
      const error = (1 / (1 + Math.exp(-score)) - (isCrisis ? 1 : 0)) / texts.length;
      wrong += error;
      for (const nth of features) slope[nth] = (slope[nth] as number) + error / scale;
    }
    start -= wrong / 2;
    for (const [nth, by] of slope.entries()) {
      mean[nth] = 0.9 * (mean[nth] as number) + 0.1 * by;
      square[nth] = 0.999 * (square[nth] as number) + 0.001 * by * by;
      const mended = Math.sqrt((square[nth] as number) / (1 - 0.999 ** step)) + 1e-8;
      weights[nth] =
        (weights[nth] as number) - (rate * (mean[nth] as number)) / (1 - 0.9 ** step) / mended;
    }
  }
  const of = names.map((name, nth): [string, number] => [name, weights[nth] as number]);
  return { start, of: of.filter(([, weight]) => Math.abs(weight) >= leastWeight) };
}

function listTexts(examples: Example[]) {
  const all = examples.map(({ text, isCrisis }) => {
    const words = toRoots(toPlainWords(splitWords(text), wordLists.en));
    const isNew = createRepeatFilter();
    const features = words.flatMap((_, at) =>
      listFeatures(words, at).filter((feature) => isNew(feature, at)),
    );
    return { features, scale: toScale(words.length), isCrisis };
  });
  const counts = new Map<string, number>();
  for (const { features } of all) {
    for (const name of new Set(features)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts.keys()].filter((name) => (counts.get(name) as number) >= leastTexts);
  const numbers = new Map(names.map((name, nth) => [name, nth]));
  const texts = all.map((text) => ({
    ...text,
    features: text.features.map((name) => numbers.get(name)).filter((nth) => nth !== undefined),
  }));
  return { names, texts };
}
