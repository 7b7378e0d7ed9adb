import type { WordList } from '../../word-list.ts';
import { clauseStarts, contexts, idioms, negations } from './harmless.ts';
import { outright } from './outright.ts';
import { phraseSets } from './phrase-sets.ts';
import { rules } from './rules.ts';
import { signs } from './signs.ts';

export const es: WordList = {
  spellings: {
    kiero: 'quiero',
    qiero: 'quiero',
    quero: 'quiero',
    kisiera: 'quisiera',
    q: 'que',
    k: 'que',
    ke: 'que',
    xq: 'porque',
    pq: 'porque',
    xfa: 'por favor',
    tb: 'tambien',
    toy: 'estoy',
    tngo: 'tengo',
    bida: 'vida',
    morirm: 'morirme',
    matarm: 'matarme',
    suisidarme: 'suicidarme',
    suicidarm: 'suicidarme',
    suisidio: 'suicidio',
    bivir: 'vivir',
    vibir: 'vivir',
    jajaja: 'jaja',
    jajajaja: 'jaja',
    jeje: 'jaja',
  },
  oftenMisspelled: ['suicidarme', 'suicidio', 'matarme', 'morirme', 'vivir', 'pastillas'],
  idioms,
  negations,
  contexts,
  phraseSets,
  signs,
  outright,
  rules,
  /** The verb says whose death it is. */
  otherSubjects: [],
  clauseStarts,
};
