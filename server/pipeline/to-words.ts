/** Lower case, without accents, and one space in place of anything but letters and digits. */
export function toWords(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const joined = plain.replace(/['’]/g, '');
  return joined
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
