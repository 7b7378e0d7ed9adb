import { findMark, findMarkBegun, type Mark } from './mark-words.ts';

const open = '[[［【〚⟦〔]';
const close = '[\\]］】〛⟧〕]';
const inside = '[^[\\]［］【】〚〛⟦⟧〔〕\\n]';

/** Brackets with what stands in them, closed or not. Bounded everywhere, so that it takes linear time. */
const bracketed = new RegExp(
  `((?:\\\\?${open} ?){1,4})(${inside}{0,40})((?: ?\\\\?${close}){0,4})(?:[:.!]+(?= |\\n|$))?`,
  'gu',
);
/** `danger]] I'm sorry` */
const neverOpened = new RegExp(
  `^[\\s\`*_~"'\u201C\u201D>#]{0,20}([\\p{L} ]{1,20})(?: ?\\\\?${close}){1,4}`,
  'u',
);
const aDouble = /[【〚⟦]/u;
/** Before the first words of a reply: quotation marks, stress, a code fence and its language. */
const lead =
  /^[\s`*_~"'\u201C\u201D\u2018\u2019>#-]*(?:(?<=`{3})[a-z]{1,10}\s+)?[\s`*_~"'\u201C\u201D\u2018\u2019>#-]*$/u;
const invisible = /[\u00AD\u200B\u2060\uFEFF]/g;

/** `((danger))`, `{{person}}`, `<<danger>>`: only at the start, because templates have them, too. */
const otherBrackets =
  /^(\s*)(?:\(\(|\{\{|<<|&lt;&lt;) ?([\p{L}:= ]{1,30}?) ?(?:\)\)|\}\}|>>|&gt;&gt;)/u;

function toSquare(written: string, space: string, said: string): string {
  return findMark(said) !== null ? `${space}[[${said}]]` : written;
}

type Reading = { text: string; mark: Mark | null };

/**
 * Cuts every mark off a reply, whole or in part, wherever it stands.
 * @param asked the person's own texts: where one of them has a mark, the model may only repeat it.
 */
export function readMarks(reply: string, asked: string[]): Reading {
  const { text, mark } = cutMarks(reply);
  if (mark === null) return { text, mark };
  const isRepeated = asked.some((said) => cutMarks(said).mark !== null);
  return { text, mark: isRepeated ? null : mark };
}

function cutMarks(whole: string): Reading {
  // Most replies have no brackets at all.
  if (!hasBracket.test(whole)) return { text: whole, mark: null };
  const plain = whole.replace(invisible, '').replace(otherBrackets, toSquare);
  const found = new Set<Mark | 'none'>();
  let startsMarked = false;
  const note: Note = (mark, isLeading) => {
    found.add(mark);
    startsMarked ||= isLeading;
    return '';
  };
  const text = plain
    .replace(neverOpened, (match: string, said: string) => {
      const mark = findMark(said);
      return mark ? note(mark, true) : match;
    })
    .replace(bracketed, (match, opened: string, said: string, closed: string, at: number) => {
      const end = at + match.length;
      const place = { before: plain.slice(0, Math.min(at, 200)), after: plain.slice(end, end + 1) };
      return cutOne(match, { opened, said, closed }, place, note);
    });
  if (found.size === 0) return { text: whole, mark: null };
  // Who names both and begins with neither repeats the instructions. Of two at the start, danger is the graver.
  const isRecital = found.has('danger') && found.has('person') && !startsMarked;
  const graver = (['danger', 'person'] as const).find((mark) => found.has(mark)) ?? null;
  return { text: tidy(text), mark: isRecital ? null : graver };
}

const hasBracket = new RegExp(`${open}|${close}|\\(\\(|\\{\\{|<<|&lt;&lt;`, 'u');

type Note = (mark: Mark | 'none', isLeading: boolean) => string;

function cutOne(
  match: string,
  { opened, said, closed }: { opened: string; said: string; closed: string },
  { before, after }: { before: string; after: string },
  note: Note,
): string {
  const isDouble = aDouble.test(opened) || opened.replaceAll(/[\\ ]/g, '').length > 1;
  // A single bracket in the middle is the writer's own, and a link's at the beginning.
  const isLeading = before.length < 200 && lead.test(before);
  if (!isDouble && !isLeading) return match;
  if (closed !== '') {
    const mark = !isDouble && after === '(' ? null : findMark(said);
    // "Write [[none]]" may be advice.
    const isMeant = mark !== null && (mark !== 'none' || isLeading);
    return isMeant ? note(mark, isLeading) : match;
  }
  const [first = '', second = ''] = said.trimStart().split(/[^\p{L}\p{M}]+/u);
  for (const words of [`${first} ${second}`, first]) {
    const mark = findMark(words);
    if (mark && mark !== 'none')
      return note(mark, isLeading) + said.slice(said.indexOf(first) + words.trim().length);
  }
  const begun = after === '' ? findMarkBegun(said) : null;
  return begun ? note(begun, isLeading) : match;
}

/** Without what only held a mark. */
function tidy(text: string): string {
  return text
    .replace(/`{3}[a-z]{0,10}\s*`{3}|(["'`*_])\1{1,5}(?=\s|$)|\u201C\u201D/g, '')
    .replace(/^[\s:.,;-]+/, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
