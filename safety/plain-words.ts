import { foldText } from '#shared/fold-text.ts';
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

/** `k i l l`, `s.u.i.c.i.d.e` */
const spelledOut = /(?<![a-z'])[a-z](?:[ .*_-]{1,2}[a-z](?![a-z'])){3,}/g;

type ListedWords = Pick<WordList, 'spellings' | 'oftenMisspelled' | 'runTogether'>;

/** Words as a list's patterns expect them, with a space before and after. */
export function toPlainWords(
  split: string[],
  { spellings, oftenMisspelled, runTogether }: ListedWords,
): string {
  const spell = (word: string): string => {
    const bare = word.replaceAll("'", '');
    const known = [word, bare].find((spelling) => Object.hasOwn(spellings, spelling));
    if (known !== undefined) return spellings[known] as string;
    const parts = splitJoined(bare, runTogether);
    return parts ? parts.map(spell).join(' ') : correct(bare, oftenMisspelled);
  };
  const words = split.map(spell);
  return ` ${words.join(' ')} `
    .replaceAll(' my self ', ' myself ')
    .replaceAll(' un alive ', ' unalive ')
    .replaceAll(' any more ', ' anymore ')
    .replaceAll(' any longer ', ' anymore ')
    .replace(/ me (?=(?:own )?(?:life|self|wrists?|arms?|throat|neck|veins|brains) )/g, ' my ')
    .replace(
      / ill (?=(?:be|see|do|never|just|have|kill|die|end|take|jump|make|not|go|get|find) )/g,
      ' i will ',
    );
}

export function splitWords(text: string): string[] {
  const letters = foldText(text)
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

/** `diiiie` → `die`, `killll` → `kill` */
function shortenRuns(word: string): string {
  return word.replace(/([a-z])\1{2,}/g, (_, letter) => (letter === 'l' ? 'll' : letter));
}

const joinedLength = { least: 6, most: 40 };

/** `iwantodie` → `i`, `wanto`, `die` */
function splitJoined(word: string, known: WordList['runTogether']): string[] | null {
  if (!known || word.length < joinedLength.least || word.length > joinedLength.most) return null;
  const { words, telling } = known;
  if (words.has(word) || !telling.test(word)) return null;
  const ways: (string[] | null)[] = [[]];
  for (let to = 1; to <= word.length; to++) {
    ways[to] = null;
    for (let from = 0; from < to && !ways[to]; from++) {
      const [before, part] = [ways[from], word.slice(from, to)];
      if (before && words.has(part)) ways[to] = [...before, part];
    }
  }
  return ways[word.length] ?? null;
}

const minCorrected = 5;

function correct(word: string, known: string[]): string {
  if (word.length < minCorrected || known.includes(word)) return word;
  return known.find((candidate) => isOneTypoAway(word, candidate)) ?? word;
}
