import type { WordList } from '../word-list.ts';

/** How people of one language say their age. The first group of a statement is the age, in digits or in words. */
export type AgeList = {
  sayings: Pick<WordList, 'spellings' | 'oftenMisspelled'>;
  numberWords: Record<string, number>;
  statements: RegExp[];
};
