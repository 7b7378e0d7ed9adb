import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCrisis } from '#server/safety/find-crisis.ts';

/** None are a real person's words. */
function readTexts(name: string): string[] {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

type Counts = { texts: number; seen: number };
type Kind = 'crises' | 'harmless';

/**
 * Rules and weights have learned from the first two. In the last, crises are veiled, and a third of
 * the harmless texts are sad.
 */
const prefixes = { written: '', more: 'more-', unseen: 'unseen-', oblique: 'oblique-' } as const;
export type SetName = keyof typeof prefixes;
const learned: SetName[] = ['written', 'more'];

export type Example = { text: string; isCrisis: boolean };

export function readExamples(): Example[] {
  const read = (kind: Kind) =>
    learned
      .flatMap((set) => readSet(set, kind))
      .map((text) => ({ text, isCrisis: kind === 'crises' }));
  return [...read('crises'), ...read('harmless')];
}

export function readSet(set: SetName, kind: Kind): string[] {
  return readTexts(`${prefixes[set]}${kind}.txt`);
}

export function measureLists(set: SetName, kind: Kind): Counts {
  return measureTexts(readSet(set, kind), (text) => findCrisis(text) !== null);
}

export function measureTexts(texts: string[], isSeen: (text: string) => boolean): Counts {
  return { texts: texts.length, seen: texts.filter(isSeen).length };
}
