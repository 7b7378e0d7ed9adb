import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCrisis } from '#server/safety/find-crisis.ts';

/** The written texts, one per line; none are a real person's words. */
function readTexts(name: string): string[] {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

type Counts = { texts: number; seen: number };
type Kind = 'crises' | 'harmless';

/**
 * The sets, each with a file of crises and one of harmless texts. Rules and weights have learned from the first two; the
 * others say more. In the last one crises are veiled, and a third of the harmless texts are by people who are sad.
 */
const prefixes = { written: '', more: 'more-', unseen: 'unseen-', oblique: 'oblique-' } as const;
export type SetName = keyof typeof prefixes;
const learned: SetName[] = ['written', 'more'];

export type Example = { text: string; isCrisis: boolean };

/** The texts that weights are learned from. */
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

/** What the lists detect by themselves. */
export function measureLists(set: SetName, kind: Kind): Counts {
  return measureTexts(readSet(set, kind), (text) => findCrisis(text) !== null);
}

export function measureTexts(texts: string[], isSeen: (text: string) => boolean): Counts {
  return { texts: texts.length, seen: texts.filter(isSeen).length };
}
