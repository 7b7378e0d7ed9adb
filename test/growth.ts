const shortLength = 10_000;
const times = 10;
const rounds = { least: 3, clear: 15, most: 200 };
/** No noise makes linear work look this bad. */
const hopeless = 60;

/** Linear work grows tenfold, quadratic a hundredfold; garbage collection slows long runs. */
export const linearGrowth = 25;

type Work = (text: string) => unknown;
type Make = (length: number) => string;

/**
 * Compares 10,000 characters with 100,000. Measures again while the answer is too high: a busy
 * machine may interrupt a run.
 */
export function growthOf(work: Work, make: Make): number {
  // Work that grows too fast would take minutes at the full length.
  const early = compare(work, make, { length: shortLength / times, limit: linearGrowth });
  if (early > linearGrowth) return early;
  return compare(work, make, { length: shortLength, limit: linearGrowth });
}

function compare(work: Work, make: Make, { length, limit }: { length: number; limit: number }) {
  const [short, long] = [make(length), make(times * length)];
  const measured: { short: number; long: number }[] = [];
  for (;;) {
    // If the work is linear, ten short runs last as long as a long one.
    measured.push({ short: measure(work, short, times) / times, long: measure(work, long, 1) });
    const growth = Math.min(medianGrowth(measured), bestGrowth(measured));
    const isClear = growth <= limit || (growth > hopeless && measured.length >= rounds.clear);
    if (measured.length >= (isClear ? rounds.least : rounds.most)) return growth;
  }
}

/** Better when every run is interrupted. */
function medianGrowth(measured: { short: number; long: number }[]): number {
  const growths = measured.map(({ short, long }) => long / short).sort((a, b) => a - b);
  return growths[growths.length >> 1] as number;
}

/** Better when some runs are interrupted. */
function bestGrowth(measured: { short: number; long: number }[]): number {
  const least = (key: 'short' | 'long') => Math.min(...measured.map((each) => each[key]));
  return least('long') / least('short');
}

function measure(work: Work, text: string, runs: number): number {
  const started = performance.now();
  for (let run = 0; run < runs; run++) work(text);
  return performance.now() - started;
}

/** `repeat('x', ' ', 'y')` → `x`, spaces up to the length, `y` */
export const repeat =
  (start: string, middle: string, end = '') =>
  (length: number) =>
    start + middle.repeat(Math.ceil(length / middle.length)) + end;
