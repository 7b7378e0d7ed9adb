import type { Language } from './languages/language.ts';
import { listWritten, splitWritten } from './read-words.ts';

/** A longer one is a key, or a line of a script without spaces: it hardly comes again. */
const maxKnownLength = 40;

/** Most of what is written between spaces is one word. */
type Terms = number | number[];

/** Terms are stems, numbered as they come. What is written often is taken apart once. */
export class TermReader {
  /** Maps, because `constructor` is a word. */
  readonly numbers = new Map<string, number>();
  readonly #known = new Map<Language, Map<string, Terms>>();

  get languages(): Language[] {
    return [...this.#known.keys()];
  }

  read(text: string, language: Language, take: (term: number) => void): void {
    const known = this.#open(language);
    for (const written of listWritten(text)) {
      const terms = known.get(written) ?? this.#learn(written, language, known);
      if (typeof terms === 'number') take(terms);
      else for (const term of terms) take(term);
    }
  }

  #open(language: Language): Map<string, Terms> {
    const known = this.#known.get(language) ?? new Map<string, Terms>();
    this.#known.set(language, known);
    return known;
  }

  #learn(written: string, language: Language, known: Map<string, Terms>): Terms {
    const all = splitWritten(written).map((word) => this.#number(language.stem(word)));
    const [only, second] = all;
    const terms = only !== undefined && second === undefined ? only : all;
    if (written.length <= maxKnownLength) known.set(written, terms);
    return terms;
  }

  #number(stem: string): number {
    const number = this.numbers.get(stem) ?? this.numbers.size;
    this.numbers.set(stem, number);
    return number;
  }
}
