import type { WordList } from '../word-list.ts';

export type AgeList = {
  sayings: Pick<WordList, 'spellings' | 'oftenMisspelled'>;
  /** Exact ages come first. */
  statements: Statement[];
};

export type Statement = {
  /** Global; `read` turns the first group into years. */
  pattern: RegExp;
  read: (said: string) => number | null;
  /** Behind it the number counts something else. */
  unlessBehind?: RegExp;
};

export function toStatements(
  statements: (Omit<Statement, 'pattern'> & { pattern: string })[],
): Statement[] {
  return statements.map((each) => ({ ...each, pattern: new RegExp(each.pattern, 'g') }));
}

/** What makes an age not stated: a translation, a story, a riddle. `,` and `:` are words. */
export type Suppositions = {
  /** Wherever it stands. */
  anywhere: string[];
  /** Everything behind it is supposed. */
  ahead: string[];
  /** Ahead of the age in the same sentence. */
  sameSentence: string[];
  /** Behind a request for a text, an age counts only as its own last sentence: "Write a poem. I'm 11." */
  requests: string[];
  /** Directly behind the age. */
  behind: string[];
};

export function createNumberReader(numberWords: Record<string, number>, add = 0) {
  return (said: string): number | null => {
    const number = Object.hasOwn(numberWords, said) ? numberWords[said] : Number.parseInt(said, 10);
    return number === undefined || Number.isNaN(number) ? null : number + add;
  };
}
