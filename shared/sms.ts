import { normalize } from './normalize.ts';

/** GSM 03.38: the basic set, and characters that need an escape. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extension = '^{}\\[~]|€\f';
const septets = new Map([
  ...[...basic].map((character) => [character, 1] as const),
  ...[...extension].map((character) => [character, 2] as const),
]);

/** A single other character makes the whole text UCS-2. */
export function isGsm7(text: string): boolean {
  return [...text].every((character) => septets.has(character));
}

export const countSeptets = (character: string): number => septets.get(character) ?? 1;

/**
 * As the carrier charges: one segment of 160 septets or 70 UCS-2 units, else 153 or 67 each;
 * escapes and emoji are never split. `left`: what still fits into the last segment.
 */
export function countSmsSegments(text: string): { segments: number; left: number } {
  const isPlain = isGsm7(text);
  const sizes = [...text].map((one) => (isPlain ? countSeptets(one) : one.length));
  const [single, joined] = isPlain ? [160, 153] : [70, 67];
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  if (whole <= single) return { segments: 1, left: single - whole };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > joined) {
      segments++;
      used = 0;
    }
    used += size;
  }
  return { segments, left: joined - used };
}

/** Uses the nearest characters in GSM-7, and drops those without one. */
export function spellInGsm7(text: string): string {
  const near = text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-');
  return [...normalize(near, 'NFC')]
    .map((character) =>
      septets.has(character) ? character : normalize(character, 'NFD').replace(/\p{M}/gu, ''),
    )
    .filter(isGsm7)
    .join('')
    .split(/\s+/)
    .join(' ')
    .trim();
}

const minNameLength = 7;
/** For a name in a script that GSM-7 has no letters for. */
const unspellable = 'your expert';

/** Cuts the longest name first. `write` gets the names in the order given. */
export function fitSegment(names: string[], write: (...names: string[]) => string): string {
  const spelled = names.map((name) => spellInGsm7(name) || unspellable);
  const lengths = spelled.map((name) => name.length);
  for (;;) {
    const text = write(...spelled.map((name, index) => cutName(name, lengths[index] ?? 0)));
    const longest = Math.max(...lengths);
    if (countSmsSegments(text).segments === 1 || longest <= minNameLength) return text;
    lengths[lengths.indexOf(longest)] = longest - 1;
  }
}

function cutName(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - 3).trimEnd()}...`;
}
