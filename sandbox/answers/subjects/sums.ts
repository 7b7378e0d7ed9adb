const number = String.raw`(\d[\d,]*(?:\.\d+)?)`;
const operator = String.raw`(\+|\bplus\b|[-−] |minus|[x*×]|times|÷|divided by|% of|percent of)`;
/** Digits around it would make it a date, a fraction or a phone number. */
const sum = new RegExp(
  String.raw`(?<![\d/.,-])${number}\s*${operator}\s*${number}(?![\d/.,-]*\d)`,
  'i',
);

export function findSum(text: string): string | null {
  const [, first = '', sign = '', second = ''] = sum.exec(text) ?? [];
  if (!first) return null;
  const [a, b] = [first, second].map((digits) => Number(digits.replaceAll(',', '')));
  const result = calculate(Number(a), sign.trim().toLowerCase(), Number(b));
  if (!Number.isFinite(result)) return 'Nothing can be divided by zero.';
  return `${first}${sign.startsWith('%') ? '' : ' '}${sign.trim()} ${second} is ${round(result)}.`;
}

function calculate(a: number, sign: string, b: number): number {
  if (sign === '+' || sign === 'plus') return a + b;
  if (sign === '-' || sign === '−' || sign === 'minus') return a - b;
  if (sign === '÷' || sign === 'divided by') return a / b;
  return sign.endsWith('of') ? (a * b) / 100 : a * b;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
