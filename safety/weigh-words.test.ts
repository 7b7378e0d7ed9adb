import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashExamples } from './learning/read-sets.ts';
import { addWeight, type Weights, weighWords } from './weigh-words.ts';

function toWeights(start: number, of: [feature: string, weight: number][]): Weights {
  const weights: Weights = { start, words: new Map(), phrases: new Map() };
  for (const [feature, weight] of of) addWeight(weights, feature, weight);
  return weights;
}

it('adds up words, pairs and pairs with a word between, and counts each less in a longer text', () => {
  const weights = toWeights(-1, [
    ['die', 1],
    ['want to', 2],
    ['want * die', 4],
  ]);
  const words = ['.', 'want', 'to', 'die', '.'].length;
  expect(weighWords(' want to die ', weights).most).toBeCloseTo(-1 + 7 / Math.sqrt(3 * words));
  expect(weighWords(' bread ', weights).most).toBe(-1);
});

it('adds what three or four words in a row weigh', () => {
  const weights = toWeights(0, [
    ['want', 0.1],
    ['want to die', 4],
    ['want to die now', 2],
  ]);
  const words = ['.', 'want', 'to', 'die', 'now', '.'].length;
  expect(weighWords(' want to die now ', weights).most).toBeCloseTo(6.1 / Math.sqrt(3 * words));
  expect(weighWords(' want to then die ', weights).most).toBeCloseTo(0.1 / Math.sqrt(3 * words));
});

it('counts once what a passage repeats', () => {
  const weights = toWeights(0, [
    ['no', 2],
    ['no no', 1],
  ]);
  const once = weighWords(' no no . ', weights).most;
  expect(weighWords(' no'.repeat(2_000), weights).most).toBeLessThan(once);
  expect(weighWords(' no .'.repeat(2_000), weights).most).toBeLessThanOrEqual(once);
});

it('reads the sentences that say it clearest, wherever they are', () => {
  const weights = toWeights(0, [['die', 10]]);
  const alone = weighWords(' . i die . ', weights).most;
  expect(weighWords(`${' bread and cheese .'.repeat(100)} i die . `, weights).most).toBe(alone);
  expect(weighWords(`${' bread'.repeat(1_000)} die `, weights).most).toBeGreaterThan(0.5);
});

it('takes no passage of few words for a crisis by itself', () => {
  const weights = toWeights(0, [['die', 10]]);
  const { most, mostOfMany } = weighWords(' . i die . we bake bread . ', weights);
  expect(most).toBeGreaterThan(mostOfMany);
  expect(mostOfMany).toBeGreaterThan(0);
  expect(weighWords(' i may die now now ', weights).mostOfMany).toBe(Number.NEGATIVE_INFINITY);
});

it('has weights that were learned from the written texts as they are, so `npm run weights` after a change', () => {
  const [first] = readFileSync(join(import.meta.dirname, 'lists', 'weights.txt'), 'utf8').split(
    '\n',
    1,
  );
  expect(first).toBe(`# texts ${hashExamples()}`);
});
