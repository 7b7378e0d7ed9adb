import { foldText } from './fold-text.ts';
import { dropEnd } from './texts.ts';

/** Without vowels and L, so that no word is a code, and without characters that look like another one. */
export const codeCharacters = '23456789CDFHJKMNPQRTVWX';
export const codeLength = 8;
/** In processes of an earlier version; they live for 15 minutes. */
const oldCode = /^\d{6}$/;

const inAlphabet = new RegExp(`^[${codeCharacters}]{${codeLength}}$`);

/** Letters and digits: a number is no code, nor are letters alone. */
export const isCode = (text: string): boolean =>
  inAlphabet.test(text) && /\d/.test(text) && /\D/.test(text);

const maxTextLength = 200;
const connectWord = /^connect(?![a-z0-9])[^a-z0-9]{0,5}/;

/** @param isSure false: it may be an ordinary number. */
export type ReadCode = { code: string; isSure: boolean };

/**
 * `CONNECT 4K7M9QXT`, however it is spaced; from a stranger also the code alone. After CONNECT also what is surely meant as
 * a code, such as a number or a code with a wrong character, so that its sender hears that it is wrong.
 */
export function readCode(body: string, isStranger: boolean): ReadCode | null {
  if (body.length > maxTextLength) return null;
  const text = dropEnd(foldText(body).trim(), /[\s.!]/);
  const rest = text.replace(connectWord, '');
  const words = rest.toUpperCase().split(/[\s\p{Pd}]+/u);
  if (rest !== text) return readBehindConnect(words);
  return isStranger ? readAlone(words) : null;
}

function readBehindConnect(words: string[]): ReadCode | null {
  const code = words.join('');
  const isMeant = words.length === 1 && /^[A-Z0-9]{5,12}$/.test(code) && /\d/.test(code);
  return isCode(code) || /^\d+$/.test(code) || isMeant ? { code, isSure: true } : null;
}

/** In at most two halves: "2 PM 4 PM TX" is no code. */
function readAlone(words: string[]): ReadCode | null {
  const code = words.join('');
  const [half = ''] = words;
  if (words.length > 2 || (words.length === 2 && half.length * 2 !== code.length)) return null;
  if (isCode(code)) return { code, isSure: true };
  return oldCode.test(code) ? { code, isSure: false } : null;
}
