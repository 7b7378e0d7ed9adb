/** GSM 03.38: the basic set, and characters that need an escape. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extension = '^{}\\[~]|€\f';
const septets = new Map([
  ...[...basic].map((character) => [character, 1] as const),
  ...[...extension].map((character) => [character, 2] as const),
]);

/** One other character makes the whole text UCS-2. */
export function isGsm7(text: string): boolean {
  return [...text].every((character) => septets.has(character));
}

/**
 * As the carrier charges: one segment of 160 septets or 70 UCS-2 units, else 153 or 67 each;
 * escapes and emoji are never torn.
 * @returns `left`: how much still fits into the last.
 */
export function countSmsSegments(text: string): { segments: number; left: number } {
  const isPlain = isGsm7(text);
  const sizes = [...text].map((one) => (isPlain ? (septets.get(one) ?? 1) : one.length));
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
