import type { WordList } from '../word-list.ts';

/** How people of one language say their age. */
export type AgeList = {
  sayings: Pick<WordList, 'spellings' | 'oftenMisspelled'>;
  /** Exact ages come first. */
  statements: Statement[];
};

export type Statement = {
  /** Global. The first group is what `read` turns into years. */
  pattern: RegExp;
  read: (said: string) => number | null;
  /** Behind it the number counts something else. */
  unlessBehind?: RegExp;
};

/** @param statements each with the source of its pattern. */
export function toStatements(
  statements: (Omit<Statement, 'pattern'> & { pattern: string })[],
): Statement[] {
  return statements.map((each) => ({ ...each, pattern: new RegExp(each.pattern, 'g') }));
}

/** What makes an age one that is not stated: a translation, a story, a riddle. Whole words, `,` and `:` are words, too. */
export type Suppositions = {
  /** Wherever it stands. */
  anywhere: string[];
  /** Everything behind it is supposed. */
  ahead: string[];
  /** Ahead of the age in the same sentence. */
  sameSentence: string[];
  /** A text is asked for. Behind it an age counts only as a sentence of its own at the end: "Write a poem. I'm 11." */
  requests: string[];
  /** Directly behind the age. */
  behind: string[];
};

/** Reads digits and number words; `12point5` is twelve and a half. */
export function createNumberReader(numberWords: Record<string, number>, add = 0) {
  return (said: string): number | null => {
    const number = Object.hasOwn(numberWords, said) ? numberWords[said] : Number.parseInt(said, 10);
    return number === undefined || Number.isNaN(number) ? null : number + add;
  };
}
