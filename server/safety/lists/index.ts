import type { WordList } from '../word-list.ts';
import { de } from './de.ts';
import { en } from './en/index.ts';
import { es } from './es/index.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { pt } from './pt.ts';

/**
 * Every text is read by every list: which language a person writes is not known. A further language is a file and a line
 * here.
 */
export const wordLists = { en, es, fr, de, it, pt } satisfies Record<string, WordList>;
