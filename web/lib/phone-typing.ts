import { AsYouType } from 'libphonenumber-js/min';
import { foldDigits } from '#shared/phone.ts';

const signs = /[\d+]/g;

/** The position after that many digits and plus signs. */
function findCaret(text: string, signCount: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === signCount) return index;
    if (/[\d+]/.test(text.charAt(index))) seen += 1;
  }
  return text.length;
}

/** Without a country code it is American, or British from a 0 on. */
export function formatPhoneTyping(
  input: string,
  caret: number,
  isDeleting: boolean,
): { text: string; caret: number } {
  const typed = foldDigits(input);
  const text = new AsYouType(/^\D*0[1-9]/.test(typed) ? 'GB' : 'US').input(typed);
  const signCount = typed.slice(0, caret).match(signs)?.length ?? 0;
  const isAtEnd = caret === typed.length && !isDeleting;
  // Deleting brings brackets and spaces back; with the caret before them, the next key deletes a digit.
  return { text, caret: isAtEnd ? text.length : findCaret(text, signCount) };
}
