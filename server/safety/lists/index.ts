import type { WordList } from '../word-list.ts';
import { en } from './en/index.ts';
import { es } from './es.ts';

/** Every text is read by every list: which language a person writes is not known. A further language is a file and a line here. */
export const wordLists: Record<string, WordList> = { en, es };
