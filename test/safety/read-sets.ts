import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCrisis } from '#server/safety/find-crisis.ts';

/** The written texts, one per line; none are a real person's words. */
export function readTexts(name: string): string[] {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

type Counts = { texts: number; seen: number };
type TextSet = 'crises' | 'harmless';

/** The files that rules and weights have learned from. */
function listLearnedSets(set: TextSet): string[] {
  return [`${set}.txt`, `more-${set}.txt`];
}

export type Example = { text: string; isCrisis: boolean };

/** The texts that weights are learned from. */
export function readExamples(): Example[] {
  const read = (set: TextSet) =>
    listLearnedSets(set)
      .flatMap(readTexts)
      .map((text) => ({ text, isCrisis: set === 'crises' }));
  return [...read('crises'), ...read('harmless')];
}

/** What the lists detect in the texts that they learned from, and in unseen ones, which says more. */
export function measureLists(set: TextSet): Record<'learned' | 'unseen', Counts> {
  const measure = (names: string[]) =>
    measureTexts(names.flatMap(readTexts), (text) => findCrisis(text) !== null);
  return { learned: measure(listLearnedSets(set)), unseen: measure([`unseen-${set}.txt`]) };
}

export function measureTexts(texts: string[], isSeen: (text: string) => boolean): Counts {
  return { texts: texts.length, seen: texts.filter(isSeen).length };
}
