import { writePlainly } from './plain-characters.ts';

/** Words without their spaces. */
export type Folded = {
  letters: string;
  /** Where in `letters` a space, a dash or a line's end stood. */
  gaps: Set<number>;
};

/**
 * What two writings of the same words have in common. Case, kinds of quotation marks and dashes, spaces, line ends, words
 * divided at a line's end, Markdown's marks and bullets make no difference; letters, figures and other punctuation do.
 */
export function foldQuote(text: string): Folded {
  const plain = writePlainly(text)
    .replace(/[*_#|>\u2022\u00b7\u25aa\u25e6]/g, ' ')
    // A mark between figures parts them: 5'10.
    .replace(/(?<=\d)['"](?=\d)/g, ' ')
    .replace(/['"]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/-+/g, keepDashOfFigures)
    .trim();
  return dropSpaces(plain);
}

/** "8 - 5", "-5"; between words a dash is written in several ways, and divides a word at a line's end. */
function keepDashOfFigures(dash: string, at: number, text: string): string {
  const end = at + dash.length;
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)];
  const isRange = /\d ?$/.test(before) && /^ ?\d/.test(after);
  const isSign = /^\d/.test(after) && /(?:^|[\s(])$/.test(before);
  return isRange || isSign ? '-' : ' ';
}

/** Between figures a space stays: "5 30" is not 530. */
function dropSpaces(text: string): Folded {
  const parts: string[] = [];
  const gaps = new Set([0]);
  let length = 0;
  for (const part of text.split(/ +/)) {
    const isApart = /\d[.,:]?$/.test(parts.at(-1) ?? '') && /^\d/.test(part);
    const shown = isApart ? ` ${part}` : part;
    gaps.add(length);
    parts.push(shown);
    length += shown.length;
  }
  return { letters: parts.join(''), gaps: gaps.add(length) };
}

/** What models add at the ends of a quote. */
const added = new Set('.,;:!?-()[] ');
/** Of one quote in one piece; none stands so often and never whole. */
const maxTries = 100;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** @returns an empty text if nothing is quoted. */
export function foldQuoteWithoutEnds(words: string): string {
  const { letters } = foldQuote(words);
  let [start, end] = [0, letters.length];
  while (added.has(letters[start] ?? '') && !/^-\d/.test(letters.slice(start, start + 2)))
    start += 1;
  while (end > start && added.has(letters[end - 1] ?? '') && letters[end - 1] !== ')') end -= 1;
  return letters.slice(start, end);
}

/** Whole words and whole figures: "500 euros" does not stand in "1,500 euros", nor "delivered" in "undelivered". */
export function standsIn(quote: string, text: Folded): boolean {
  const { letters } = text;
  let at = letters.indexOf(quote);
  for (let tried = 0; at !== -1 && tried < maxTries; tried++) {
    if (beginsWhole(quote, text, at) && endsWhole(quote, text, at + quote.length)) return true;
    at = letters.indexOf(quote, at + 1);
  }
  return false;
}

function beginsWhole(quote: string, { letters, gaps }: Folded, at: number): boolean {
  const first = quote[0] ?? '';
  const before = letters.slice(Math.max(0, at - 2), at);
  if (withoutSpaces.test(first)) return true;
  if (/\d/.test(first)) {
    const isRest = /\d[.,:/\-^]$/.test(before) || (before.endsWith('-') && gaps.has(at - 1));
    if (isRest || (/\d $/.test(before) && /^\d{3}(?!\d)/.test(quote))) return false;
  }
  return gaps.has(at) || !(isPartOfWord(first) && isPartOfWord(before.at(-1) ?? ''));
}

function endsWhole(quote: string, { letters, gaps }: Folded, end: number): boolean {
  const last = quote.at(-1) ?? '';
  const after = letters.slice(end, end + 4);
  if (withoutSpaces.test(last)) return true;
  if (/\d/.test(last) && /^(?:[.,:/\-^]\d|%| \d{3})/.test(after)) return false;
  return gaps.has(end) || !(isPartOfWord(last) && isPartOfWord(after[0] ?? ''));
}

function isPartOfWord(character: string): boolean {
  return /[\p{L}\p{N}\p{M}]/u.test(character);
}
