import { normalize } from '#shared/normalize.ts';

/** Scripts without spaces yield overlapping pairs, plus a run's last letter. */
export type Word = { word: string; kind: 'word' | 'pair' | 'letter'; start: number; end: number };

/** Longer ones are links or keys. PostgreSQL accepts 2,046 bytes. */
export const maxWordLength = 100;
/** With accents, which Unicode sorts in quadratic time. */
const maxRunLength = 4 * maxWordLength;

const anyWord = /[\p{L}\p{N}\p{M}]+/gu;
const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆\uff66-\uff9d](?:[\p{M}\uff9e\uff9f])*/gu;
const isAscii = /^[ -~]*$/;
const accents = /[\u0300-\u036f]/g;
/** Unicode does not decompose these. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const compoundLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/**
 * Lower case without accents. PostgreSQL can't: a database's user may not create `unaccent`, and its parser follows the
 * server's locale.
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  const plain = normalize(text, 'NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(compoundLetter, (letter) => plainLetters[letter] ?? letter);
  return normalize(plain, 'NFKC');
}

export function readWords(text: string): Word[] {
  return [...iterateWords(text)];
}

/** Reads no further than it is asked to. */
export function* iterateWords(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(anyWord)) {
    let end = 0;
    let letters: Word[] = [];
    for (const { 0: letter, index: at } of run.matchAll(unspacedLetter)) {
      if (at > end) {
        yield* pairLetters(letters);
        yield* fold('word', run.slice(end, at), index + end);
        letters = [];
      }
      letters.push(...fold('letter', letter, index + at));
      end = at + letter.length;
    }
    yield* pairLetters(letters);
    if (end < run.length) yield* fold('word', run.slice(end), index + end);
  }
}

/** None if nothing of it is a letter. */
function fold(kind: Word['kind'], written: string, start: number): Word[] {
  // The cut may leave half a character, which PostgreSQL refuses.
  const word = foldText(written.slice(0, maxRunLength)).slice(0, maxWordLength).toWellFormed();
  return word === '' ? [] : [{ word, kind, start, end: start + written.length }];
}

function pairLetters(letters: Word[]): Word[] {
  return letters.map((letter, index) => {
    const next = letters[index + 1];
    if (!next) return letter;
    return { ...letter, word: letter.word + next.word, kind: 'pair', end: next.end };
  });
}
