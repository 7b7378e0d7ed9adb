import { z } from 'zod';
import { listWords, wordKeys } from '../expert-words.ts';
import { appleKeywords, keywords, normalizeWord, personWords } from '../keywords.ts';

const maxWordLength = 12;
/** All words must fit into one text. */
const isWord = /^[A-Z0-9][A-Z0-9 ]+$/;

const refusals = ['REMOVE', 'NO'];
/** Without spaces: "OPT OUT" means what OPTOUT means. */
const taken = [...Object.keys(keywords), ...appleKeywords.stop, ...appleKeywords.help, ...refusals];
const isTaken = 'This word already has another meaning';

const personWord = z
  .string()
  .overwrite(normalizeWord)
  .max(maxWordLength, `A word has at most ${maxWordLength} characters`)
  .regex(isWord, 'A word has at least two letters or digits, and no other characters')
  .regex(/[A-Z]/, 'A word needs a letter: 911 and 988 are for emergencies')
  .refine((text) => !taken.includes(text.replaceAll(' ', '')), isTaken);
/** Words that ask for a person take precedence. */
const word = personWord.refine((text) => !personWords.includes(text), isTaken);

/** What differs from the default words; null switches one off. */
export const expertWords = z
  .object({
    menu: word.nullable(),
    balance: word.nullable(),
    plans: word.nullable(),
    who: word.nullable(),
    human: personWord.nullable(),
    forget: word.nullable(),
  })
  .partial()
  .refine((words) => {
    const used = Object.values(listWords(words));
    return new Set(used).size === used.length;
  }, 'Two words are the same');

/** As saved, maybe before a word was taken. */
export const savedWords = z.partialRecord(z.enum(wordKeys), z.string().nullable());
