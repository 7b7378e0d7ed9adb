import { accents, functions, symbols } from './latex-symbols.ts';

const tokenPattern = /\\(?:[a-zA-Z]+\*?|[\s\S])|\s+|[\s\S]/gu;

/** Of a formula, with the place that is read next. */
export class Tokens {
  protected readonly tokens: string[];
  protected at = 0;

  constructor(source: string) {
    this.tokens = source.match(tokenPattern) ?? [];
  }

  protected peek(): string {
    return this.tokens[this.at] ?? '';
  }

  protected startsWord(): boolean {
    return /^(?:[\p{L}\p{N}]|\\[a-zA-Z])/u.test(this.peek());
  }

  /** Whether a letter or number follows that would read as part of a fraction. */
  protected startsFactor(): boolean {
    const next = this.peek();
    if (/^[\p{L}\p{N}]/u.test(next)) return true;
    const name = /^\\([a-zA-Z]+)/.exec(next)?.[1] ?? '';
    const isLetter = /^\p{L}/u.test(symbols.get(name) ?? '');
    return isLetter || functions.has(name) || accents.has(name) || /frac$|^sqrt$|^math/.test(name);
  }

  protected startsBracket(): boolean {
    const next = this.tokens.slice(this.at, this.at + 2).find((token) => !/^\s/.test(token));
    return next === '(' || next === '[' || next === '\\left';
  }

  protected skipSpace(): void {
    while (/^\s/.test(this.peek())) this.at++;
  }

  /** As written, without reading commands. */
  protected readRaw(): string {
    let level = 0;
    let raw = '';
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at++] as string;
      if (token === '{' && level++ === 0) continue;
      if (token === '}' && --level === 0) break;
      raw += token;
    }
    return raw;
  }

  protected readOptional(): string | null {
    if (this.peek() !== '[') return null;
    const end = this.tokens.indexOf(']', this.at);
    // Without an end in reach, it is a bracket of the formula.
    if (end < 0 || end - this.at > 20) return null;
    const inner = this.tokens.slice(this.at + 1, end).join('');
    this.at = end + 1;
    return inner;
  }
}
