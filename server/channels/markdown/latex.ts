import {
  accents,
  bigSigns,
  blackboard,
  delimited,
  functions,
  ignored,
  operators,
  rowBreaks,
  spaces,
  symbols,
  vulgarFractions,
  wrappers,
  writeSmall,
} from './latex-symbols.ts';
import { addAccent, appendOperator, appendWord, dropSpaces, isSum, isWord } from './latex-text.ts';
import { Tokens } from './latex-tokens.ts';

/** A formula as a person would type it: `\frac{1}{2}` → ½, `\sqrt{b^2-4ac}` → √(b² − 4ac). */
export function readLatex(source: string): string {
  const reader = new Reader(source);
  const lines = reader.read().split('\n');
  return lines
    .map((line) =>
      line
        .replace(/ {2,}/g, ' ')
        .replace(/([([⌊⌈⟨]) | (?=[)\]⌋⌉⟩])/g, '$1')
        .trim(),
    )
    .filter(Boolean)
    .join('\n');
}

/** Deeper groups are read as they are written. */
const maxDepth = 30;
class Reader extends Tokens {
  private depth = 0;

  /** Up to `end`, which is consumed; `}` without a beginning is dropped. */
  read(end: string | null = null, row: { cell: string; line: string } = aligned): string {
    let out = '';
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at++] as string;
      if (token === '\\end') {
        this.readGroup();
        if (end === token) return out;
      } else if (token === end) return out;
      else if (token === '}') continue;
      else if (token === '&') out = `${dropSpaces(out)}${row.cell}`;
      else if (rowBreaks.has(token)) {
        this.readOptional();
        out = `${dropSpaces(out)}${row.line}`;
      } else out = this.append(out, token);
    }
    return out;
  }

  private append(out: string, token: string): string {
    // Markdown needs the backslash, LaTeX does not.
    const mark = token === '\\_' && this.peek() === '{' ? '_' : token;
    if (mark === '^' || mark === '_') return `${dropSpaces(out)}${this.readScript(mark)}`;
    if (token === "'") return `${out}′`;
    if (/^\s/.test(token)) return out.endsWith(' ') ? out : `${out} `;
    if (spaces.has(token)) return `${out} `;
    const name = token.startsWith('\\') ? token.slice(1).replace('*', '') : token;
    const isArrow = token === '-' && this.peek() === '>';
    if (isArrow) this.at++;
    const operator = isArrow ? '→' : operators.get(name);
    if (operator !== undefined) {
      if (token !== name) this.skipSpace();
      return appendOperator(out, operator, token === name && !/^\s/.test(this.peek()));
    }
    if (token === '{') return out + this.readNested('}');
    if (token === '[') return `${out}[`;
    return token === name ? out + token : this.appendCommand(out, name);
  }

  private appendCommand(out: string, name: string): string {
    if (name === '|') return `${out}‖`;
    if (!/^[a-zA-Z]/.test(name)) return out + ('!()[]'.includes(name) ? '' : name);
    if (name === 'left' || name === 'right') return out + this.readDelimiter();
    if (name === 'begin') return out + this.readEnvironment();
    if (name === 'not') return `${out}${this.readArgument().trim()}\u0338`;
    if (ignored.has(name)) return out;
    if (wrappers.has(name)) return out + this.readWrapped(name);
    if (/^[dtc]?frac$/.test(name)) return out + this.readFraction(out);
    if (name === 'sqrt') return out + this.readRoot();
    if (/^[dt]?binom$/.test(name)) return `${out}C(${this.readArgument()}, ${this.readArgument()})`;
    if (name === 'pmod') return `${out.trimEnd()} (mod ${this.readArgument()})`;
    if (name === 'mathbb') return out + this.readLetters();
    if (name === 'tag') return `${out} (${this.readArgument()})`;
    if (/^(label|color|vspace|hspace|ref|eqref)$/.test(name)) return this.drop(out);
    if (/^(textcolor|colorbox)$/.test(name)) return this.drop(out) + this.readArgument();
    if (/^(overset|underset|stackrel)$/.test(name)) return this.drop(out) + this.readArgument();
    if (/^x(right|left)arrow$/.test(name))
      return this.drop(`${out} ${name[1] === 'r' ? '→' : '←'} `);
    const accent = accents.get(name);
    if (accent !== undefined) return out + addAccent(this.readArgument(), accent);
    const sign = bigSigns.get(name);
    if (sign !== undefined) {
      const limits = this.readLimits();
      return appendWord(out, sign) + (limits === ' ' && this.startsBracket() ? '' : limits);
    }
    if (this.tokens[this.at + 1] !== '|') this.skipSpace();
    const symbol = symbols.get(name);
    if (symbol !== undefined) return out + symbol;
    const needsSpace = this.startsWord() || !functions.has(name);
    return `${appendWord(out, name)}${needsSpace && this.peek() !== '^' && this.peek() !== '_' ? ' ' : ''}`;
  }

  private drop(out: string): string {
    this.readArgument();
    return out;
  }

  private readNested(end: string, row?: { cell: string; line: string }): string {
    if (this.depth === maxDepth) return '';
    this.depth++;
    const inner = this.read(end, row);
    this.depth--;
    return inner;
  }

  private readArgument(): string {
    this.skipSpace();
    const token = this.peek();
    if (token === '' || token === '}' || token === '&') return '';
    this.at++;
    if (token === '{') return this.readNested('}').trim();
    if (this.depth === maxDepth) return '';
    this.depth++;
    const read = this.append('', token).trim();
    this.depth--;
    return read;
  }

  private readGroup(): string {
    return this.peek() === '{' ? this.readRaw() : '';
  }

  private readWrapped(name: string): string {
    this.skipSpace();
    if (/brace$/.test(name)) return this.readArgument() + this.readLabel();
    if (name === 'substack') return this.readArgument().replaceAll('\n', ', ');
    const isText = /^(text|mbox|hbox|emph|fbox)/.test(name) && this.peek() === '{';
    if (!isText) return this.readArgument();
    return this.readRaw().replace(/\\([%$#&_{}])|\$/g, '$1');
  }

  /** Under or over a brace. */
  private readLabel(): string {
    const mark = this.peek();
    if (mark !== '_' && mark !== '^') return '';
    this.at++;
    return ` (${this.readArgument()})`;
  }

  private readLetters(): string {
    return [...this.readArgument()].map((each) => blackboard.get(each) ?? each).join('');
  }

  private readScript(mark: '^' | '_'): string {
    const script = this.readArgument();
    if (script === '') return '';
    const small = writeSmall(mark, script);
    if (small !== null) return small;
    const isName = mark === '_' && /^[\p{L}\p{N}]+$/u.test(script);
    return [...script].length === 1 || isName ? mark + script : `${mark}(${script})`;
  }

  private readFraction(before: string): string {
    const [top, bottom] = [this.readArgument(), this.readArgument()];
    const glyph = vulgarFractions.get(`${top}/${bottom}`);
    if (glyph) return glyph;
    const fraction = `${isSum(top) ? `(${top})` : top}/${isWord(bottom) ? bottom : `(${bottom})`}`;
    // Else `\frac{a}{b}c` would read as a/(bc).
    if (isWord(bottom) && (this.startsFactor() || (!/^[d∂]/.test(top) && this.startsBracket())))
      return `(${fraction})`;
    return /\d$/.test(before) && /^\d/.test(fraction) ? ` ${fraction}` : fraction;
  }

  private readRoot(): string {
    const degree = this.readOptional() ?? '2';
    const inner = this.readArgument();
    const sign =
      { '2': '√', '3': '∛', '4': '∜' }[degree] ?? `${writeSmall('^', degree) ?? degree}√`;
    return isWord(inner) ? sign + inner : `${sign}(${inner})`;
  }

  /** Of a sum or integral: ∫₀¹, but ∑(n = 1 … ∞). */
  private readLimits(): string {
    const limits: Partial<Record<string, string>> = {};
    for (;;) {
      this.skipSpace();
      const mark = this.peek();
      if (mark === '\\limits' || mark === '\\nolimits') this.at++;
      else if ((mark === '_' || mark === '^') && limits[mark] === undefined) {
        this.at++;
        limits[mark] = this.readArgument();
      } else break;
    }
    const { _: low, '^': high } = limits;
    const smallLow = low === undefined ? '' : writeSmall('_', low);
    const smallHigh = high === undefined ? '' : writeSmall('^', high);
    if (smallLow !== null && smallHigh !== null) return `${smallLow}${smallHigh} `;
    return ` (${[low, high].filter((limit) => limit !== undefined).join(' … ')}) `;
  }

  private readDelimiter(): string {
    this.skipSpace();
    const token = this.tokens[this.at++] ?? '';
    if (token === '.') return '';
    return token.startsWith('\\') ? (symbols.get(token.slice(1)) ?? token.slice(1)) : token;
  }

  private readEnvironment(): string {
    const name = this.readGroup().replace('*', '');
    if (name === 'array' || name === 'tabular') this.readGroup();
    const around = delimited[name] ?? (name === 'array' ? ['', ''] : null);
    if (name === 'cases') return `{ ${this.readNested('\\end', cases).trim()}`;
    if (!around) return this.readNested('\\end', aligned);
    return `${around[0]}${this.readNested('\\end', matrix).trim()}${around[1]}`;
  }
}

const aligned = { cell: ' ', line: '\n' };
const matrix = { cell: ', ', line: '; ' };
const cases = { cell: ' ', line: '; ' };
