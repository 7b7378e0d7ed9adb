import { lineBreak, replaceTag, smallText, watchTags } from './html-tags.ts';
import { readLatex } from './latex.ts';
import { accents } from './latex-symbols.ts';

/** Stand for what the parser must not read; `privateCharacters` are dropped from the text before. */
const firstCode = 0xe100;
const lastCode = 0xf8ff;
export const privateCharacters = /[\ue000-\uf8ff]/g;

export type Extracts = { readable: string; source: string }[];

/**
 * One pass takes formulas and HTML tags out of a text, but not out of its code. The text then has one private character
 * for each formula.
 */
export function extract(text: string): { text: string; extracts: Extracts } {
  const extracts: Extracts = [];
  const links: string[] = [];
  const isMarkup = watchTags(text);
  const keep = (readable: string, source: string) =>
    extracts.length > lastCode - firstCode
      ? source
      : String.fromCharCode(firstCode + extracts.push({ readable, source }) - 1);
  const pattern = new RegExp(token, 'gmu');
  let out = '';
  let done = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { groups = {}, index } = found;
    const end = findEnd(text, found);
    const source = text.slice(index, end);
    let replaced: string | null = null;
    if (groups.math) {
      const inner = source.slice(groups.math.length, source.length - groups.math.length);
      replaced = isFormula(text, groups.math, { inner, end })
        ? keep(readLatex(inner), source)
        : null;
    } else if (groups.bare || groups.sign) replaced = keep(readLatex(source), source);
    else if (groups.note) replaced = keep(`[${groups.note}]`, source);
    else if (groups.source) replaced = keep('', source);
    else if (groups.tag && isMarkup(source, index, end)) replaced = replaceTag(source, links);
    else if (groups.escape) replaced = source;
    if (replaced === null) {
      // The opening mark alone is an ordinary text, but what follows is read.
      if (!groups.fence && !groups.code) continue;
      pattern.lastIndex = end;
      continue;
    }
    out += text.slice(done, index) + replaced;
    done = end;
    pattern.lastIndex = Math.max(end, index + 1);
  }
  return { text: out + text.slice(done), extracts };
}

/** Outside of a formula, too, no text means these otherwise. */
const signs =
  'times|cdot|div|pm|leq?|geq?|neq?|approx|infty|pi|theta|alpha|beta|gamma|lambda|Delta|degree|ldots|to|(?:right|Right)arrow|implies|therefore|quad';

const token = [
  '(?<fence>^[ \\t>]*(?:```+|~~~+)(?=[^`\\n]*$))',
  '(?<code>`+)',
  '(?<math>\\\\\\(|\\\\\\[|\\$\\$|\\$(?=[^\\s$]))',
  `(?<bare>\\\\(?:begin\\{|(?:[dt]?frac|sqrt|boxed|d?binom|text(?:bf|it)?|math(?:rm|bf|bb|cal)|${[...accents.keys()].join('|')})\\{))`,
  `(?<sign>(?<![a-zA-Z:])\\\\(?:${signs})(?![a-zA-Z\\\\]))`,
  // A definition (`[^1]: …`) stays, and the parser reads it. A reference in another chunk it would not know.
  '\\[\\^(?<note>[\\w-]{1,20})\\^?\\](?!:)',
  // OpenAI's own citations, for a program to replace.
  '(?<source>【\\d+(?::\\d+)?†[^】\\n]{0,200}】)',
  '(?<escape>\\\\[\\s\\S])',
  '(?<tag><(?=[a-zA-Z/!]))',
].join('|');

const closers: Record<string, string> = { '\\(': '\\)', '\\[': '\\]', $$: '$$', $: '$' };
/** A formula that is longer was never closed. */
const maxFormulaLength = 1_500;
const maxTagLength = 300;

/** Of the whole construct; right behind the opening mark if it is none. */
function findEnd(text: string, { groups = {}, index, 0: mark }: RegExpExecArray): number {
  const start = index + mark.length;
  if (groups.fence) {
    const run = mark.trim().replace(/^[> \t]*/, '');
    const close = text.slice(start).search(new RegExp(`^[ \\t>]*${run}${run[0]}*[ \\t]*$`, 'm'));
    return close < 0
      ? text.length
      : start + close + text.slice(start + close).indexOf(run) + run.length;
  }
  if (groups.code) return findRun(text, mark, start);
  if (groups.math) {
    const close = findCloser(text, closers[mark] as string, start);
    return close < 0 ? start : close;
  }
  if (groups.bare) return findBareEnd(text, index);
  if (groups.tag) {
    const reach = text.slice(index, index + maxTagLength);
    const small = smallText.exec(reach)?.[0];
    if (small) return index + small.length;
    const closer = reach.startsWith('<!--') ? '-->' : '>';
    const end = reach.indexOf(closer);
    return end < 0 ? start : index + end + closer.length;
  }
  return start;
}

/** Code ends with as many marks as it begins with. */
function findRun(text: string, mark: string, start: number): number {
  for (let at = text.indexOf(mark, start); at >= 0; at = text.indexOf(mark, at)) {
    let end = at;
    while (text[end] === '`') end++;
    if (end - at === mark.length) return text.slice(start, at).includes('\n\n') ? start : end;
    at = end;
  }
  return start;
}

function findCloser(text: string, closer: string, start: number): number {
  const limit = Math.min(text.length, start + maxFormulaLength);
  for (let at = start; at < limit; at++) {
    if (text.startsWith(closer, at)) return at + closer.length;
    if (closer === '$' && text[at] === '\n' && text[at + 1] === '\n') return -1;
    if (closer === '\\)' && text.startsWith('\\(', at)) return -1;
    if (text[at] === '\\') at++;
  }
  return -1;
}

/** With its groups, and what is set on them: `\frac{1}{2}`, `\sqrt[3]{x}^2`. */
function findBareEnd(text: string, index: number): number {
  if (text.startsWith('\\begin{', index)) {
    const name = text.slice(index + 7, index + 30).split('}')[0] ?? '';
    const close = text.indexOf(`\\end{${name}}`, index);
    return close < 0 ? index + 1 : close + name.length + 6;
  }
  let level = 0;
  for (let at = index; at < Math.min(text.length, index + maxFormulaLength); at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '{') level++;
    else if (text[at] === '}' && --level === 0 && text[at + 1] !== '{') return at + 1;
  }
  return index + 1;
}

/** Between single dollars there may be prices. */
function isFormula(
  text: string,
  mark: string,
  { inner, end }: { inner: string; end: number },
): boolean {
  if (inner.trim() === '') return false;
  if (mark !== '$') return true;
  if (/^\s|\s$/.test(inner[0] ?? '') || /\s/.test(inner.at(-1) ?? ' ')) return false;
  // The $n$th, two $x$s.
  const isEnding = /^(?:th|st|nd|rd|s)\b/.test(text.slice(end, end + 3)) && !/\s/.test(inner);
  if (!isEnding && /[\p{L}\p{N}]/u.test(text[end] ?? '')) return false;
  if (inner.length > 300) return false;
  if (/\\[a-zA-Z]/.test(inner)) return true;
  // `${name}` of a program.
  if (/^\{[^}]/.test(inner)) return false;
  if (/[\^_{}]/.test(inner)) return true;
  // `$5, R$ 30`, `$14 (US$)`
  if (/^\d.*[ (]\p{Lu}{1,3}$/u.test(inner) && !/[=<>+]/.test(inner)) return false;
  const words = inner.match(/\p{L}{2,}/gu) ?? [];
  return words.every(
    (word) =>
      /^(?:sin|cos|tan|log|ln|exp|max|min|mod|gcd|[a-z]{2})$/i.test(word) &&
      !/^(?:or|to|and|a|is|in|of|at|vs)$/.test(word),
  );
}

/** @param lineEnd what a line break becomes; in a table it can't be one. */
export function restore(text: string, extracts: Extracts, lineEnd: string): string {
  return text.replace(privateCharacters, (mark) =>
    mark === lineBreak ? lineEnd : (extracts[mark.charCodeAt(0) - firstCode]?.readable ?? ''),
  );
}

/** In code, a formula is code. */
export function restoreSource(text: string, extracts: Extracts): string {
  return text.replace(privateCharacters, (mark) =>
    mark === lineBreak ? '' : (extracts[mark.charCodeAt(0) - firstCode]?.source ?? ''),
  );
}
