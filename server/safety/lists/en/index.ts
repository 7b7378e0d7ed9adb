import type { WordList } from '../../word-list.ts';
import { alarms } from './alarms.ts';
import { danger } from './danger.ts';
import { farewells } from './farewells.ts';
import { contexts, idioms, negations } from './harmless.ts';
import { means } from './means.ts';
import { others } from './others.ts';
import { selfHarm } from './self-harm.ts';
import { oftenMisspelled, spellings } from './spellings.ts';
import { suicide } from './suicide.ts';
import { suicidePlans } from './suicide-plans.ts';
import { wishes } from './wishes.ts';

export const en: WordList = {
  spellings,
  oftenMisspelled,
  idioms,
  negations,
  contexts,
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
  ],
};
