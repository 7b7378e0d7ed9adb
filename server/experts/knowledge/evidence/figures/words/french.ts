import type { NumberWords } from '../number-words.ts';

const small =
  'z\u00e9ro . deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf';

/** "soixante-dix" to "quatre-vingt-dix-neuf" are counted by twenties. */
function listTwenties(): string {
  const below = ['', ...small.split(' ').slice(1)];
  return [60, 80]
    .flatMap((base) =>
      below.map((word, index) => {
        const name = base === 60 ? 'soixante' : 'quatre-vingt';
        const joint = base === 60 && index === 11 ? '-et-' : '-';
        const end = index === 1 ? 'un' : word;
        return index === 0 ? `${name}:${base}` : `${name}${joint}${end}:${base + index}`;
      }),
    )
    .join(' ');
}

export const french: NumberWords = {
  small,
  others: `${listTwenties()} quatre-vingts:80 vingt:20 trente:30 quarante:40 cinquante:50 septante:70 huitante:80 nonante:90`,
  multipliers:
    'cent:100 cents:100 mille:1000 douzaine:12 douzaines:12 million:1000000 millions:1000000 milliard:1000000000 milliards:1000000000',
  joints: ['et'],
  ambiguous: ['cent', 'cents', 'sept', 'neuf'],
  telling: 'le la les de des et est sont nous vous pas un une pour avec dans en du \u00e0 ne que',
};
