import { dropEnd } from '#shared/texts.ts';
import { operators } from './latex-symbols.ts';

const leftOfSigns = [...operators.values(), '(', '[', '{', ',', ';', ':'];

/**
 * A sign in front of the first term, behind a bracket or another sign, or written as one belongs to its term.
 * @param isClose nothing stands between the operator and what follows.
 */
export function appendOperator(out: string, operator: string, isClose: boolean): string {
  const before = dropSpaces(out);
  const isFirst = before === '' || before.endsWith('\n');
  const isUnary = isFirst || leftOfSigns.some((sign) => before.endsWith(sign));
  const isSign = /^[+−±∓]$/u.test(operator);
  if (isSign && (isUnary || (isClose && out.endsWith(' ')))) return out + operator;
  return `${before}${isFirst ? '' : ' '}${operator} `;
}

export const dropSpaces = (text: string) => dropEnd(text, / /);

export function appendWord(out: string, word: string): string {
  return /^[a-z]/i.test(word) && /[\p{L}\p{N})]$/u.test(out) ? `${out} ${word}` : out + word;
}

export function addAccent(letters: string, accent: string): string {
  return [...letters].length === 1 ? letters + accent : letters;
}

/** Nothing that a fraction or root would tear apart. */
export function isWord(text: string): boolean {
  return /^(?:[\p{N}.,]+|[d∂Δ]?\p{L}\p{M}*[\p{No}\p{Lm}ᵢⱼₐ-ₜ′]*|\p{L}{3,})$/u.test(text);
}

export function isSum(text: string): boolean {
  return / [+−±∓=<>] /u.test(text) || (/ /.test(text) && !/^\p{L}{2,}( \p{L}{2,})*$/u.test(text));
}
