import { isOneTypoAway } from '#safety/one-typo.ts';
import type { Language } from './languages/language.ts';

/** A shorter word is a letter away from too many others. */
const minTypoLength = 5;

/** The terms of an index, by their stems, and the languages of its sources. */
export class Vocabulary {
  readonly languages: readonly Language[];
  readonly #numbers: ReadonlyMap<string, number>;
  /** By first letter and length, which a typo changes by one at most. */
  readonly #alike = new Map<string, string[]>();

  constructor(numbers: ReadonlyMap<string, number>, languages: readonly Language[]) {
    this.#numbers = numbers;
    this.languages = languages;
    for (const stem of numbers.keys()) {
      const key = `${stem[0]}${stem.length}`;
      const alike = this.#alike.get(key);
      if (alike) alike.push(stem);
      else this.#alike.set(key, [stem]);
    }
  }

  get size(): number {
    return this.#numbers.size;
  }

  find(stem: string): number | undefined {
    return this.#numbers.get(stem);
  }

  /** Terms that are a typo away from a stem that the sources don't have. */
  listTypos(stem: string): number[] {
    if (stem.length < minTypoLength) return [];
    return [-1, 0, 1]
      .flatMap((difference) => this.#alike.get(`${stem[0]}${stem.length + difference}`) ?? [])
      .filter((known) => isOneTypoAway(stem, known))
      .map((known) => this.#numbers.get(known) as number);
  }
}
