const amount = String.raw`[$£€]?\s*(\d[\d,]*(?:\.\d+)?)`;

type Solver = { pattern: RegExp; solve: (numbers: number[], text: string) => string | null };

/** Sums that are asked in words: tips, discounts, shares, means, roots. */
const solvers: Solver[] = [
  {
    pattern: new RegExp(
      String.raw`(\d+(?:\.\d+)?)\s*%?\s*(?:percent)?\s*tip (?:on|for|of) ${amount}`,
      'i',
    ),
    solve: ([rate = 0, bill = 0]) => tip(rate, bill),
  },
  {
    pattern: new RegExp(
      String.raw`tip of (\d+(?:\.\d+)?)\s*(?:%|percent) (?:on|for) ${amount}`,
      'i',
    ),
    solve: ([rate = 0, bill = 0]) => tip(rate, bill),
  },
  {
    pattern: new RegExp(String.raw`(\d+(?:\.\d+)?)\s*(?:%|percent) off (?:of )?${amount}`, 'i'),
    solve: ([rate = 0, price = 0]) =>
      `${round(rate)}% of ${round(price)} is ${round((price * rate) / 100)}, so you pay ${round(price - (price * rate) / 100)}.`,
  },
  {
    pattern: new RegExp(
      String.raw`(?:split|share|divide) ${amount} (?:between|among|by|in|into|with) (\d+)`,
      'i',
    ),
    solve: ([total = 0, people = 0]) =>
      people > 0 ? `${round(total)} / ${people} = ${round(total / people)} each.` : null,
  },
  {
    pattern: /(?:square root of|sqrt\(?)\s*(\d+(?:\.\d+)?)/i,
    solve: ([value = 0]) => squareRoot(value),
  },
  {
    pattern: /\b(?:average|mean) of ((?:[\d.]+(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s+))+[\d.]+)/i,
    solve: (_, text) => mean((text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)),
  },
];

export function solveWorded(text: string): string | null {
  for (const { pattern, solve } of solvers) {
    const found = pattern.exec(text);
    const numbers = found?.slice(1).map((group) => Number(group?.replace(/,/g, '')));
    const answer = found && numbers && solve(numbers, found[0]);
    if (answer) return answer;
  }
  return null;
}

function tip(rate: number, bill: number): string {
  const extra = (bill * rate) / 100;
  return `10% of ${round(bill)} is ${round(bill / 10)}, so ${round(rate)}% is ${round(extra)}. With the tip: ${round(bill + extra)}.`;
}

function squareRoot(value: number): string {
  const root = Math.sqrt(value);
  if (Number.isInteger(root)) return `${root}, because ${root} x ${root} = ${value}.`;
  const below = Math.floor(root);
  return `About ${round(root)}: it lies between ${below} (${below * below}) and ${below + 1} (${(below + 1) ** 2}).`;
}

function mean(numbers: number[]): string {
  const sum = numbers.reduce((total, each) => total + each, 0);
  return `Add them: ${numbers.map(round).join(' + ')} = ${round(sum)}. Divide by ${numbers.length}: the mean is ${round(sum / numbers.length)}.`;
}

/** Two places, as money has; whole numbers stay whole. */
function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
