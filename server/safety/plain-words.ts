import { readMaxLength } from '#shared/limits.ts';
import { isOneTypoAway } from './one-typo.ts';
import type { WordList } from './word-list.ts';

const digitLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const lookAlikes: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  τ: 't',
  υ: 'u',
  ρ: 'p',
};

/** `k i l l`, `s.u.i.c.i.d.e` */
const spelledOut = /(?<![a-z'])[a-z](?:[ .*_-]{1,2}[a-z](?![a-z'])){3,}/g;

/** Words as a list's patterns expect them, with a space before and after. */
export function toPlainWords(
  split: string[],
  { spellings, oftenMisspelled }: Pick<WordList, 'spellings' | 'oftenMisspelled'>,
): string {
  const words = split.map((word) => {
    const bare = word.replaceAll("'", '');
    const known = [word, bare].find((spelling) => Object.hasOwn(spellings, spelling));
    return known === undefined ? correct(bare, oftenMisspelled) : (spellings[known] as string);
  });
  return ` ${words.join(' ')} `
    .replaceAll(' my self ', ' myself ')
    .replaceAll(' un alive ', ' unalive ')
    .replaceAll(' any more ', ' anymore ')
    .replaceAll(' any longer ', ' anymore ')
    .replace(
      / ill (?=(?:be|see|do|never|just|have|kill|die|end|take|jump|make|not|go|get|find) )/g,
      ' i will ',
    );
}

export function splitWords(text: string): string[] {
  const letters = replaceLookAlikes(
    text.slice(0, readMaxLength).normalize('NFKC').toLowerCase().normalize('NFD'),
  )
    .replace(/[’‘`´]/g, "'")
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/[\u{1F602}\u{1F923}\u{1F480}\u{1F606}\u{1F605}]/gu, ' lol ')
    .replace(spelledOut, (letters) => ` ${letters.replace(/[^a-z]/g, '')} `)
    .replace(/(?<=[a-z])(?:[0134578@$!]|\*+)(?=[a-z])/g, (sign) => digitLetters[sign] ?? '')
    .replace(/(?<![a-z0-9])[@$](?=[a-z])/g, (sign) => digitLetters[sign] ?? sign);
  return letters
    .replace(/[.!?;\n\r]+|\p{Extended_Pictographic}/gu, ' . ')
    .replace(/[^a-z0-9.' ]/g, ' ')
    .split(/ +/)
    .filter((word) => word !== '')
    .map(shortenRuns);
}

/** Only in words with a Latin letter: Russian and Greek stay. */
function replaceLookAlikes(text: string): string {
  if (!/[α-ωа-ԯ]/.test(text)) return text;
  return text.replace(/[^\s]+/g, (word) =>
    /[a-z]/.test(word) ? word.replace(/[α-ωа-ԯ]/g, (letter) => lookAlikes[letter] ?? letter) : word,
  );
}

/** `diiiie` → `die`, `killll` → `kill` */
function shortenRuns(word: string): string {
  return word.replace(/([a-z])\1{2,}/g, (_, letter) => (letter === 'l' ? 'll' : letter));
}

const leastCorrected = 5;

function correct(word: string, known: string[]): string {
  if (word.length < leastCorrected || known.includes(word)) return word;
  return known.find((candidate) => isOneTypoAway(word, candidate)) ?? word;
}
