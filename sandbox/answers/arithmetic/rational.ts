/** An exact fraction in lowest terms; the denominator is positive. */
export type Rational = { top: bigint; bottom: bigint };

export function rational(top: bigint, bottom = 1n): Rational {
  if (bottom === 0n) throw new RangeError('division by zero');
  const sign = bottom < 0n ? -1n : 1n;
  const divisor = commonDivisor(top < 0n ? -top : top, bottom * sign) || 1n;
  return { top: (sign * top) / divisor, bottom: (sign * bottom) / divisor };
}

export function parseDecimal(text: string): Rational {
  const [whole = '0', decimals = ''] = text.replace(/,/g, '').split('.');
  return rational(BigInt((whole || '0') + decimals), 10n ** BigInt(decimals.length));
}

export const add = (a: Rational, b: Rational) =>
  rational(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const negate = (a: Rational): Rational => ({ top: -a.top, bottom: a.bottom });
export const multiply = (a: Rational, b: Rational) => rational(a.top * b.top, a.bottom * b.bottom);
export const divide = (a: Rational, b: Rational) => rational(a.top * b.bottom, a.bottom * b.top);

const largestPower = 64n;

/** Whole exponents only, and small ones: a text message has no room for more. */
export function power(base: Rational, exponent: Rational): Rational {
  const times = exponent.top < 0n ? -exponent.top : exponent.top;
  if (exponent.bottom !== 1n || times > largestPower) throw new RangeError('exponent');
  const raised = rational(base.top ** times, base.bottom ** times);
  return exponent.top < 0n ? divide(rational(1n), raised) : raised;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}

/** As people write it: `84`, `5/6`, `2.5`, `1 5/6`; long decimals are rounded to four places. */
export function writeRational(value: Rational, prefersFraction: boolean): string {
  const { top, bottom } = value;
  if (bottom === 1n) return String(top);
  if (prefersFraction) return `${top}/${bottom}`;
  const decimal = Number(top) / Number(bottom);
  const rounded = Number(decimal.toFixed(4));
  return rounded === decimal ? String(decimal) : `about ${rounded}`;
}

/** `11/6` is `1 5/6`; null where there is no whole part. */
export function writeMixed({ top, bottom }: Rational): string | null {
  if (bottom === 1n || top <= bottom) return null;
  return `${top / bottom} ${top % bottom}/${bottom}`;
}
