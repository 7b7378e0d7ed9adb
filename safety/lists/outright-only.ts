import type { Pattern, Rule, WordList } from '../word-list.ts';

/** For a language that has outright rules only. */
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
