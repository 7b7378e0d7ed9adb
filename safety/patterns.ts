import type { Pattern } from './word-list.ts';

/** A match includes the space before it, not the one after. */
export function toRegExp(patterns: Pattern[], flags: string): RegExp {
  return new RegExp(`${joinPatterns(patterns)}(?= )`, flags);
}

export function joinPatterns(patterns: Pattern[]): string {
  // An empty group would match everywhere.
  if (patterns.length === 0) return '(?!)';
  const alternatives = patterns.map((pattern) =>
    endAtWords(pattern).replaceAll('~ ', '(?:[^ .]+ ){0,3}'),
  );
  return ` (?:${alternatives.join('|')})`;
}

/** A lookahead, too, must end at a whole word: `(?! a)` is not about `again`. */
function endAtWords(pattern: string): string {
  const opened: boolean[] = [];
  let ended = '';
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at] as string;
    if (sign === '(') opened.push(/^\(\?[=!] /.test(pattern.slice(at, at + 4)));
    if (sign === ')' && opened.pop()) ended += '(?= |$)';
    ended += sign;
  }
  return ended;
}
