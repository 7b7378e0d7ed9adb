import { dropEnd } from '#shared/texts.ts';

/**
 * A person can make a model's text long and hostile, so each pattern matches something wherever it begins, and no text
 * is scanned twice.
 */
const image = /!\[([^\]]*)(?:\](?:\(([^)\s]+)[^)]*(\))?)?)?/g;
const link = /\[([^\]]+)(?:\](?:\(([^)\s]+)[^)]*(\))?)?)?/g;

type Change = (name: string, url: string) => string;

export const replaceImages = (text: string, change: Change) => replaceWhole(text, image, change);
export const replaceLinks = (text: string, change: Change) => replaceWhole(text, link, change);

function replaceWhole(text: string, pattern: RegExp, change: Change): string {
  return text.replace(pattern, (found, name: string, url: string, end?: string) =>
    end ? change(name, url) : found,
  );
}

/** A fence that is never closed stays. */
export function replaceFences(text: string, change: (code: string) => string): string {
  const fences = [...text.matchAll(/^```.*$/gm)].map(({ index: start, 0: line }) => ({
    start,
    end: start + line.length,
    mayClose: line.slice(3).trim() === '',
  }));
  const lastClosing = fences.findLastIndex(({ mayClose }) => mayClose);
  let result = '';
  let done = 0;
  let opening: { start: number; end: number } | null = null;
  for (const [index, fence] of fences.entries()) {
    if (opening && fence.mayClose) {
      result += text.slice(done, opening.start) + change(text.slice(opening.end + 1, fence.start));
      done = fence.end;
      opening = null;
    } else if (!opening && index < lastClosing) opening = fence;
  }
  return result + text.slice(done);
}

export function replaceHeadings(text: string, change: (title: string) => string): string {
  return text.replace(/^#{1,6}[ \t]+(.*)$/gm, (_, title: string) =>
    change(dropEnd(dropEnd(title, /#/), /[ \t]/)),
  );
}

export const replaceBullets = (text: string) => text.replace(/^([ \t]*)[*+-][ \t]+/gm, '$1- ');

/** Also below a table's header. */
export function dropRules(text: string): string {
  return text.replace(/^.+$/gm, (line) => (isRule(line) || isTableRule(line) ? '' : line));
}

function isRule(line: string): boolean {
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/\s+/g, ''));
}

function isTableRule(line: string): boolean {
  const cells = line.trim().split('|');
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.length > 0 && cells.every((cell) => /^:?-{3,}:?$/.test(cell.trim()));
}

type Marks = {
  mark: string;
  spansLines?: boolean;
  mayOpenAfter?: (before: string) => boolean;
  mayCloseBefore?: (after: string) => boolean;
};

const always = () => true;
const isWord = (character: string) => /\w/.test(character);
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

/** `__` inside a name is part of it. */
export const underscores = {
  mark: '__',
  mayOpenAfter: (before: string) => !isWord(before),
  mayCloseBefore: (after: string) => !isWord(after),
};

/** Inside a word or formula, a single mark is an ordinary character. */
export const single = (mark: '*' | '_') => ({
  mark,
  mayOpenAfter: (before: string) => before === '' || /[\s(]/.test(before),
  mayCloseBefore: (after: string) => after === '' || /[\s).,;:!?]/.test(after),
});

/** The text between the marks must not begin or end with a space. */
export function replaceMarked(
  text: string,
  { mark, spansLines = false, mayOpenAfter = always, mayCloseBefore = always }: Marks,
  change: (inner: string) => string,
): string {
  const { length } = mark;
  const findClose = createSearch((from) => {
    let at = text.indexOf(mark, from);
    while (at >= 0 && (isSpace(text[at - 1]) || !mayCloseBefore(text[at + length] ?? ''))) {
      at = text.indexOf(mark, at + 1);
    }
    return at;
  });
  const findLineEnd = createSearch((from) => text.indexOf('\n', from));
  let result = '';
  let done = 0;
  for (let open = text.indexOf(mark); open >= 0; ) {
    const start = open + length;
    const opens = !isSpace(text[start]) && mayOpenAfter(text[open - 1] ?? '');
    const close = opens ? findClose(start + 1) : Number.POSITIVE_INFINITY;
    if (close === Number.POSITIVE_INFINITY || (!spansLines && findLineEnd(start) < close)) {
      open = text.indexOf(mark, open + 1);
      continue;
    }
    result += text.slice(done, open) + change(text.slice(start, close));
    done = close + length;
    open = text.indexOf(mark, done);
  }
  return result + text.slice(done);
}

/** For calls whose `from` only grows. Infinity: not found. */
function createSearch(find: (from: number) => number): (from: number) => number {
  let known = -1;
  return (from) => {
    if (known < from) {
      const found = find(from);
      known = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return known;
  };
}
