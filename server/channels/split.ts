import { findSplit } from './split-points.ts';

const moreNotice = 'Reply MORE for the rest.';

export type Limits = {
  /** Of a part, in what the gateway counts. */
  maxLength: number;
  maxParts: number;
  /** Of a character; by default in UTF-16 units. */
  sizeOf?: (character: string) => number;
  /** Whether the channel shows ``` as code. */
  hasFences?: boolean;
};

/** `restAt`: where the part that was not sent begins; null if all of it was. */
export type Split = { parts: string[]; restAt: number | null };

const fence = '```';

/** A text too long for `maxParts` says so at its end. */
export function splitText(text: string, limits: Limits, from = 0): Split {
  const { maxLength, maxParts, hasFences = false } = limits;
  const parts: string[] = [];
  const whole = text.trimEnd();
  const closing = hasFences && text.includes(fence) ? `\n${fence}` : '';
  let at = skipBlank(text, from);
  let isOpen = hasFences && isInFence(text, at);
  while (at < whole.length) {
    const opening = isOpen ? `${fence}\n` : '';
    const room = maxLength - opening.length;
    if (findEnd(text, at, { ...limits, maxLength: room }) >= whole.length) {
      return { parts: [...parts, opening + whole.slice(at)], restAt: null };
    }
    const isLast = parts.length === maxParts - 1;
    const notice = isLast ? `\n\n${moreNotice}` : '';
    const left = { ...limits, maxLength: room - closing.length - notice.length };
    const upTo = findEnd(text, at, left);
    const wasOpen = isOpen;
    const end = findSplit(
      text,
      { from: at, upTo },
      (place) => !closing || maySplitCode(text, { from: at, at: place, isOpen: wasOpen }),
    );
    const piece = text.slice(at, end).trimEnd();
    isOpen = closing !== '' && countFences(piece) % 2 === 1 ? !isOpen : isOpen;
    parts.push(opening + piece + (isOpen ? closing : '') + notice);
    at = skipBlank(text, end);
    if (isLast) return { parts, restAt: at };
  }
  return { parts, restAt: null };
}

/** The longest beginning that fits. */
function findEnd(text: string, from: number, { maxLength, sizeOf }: Limits): number {
  if (!sizeOf) return Math.min(text.length, from + maxLength);
  let left = maxLength;
  let at = from;
  while (at < text.length) {
    left -= sizeOf(text[at] as string);
    if (left < 0) break;
    at++;
  }
  return at;
}

/** A line keeps its indentation. */
function skipBlank(text: string, from: number): number {
  const blank = /\s*/y;
  blank.lastIndex = from;
  blank.test(text);
  const at = blank.lastIndex;
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return (lineStart > from || from === 0) && at < text.length ? lineStart : at;
}

const countFences = (text: string) => text.match(/^[ \t>]*```/gm)?.length ?? 0;

const isInFence = (text: string, at: number) => countFences(text.slice(0, at)) % 2 === 1;

/** Neither part may have an empty block of code. */
function maySplitCode(
  text: string,
  { from, at, isOpen }: { from: number; at: number; isOpen: boolean },
): boolean {
  const before = text.slice(from, at);
  const isInside = (countFences(before) % 2 === 1) !== isOpen;
  if (!isInside) return true;
  return !/```[ \t]*$/.test(before) && !/^\s*```/.test(text.slice(at, at + 20));
}
