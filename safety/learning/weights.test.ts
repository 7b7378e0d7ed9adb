import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listOwnFeatures } from './learn-weights.ts';
import { readExamples } from './read-sets.ts';

it('the weights weigh nothing that only other people wrote', () => {
  const path = join(import.meta.dirname, '..', 'lists', 'weights.txt');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const features = lines.filter((line) => line.includes('\t')).map((line) => line.split('\t')[0]);
  expect(features.length).toBeGreaterThan(1_000);
  const own = new Set(listOwnFeatures(readExamples()));
  expect(features.filter((feature) => !own.has(feature as string))).toEqual([]);
});
