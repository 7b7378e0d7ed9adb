/**
 * An Apple business as every part of Sagewire knows it: the bare id in lower case. Apple writes it with
 * and without `urn:biz:`, and people paste either.
 */
export function parseBusinessId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^urn:biz:/, '');
}
