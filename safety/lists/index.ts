import type { WordList } from '../word-list.ts';
import { de } from './de.ts';
import { en } from './en/index.ts';
import { es } from './es/index.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { pt } from './pt.ts';

/** Every list reads every text, because the language is not known. */
export const wordLists = { en, es, fr, de, it, pt } satisfies Record<string, WordList>;
