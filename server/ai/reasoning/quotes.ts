import type { Token } from './marks.ts';

/** Where the code that each backtick or fence opens has its closing token. */
export function pairCode(tokens: Token[]): Map<Token, number> {
  const ends = new Map<Token, number>();
  /** The nearest later closer of each length of backticks, and of each kind of fence. */
  let next = new Map<string, number>();
  const nextFence = new Map<string, number>();
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] as Token;
    if (token.kind === 'paragraph') next = new Map();
    if (token.kind === 'ticks') {
      const end = next.get(token.text);
      if (end !== undefined) ends.set(token, end);
      next.set(token.text, at);
    }
    if (token.kind === 'fence') {
      const words = token.text.trim();
      const mark = words.slice(0, 1);
      const end = nextFence.get(mark);
      if (end !== undefined) ends.set(token, end);
      // Only a bare fence closes a block.
      if (/^[`~]+$/.test(words)) nextFence.set(mark, at);
    }
  }
  return ends;
}

const opening = /^["'\u201c\u2018\u201e«`]$/;
const closing = /^["'\u201d\u2019\u201c»`]$/;
const names = /^ (?:tag|element|token|block|marker)s?\b/i;
const pointsAt =
  /(?:^|[\s(])(?:between|inside|in|with|using|by|of|is|and|or|to|tags?|elements?|called|named|like|as|from|has|have|writes?|uses?|add|put|type) $/i;
const goesOn =
  /^(?:[.,;:!?)]| (?:and|or|to|then|in|is|are|for|at|as|before|after|around|opens?|closes?|begins?|ends?|starts?|means?|marks?)\b)/i;

/** `"<think>"`, "a <think> tag", "between <think> and </think>". */
export function isMentioned(text: string, { start, end }: Token): boolean {
  const [beyond = '', before = ''] = [text[start - 2], text[start - 1]];
  const isBetween = opening.test(before) && closing.test(text[end] ?? '');
  if (isBetween && !/[\p{L}\p{N}]/u.test(beyond + (text[end + 1] ?? ''))) return true;
  const next = text.slice(end, end + 12);
  return (
    names.test(next) ||
    (pointsAt.test(text.slice(Math.max(0, start - 12), start)) && goesOn.test(next))
  );
}
