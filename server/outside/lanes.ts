import { tryLater } from '#server/errors.ts';

/**
 * Runs at most `count` tasks at once in this process. The others wait, first come, first served.
 * @param maxWaiting a task beyond it is refused with 429.
 */
export function createLanes(count: number, maxWaiting = Number.POSITIVE_INFINITY) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= maxWaiting) throw tryLater('Too many requests at once.', 1_000);
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
