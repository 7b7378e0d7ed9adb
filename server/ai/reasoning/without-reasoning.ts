import { keepFinalChannel } from './harmony.ts';
import { findBlockEnd, listTokens, type Token } from './marks.ts';
import { dropPhrased, dropTemplateTokens, findFrame, unwrapAnswer } from './phrases.ts';
import { isMentioned, pairCode } from './quotes.ts';

/**
 * Drops a model's reasoning, in whatever marks it stands, in linear time. A mark that only closes has its opening in the
 * server's template; reasoning without an end is all there is. Code, and marks that are only mentioned, stay.
 * @returns an empty text if the model has only reasoned.
 */
export function withoutReasoning(text: string): string {
  const answer = dropMarked(keepFinalChannel(text));
  return dropTemplateTokens(unwrapAnswer(dropPhrased(answer.trim()))).trim();
}

function dropMarked(text: string): string {
  const tokens = listTokens(text);
  if (!tokens.some(isMark)) return text;
  const codeEnds = pairCode(tokens);
  let answer = '';
  /** Where the part that is not yet read begins. */
  let at = 0;
  let isHidden = false;
  const nextMarks = findNextMarks(tokens);
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.start < at) continue;
    if (isHidden) {
      if (token.kind !== 'close' || isMentioned(text, token)) continue;
      [isHidden, at] = [false, token.end];
      continue;
    }
    const codeEnd = codeEnds.get(token);
    if (codeEnd !== undefined && !opensLeak(text, token, tokens[nextMarks[index] ?? -1])) {
      const end = tokens[codeEnd] as Token;
      if (quotesMarks(text, { token, end }, tokens[nextMarks[index] ?? -1])) index = codeEnd;
      continue;
    }
    if (!isMark(token) || isMentioned(text, token)) continue;
    // What came before a lone closing mark was reasoning, too.
    answer = token.kind === 'close' ? '' : answer + text.slice(at, token.start);
    isHidden = token.kind === 'open';
    at = token.kind === 'block' ? findBlockEnd(text, token) : token.end;
  }
  return dropEmptyFences(answer + text.slice(isHidden ? findFrame(text, at) : at));
}

function isMark({ kind }: Token): boolean {
  return kind === 'close' || kind === 'open' || kind === 'block';
}

/** For each token the index of the next mark. */
function findNextMarks(tokens: Token[]): number[] {
  const found: number[] = [];
  let next = tokens.length;
  for (let index = tokens.length - 1; index >= 0; index--) {
    found[index] = next;
    if (isMark(tokens[index] as Token)) next = index;
  }
  return found;
}

/** A closing mark amid the code ends reasoning in which a backtick was left open. */
function quotesMarks(
  text: string,
  code: { token: Token; end: Token },
  mark: Token | undefined,
): boolean {
  if (!mark || mark.start >= code.end.start || mark.kind !== 'close') return true;
  return text.slice(code.token.end, mark.start).trim() === '' || isMentioned(text, mark);
}

/** A text that begins with a bare fence around an opening mark shows no example: the fence is part of the leak. */
function opensLeak(text: string, { kind, start, end, text: words }: Token, mark?: Token): boolean {
  const isBareStart =
    kind === 'fence' && /^[`~\s]+$/.test(words) && text.slice(0, start).trim() === '';
  return isBareStart && mark?.kind === 'open' && text.slice(end, mark.start).trim() === '';
}

function dropEmptyFences(text: string): string {
  return text.replace(/(?<=^|\n)(?:```|~~~)[ \t]{0,9}\n\s{0,99}(?:```|~~~)(?=\s|$)/, '');
}
