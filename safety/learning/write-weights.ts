import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Learned, learnWeights } from './learn-weights.ts';
import { hashExamples, readExamples } from './read-sets.ts';

const path = join(import.meta.dirname, '../lists/weights.txt');

/** `npm run weights -- --ordinary FILE…` */
const { values, positionals } = parseArgs({
  options: { ordinary: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const files = values.ordinary ? positionals : [];

writeWeights(learnWeights(readExamples(files)));

function writeWeights({ start, of }: Learned): void {
  const lines = of
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([feature, weight]) => `${feature}\t${weight.toFixed(1)}`);
  const header = [
    `# texts ${hashExamples()}`,
    ...files.map((file) => `# and the odd lines of ${basename(file)}`),
  ];
  writeFileSync(path, `${[...header, start.toFixed(1), ...lines].join('\n')}\n`);
}
