import { normalize } from './normalize.ts';

/**
 * One password, however a keyboard or system spells it: é as one character or two, letters in full width, special
 * spaces (NIST SP 800-63B, "Password Verifiers").
 */
export const normalizePassword = (password: string): string => normalize(password, 'NFKC');

/** NIST SP 800-63B counts each code point as a character. */
export const countCharacters = (password: string): number =>
  [...normalizePassword(password)].length;
