import { normalize } from '#shared/normalize.ts';

/** Lower case without accents; letters and digits only. */
export function toWords(text: string): string {
  const plain = normalize(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const joined = plain.replace(/['’]/g, '');
  return joined
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
