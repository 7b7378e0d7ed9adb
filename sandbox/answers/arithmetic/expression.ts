import {
  add,
  divide,
  multiply,
  negate,
  parseDecimal,
  power,
  type Rational,
  rational,
} from './rational.ts';

const number = String.raw`\d[\d,]*(?:\.\d+)?|\.\d+`;
const tokenPattern = new RegExp(String.raw`${number}|\*\*|[-+*/^()%]`, 'g');
/** The longest stretch of a text that could be a calculation: starts and ends with a number, bracket or percent sign. */
const stretchPattern = new RegExp(
  String.raw`[-(]*\s*(?:${number})(?:[\d\s.,()%^*/+-]*[\d)%])?`,
  'g',
);

const longestExpression = 120;

/** Words and signs for the same things, as they are texted. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[×·]/g, '*')
    .replace(/÷/g, '/')
    .replace(/[−–]/g, '-')
    .replace(/(\d)\s*x\s*(?=[\d(])/g, '$1*')
    .replace(/\bdivided by\b|\bover\b/g, '/')
    .replace(/\bmultiplied by\b|\btimes\b/g, '*')
    .replace(/\bplus\b/g, '+')
    .replace(/\bminus\b/g, '-')
    .replace(/\bsquared\b/g, '^2')
    .replace(/\bcubed\b/g, '^3')
    .replace(/\bto the power of\b/g, '^')
    .replace(/\bhalf of\b/g, '1/2 *')
    .replace(/\ba third of\b/g, '1/3 *')
    .replace(/\ba quarter of\b/g, '1/4 *')
    .replace(/(\d)\s*(?:percent|per cent)\b/g, '$1%')
    .replace(/%\s*of\b/g, '% *')
    .replace(/[$£€](?=\d)/g, '');
}

export type Calculation = { written: string; value: Rational; tokens: string[] };

/** Finds a calculation in a text and works it out exactly; null where there is none, a RangeError for a division by zero. */
export function findCalculation(text: string): Calculation | null {
  const stretches = normalise(text).match(stretchPattern) ?? [];
  const longest = stretches
    .map((stretch) => stretch.trim())
    .filter((stretch) => stretch.length <= longestExpression)
    .sort((a, b) => b.length - a.length)[0];
  const tokens = longest?.match(tokenPattern) ?? [];
  if (!tokens.some((token) => /[-+*/^%]/.test(token)) || isDate(longest ?? '')) return null;
  const value = evaluate(tokens);
  return value && { written: write(tokens), value, tokens };
}

/** `2026-11-21` and `21/11/2026` are no sums. */
function isDate(text: string): boolean {
  return /^\d{4}-\d{1,2}-\d{1,2}$|^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(text);
}

function write(tokens: string[]): string {
  return tokens
    .join(' ')
    .replace(/\*\*/g, '^')
    .replace(/\*/g, 'x')
    .replace(/(\d) \/ (\d)/g, '$1/$2')
    .replace(/ ?\^ ?/g, '^')
    .replace(/ %/g, '%')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .replace(/^- /, '-');
}

/** Sums of products of signed powers, by recursive descent; null when the tokens are no whole expression. */
function evaluate(tokens: string[]): Rational | null {
  let at = 0;
  const next = () => tokens[at];
  const take = (...wanted: string[]) => {
    const token = tokens[at];
    if (token === undefined || !wanted.includes(token)) return null;
    at += 1;
    return token;
  };

  const sum = (): Rational | null => {
    let left = product();
    for (let sign = take('+', '-'); left && sign; sign = take('+', '-')) {
      const right = product();
      left = right && add(left, sign === '-' ? negate(right) : right);
    }
    return left;
  };
  const product = (): Rational | null => {
    let left = signed();
    for (let sign = take('*', '/'); left && sign; sign = take('*', '/')) {
      const right = signed();
      left = right && (sign === '*' ? multiply(left, right) : divide(left, right));
    }
    return left;
  };
  const signed = (): Rational | null => {
    if (!take('-')) return raised();
    const value = signed();
    return value && negate(value);
  };
  const raised = (): Rational | null => {
    const base = single();
    if (!base || !take('^', '**')) return base;
    const exponent = signed();
    return exponent && power(base, exponent);
  };
  const single = (): Rational | null => {
    const value = take('(') ? closed(sum()) : literal();
    return value && take('%') ? divide(value, rational(100n)) : value;
  };
  const closed = (value: Rational | null) => (take(')') ? value : null);
  const literal = (): Rational | null => {
    const token = next();
    if (token === undefined || !/^[\d.]/.test(token)) return null;
    at += 1;
    return parseDecimal(token);
  };

  const value = sum();
  return at === tokens.length ? value : null;
}
