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
type Half = 'tuned' | 'held out';

/**
 * What the word lists detect in the written texts. Every second line was held out: the lists were
 * written against the other half, so the held-out figures say more about unknown texts. The lists were
 * tuned to all of `more-*`.
 */
export function measureLists(set: 'crises' | 'harmless'): Record<Half, Counts> {
  const texts = readTexts(`${set}.txt`);
  const measure = (rest: number): Counts => {
    const half = texts.filter((_, line) => line % 2 === rest);
    if (rest === 0) half.push(...readTexts(`more-${set}.txt`));
    return measureTexts(half, (text) => findCrisis(text) !== null);
  };
  return { tuned: measure(0), 'held out': measure(1) };
}

export function measureTexts(texts: string[], isSeen: (text: string) => boolean): Counts {
  return { texts: texts.length, seen: texts.filter(isSeen).length };
}
