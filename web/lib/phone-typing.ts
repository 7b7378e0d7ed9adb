import { AsYouType } from 'libphonenumber-js/max';

const signs = /[\d+]/g;

/** Where the caret stands after as many digits as stood before it. */
function caretAfter(text: string, signCount: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === signCount) return index;
    if (/[\d+]/.test(text.charAt(index))) seen += 1;
  }
  return text.length;
}

/** A number formatted while it is typed; without a country it is read as American. */
export function formatPhoneTyping(
  typed: string,
  caret: number,
  isDeleting: boolean,
): { text: string; caret: number } {
  const text = new AsYouType('US').input(typed);
  const signCount = typed.slice(0, caret).match(signs)?.length ?? 0;
  const isAtEnd = caret === typed.length && !isDeleting;
  // While deleting the caret stays left of brackets and spaces that come back, so that the next key reaches a digit.
  return { text, caret: isAtEnd ? text.length : caretAfter(text, signCount) };
}
