import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import type { Language } from './language.ts';

const languages = { en: english, de: german, es: spanish, fr: french } satisfies Record<
  string,
  Language
>;
/** Any other: its words are taken as they stand. */
const unknown: Language = { emptyWords: new Set(), stem: (word) => word };

/** An eighth of the words of any text are empty ones of its own language; fewer are chance. */
const minShare = 1 / 8;

/** By the language whose empty words are the most. */
export function detectLanguage(words: string[]): Language {
  let [best, most] = [unknown, words.length * minShare];
  for (const language of Object.values(languages)) {
    const found = words.filter((word) => language.emptyWords.has(word)).length;
    if (found > most) [best, most] = [language, found];
  }
  return best;
}
