import { type Calculation, findCalculation } from './expression.ts';
import { writeMixed, writeRational } from './rational.ts';
import { solveWorded } from './worded.ts';

/** A worked sum in one or two sentences; null where the text holds none. */
export function explainSum(text: string): string | null {
  try {
    const worded = solveWorded(text);
    if (worded) return worded;
    const calculation = findCalculation(text);
    return calculation && explain(calculation);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message === 'division by zero'
      ? 'Nothing can be divided by zero: no number times 0 gives anything but 0.'
      : 'That power is too big for a text message. Try a smaller one?';
  }
}

function explain(calculation: Calculation): string {
  const fractions = explainFractions(calculation);
  if (fractions) return fractions;
  const { written, value, tokens } = calculation;
  const isFraction = tokens.includes('/') && tokens.length > 3 && !tokens.join('').includes('.');
  const result = writeRational(value, isFraction && value.bottom <= 1000n);
  const hint = hintFor(calculation);
  return `${written} = ${result}.${hint ? ` ${hint}` : ''}`;
}

/** `1/2 + 1/3`: the one sum that is best shown, not told. */
function explainFractions({ tokens, value, written }: Calculation): string | null {
  const isPair = tokens.length === 7 && tokens[1] === '/' && tokens[5] === '/';
  const sign = tokens[3];
  if (!isPair || (sign !== '+' && sign !== '-')) return null;
  const [a, b, c, d] = [tokens[0], tokens[2], tokens[4], tokens[6]].map(Number);
  if (!a || !b || !c || !d || ![a, b, c, d].every(Number.isInteger)) return null;
  const size = leastCommonMultiple(b, d);
  const [left, right] = [(a * size) / b, (c * size) / d];
  const mixed = writeMixed(value);
  const raw = `${sign === '+' ? left + right : left - right}/${size}`;
  const plain = writeRational(value, true);
  const ending = plain === raw ? '' : ` That is ${plain}.`;
  const cut =
    size === b && size === d ? 'The pieces are the same size' : `Cut both into pieces of 1/${size}`;
  return `${cut}: ${left}/${size} ${sign} ${right}/${size} = ${raw}.${ending}${mixed ? ` Or ${mixed}.` : ''} So ${written} = ${plain}.`;
}

function hintFor({ tokens, value }: Calculation): string | null {
  const [a, sign, b] = tokens;
  if (tokens.length !== 3 || !a || !b) return null;
  const [left, right] = [Number(a), Number(b)];
  if (sign === '*' && left > 10 && right > 1 && right <= 12 && Number.isInteger(left)) {
    const tens = Math.floor(left / 10) * 10;
    if (left === tens) return null;
    return `Split it: ${tens} x ${right} is ${tens * right}, ${left - tens} x ${right} is ${(left - tens) * right}, then add.`;
  }
  if (sign === '/' && value.bottom === 1n) return `Check: ${value.top} x ${b} is ${a}.`;
  return null;
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y) [x, y] = [y, x % y];
  return (a * b) / x;
}
