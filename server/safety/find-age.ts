import type { AgeList } from './ages/age-list.ts';
import { en } from './ages/en.ts';
import { es } from './ages/es.ts';
import { splitWords, toPlainWords } from './plain-words.ts';

const ageLists: Record<string, AgeList> = { en, es };

/** `list` names the language. */
export type StatedAge = { years: number; list: string };

/** The age that the writer states, from 5 to 17; null for an adult's age or none. */
export function findStatedAge(text: string): StatedAge | null {
  const split = splitWords(text);
  for (const [list, { sayings, numberWords, statements }] of Object.entries(ageLists)) {
    const words = toPlainWords(split, sayings);
    for (const statement of statements) {
      const said = statement.exec(words)?.[1];
      const years = said === undefined ? null : (numberWords[said] ?? Number(said));
      if (years !== null && years >= 5 && years <= 17) return { years, list };
    }
  }
  return null;
}
