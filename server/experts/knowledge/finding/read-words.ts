import { foldText, maxWordLength, readWords } from '#server/messages/search/words.ts';

/** Apostrophes and hyphens join; what a reader does not see, such as a soft hyphen, is within a word. */
const writtenWord =
  /[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060]+(?:['\u2019\u2010-][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060]+)*/gu;
const unseen = /[\u00ad\u200b-\u200d\u2060]/g;
const joints = /['\u2019\u2010-]/;
const hyphen = /[\u2010-]/;
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Of `don't`, `what's`, `we'll`: written in one word by people who text. */
const contracted = new Set(['t', 's', 're', 'll', 've', 'd', 'm']);
/** More parts are a key or a line drawn of hyphens. */
const maxJoined = 4;
const quantity = /^(\d+)([a-z]{1,3})$/;

/** As they stand in the text; `splitWritten` tells the words of each. */
export function listWritten(text: string): string[] {
  return text.match(writtenWord) ?? [];
}

/** Small letters, no accents. */
export function listWords(text: string): string[] {
  return listWritten(text).flatMap(splitWritten);
}

/**
 * `Wi-Fi` gives `wi`, `fi` and `wifi`; `don't` gives `dont`; `5pm` gives `5` and `pm`; scripts without spaces give pairs of
 * letters.
 */
export function splitWritten(written: string): string[] {
  if (unspaced.test(written)) return readWords(written).map(({ word }) => word);
  const seen = written.replaceAll(unseen, '');
  const parts = seen.split(joints).map(fold);
  if (parts.length > 1) return splitJoined(parts, hyphen.test(seen));
  const [, number, unit] = quantity.exec(parts[0] as string) ?? [];
  return number && unit ? [number, unit] : parts.filter((part) => part !== '');
}

function fold(part: string): string {
  return foldText(part.slice(0, 4 * maxWordLength)).slice(0, maxWordLength);
}

function splitJoined(parts: string[], hasHyphen: boolean): string[] {
  const joined = parts.slice(0, maxJoined).join('').slice(0, maxWordLength);
  if (parts.length === 2 && contracted.has(parts[1] as string)) return [joined];
  const words = parts.filter((part) => part !== '');
  return hasHyphen ? [...words, joined] : words;
}
