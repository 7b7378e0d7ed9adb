export type Language = {
  /** Words without accents that say little in a question. They also tell which language a source is in. */
  emptyWords: ReadonlySet<string>;
  /** Takes a word without accents. */
  stem: (word: string) => string;
};

export function listEmptyWords(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
