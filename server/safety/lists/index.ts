import type { WordList } from '../word-list.ts';
import { en } from './en/index.ts';
import { es } from './es/index.ts';

/** Every text is read by every list: which language a person writes is not known. A further language is a folder and a line here. */
export const wordLists = { en, es } satisfies Record<string, WordList>;
