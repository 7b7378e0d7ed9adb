import type { WordList } from '../../word-list.ts';
import { alarms } from './alarms.ts';
import { danger } from './danger.ts';
import { farewells } from './farewells.ts';
import { clauseStarts, contexts, idioms, negations, otherSubjects } from './harmless.ts';
import { means } from './means.ts';
import { oftenMisspelled } from './misspellings.ts';
import { moreLooseStatements, moreStatements } from './more-statements.ts';
import { names } from './names.ts';
import { others } from './others.ts';
import { outright } from './outright.ts';
import { phraseSets } from './phrase-sets.ts';
import { runTogether } from './run-together.ts';
import { selfHarm } from './self-harm.ts';
import { deathSigns } from './signs/death.ts';
import { emergencySigns } from './signs/emergencies.ts';
import { futureSigns } from './signs/future.ts';
import { harmSigns } from './signs/harm.ts';
import { hints } from './signs/hints.ts';
import { otherSigns } from './signs/others.ts';
import { waySigns } from './signs/ways.ts';
import { spellings } from './spellings.ts';
import { looseStatements, statements } from './statements.ts';
import { suicide } from './suicide.ts';
import { suicidePlans } from './suicide-plans.ts';
import { wishes } from './wishes.ts';

export const en: WordList = {
  spellings,
  oftenMisspelled,
  runTogether,
  idioms,
  negations,
  contexts,
  otherSubjects,
  clauseStarts,
  phraseSets,
  names,
  signs: [
    ...deathSigns,
    ...waySigns,
    ...harmSigns,
    ...futureSigns,
    ...emergencySigns,
    ...otherSigns,
    ...hints,
  ],
  outright: [...outright, ...statements, ...moreStatements],
  rules: [
    ...suicide,
    ...suicidePlans,
    ...selfHarm,
    ...danger,
    ...others,
    ...wishes,
    ...farewells,
    ...means,
    ...alarms,
    ...looseStatements,
    ...moreLooseStatements,
  ],
};
