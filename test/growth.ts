/** Longer texts would measure the machine's memory: arrays of more than 10,000 characters leave V8's usual pages. */
const shortLength = 1_000;
const times = 10;
const rounds = { least: 3, clear: 15, most: 200 };
/** No noise makes linear work look this bad. */
const hopeless = 60;
/** Quadratic work on 10,000 characters is 50 million steps or more, which no machine does in this time; the ratio of such short times is noise. */
const maxHarmlessMs = 1;

/** Linear work grows tenfold, quadratic a hundredfold; garbage collection slows long runs. */
export const linearGrowth = 25;

type Work = (text: string) => unknown;
type Make = (length: number) => string;

/**
 * How many times as long the work takes on 10,000 characters as on 1,000; ten where neither takes long. Measures again while the answer is too high:
 * a busy machine may interrupt a run.
 */
export function growthOf(work: Work, make: Make): number {
  const [short, long] = [make(shortLength), make(times * shortLength)];
  const best = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
  for (let round = 1; ; round++) {
    // If the work is linear, ten short runs last as long as a long one.
    best.short = Math.min(best.short, measure(work, short, times) / times);
    best.long = Math.min(best.long, measure(work, long, 1));
    const growth = best.long < maxHarmlessMs ? times : best.long / best.short;
    const isClear = growth <= linearGrowth || (growth > hopeless && round >= rounds.clear);
    if (round >= (isClear ? rounds.least : rounds.most)) return growth;
  }
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
