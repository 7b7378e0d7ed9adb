import type { Pattern, Rule, WordList } from '../word-list.ts';

/** The list of a language in which only what is said outright is known. */
export function onlyOutright(outright: Rule[], quoted: Pattern[]): WordList {
  return {
    spellings: {},
    oftenMisspelled: [],
    idioms: [],
    negations: [],
    contexts: { quoted },
    outright,
    rules: [],
    signs: [],
    phraseSets: {},
    otherSubjects: [],
    clauseStarts: [],
  };
}
