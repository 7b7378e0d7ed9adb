import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Learned, learnWeights } from './learn-weights.ts';
import { readExamples } from './read-sets.ts';

const path = join(import.meta.dirname, '../../server/safety/lists/weights.txt');

writeWeights(learnWeights(readExamples()));

function writeWeights({ start, of }: Learned): void {
  const lines = of
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([feature, weight]) => `${feature}\t${weight.toFixed(1)}`);
  writeFileSync(path, `${[start.toFixed(1), ...lines].join('\n')}\n`);
}
