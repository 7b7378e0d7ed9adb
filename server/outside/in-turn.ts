import { tryLater } from '#server/errors.ts';

/**
 * Runs work with the same key one at a time, in this process.
 * @param most how many may run and wait, together.
 * @returns a function that rejects with 429 beyond that.
 */
export function createTurns(most = Number.POSITIVE_INFINITY) {
  const queues = new Map<string, { last: Promise<unknown>; open: number }>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), open: 0 };
    if (queue.open >= most) throw tryLater('Too many requests at once.', 1000);
    const attempt = queue.last.then(work);
    queue.last = attempt.catch(() => {}); // a failure must not stop the next attempt
    queue.open += 1;
    queues.set(key, queue);
    try {
      return await attempt;
    } finally {
      queue.open -= 1;
      if (queue.open === 0) queues.delete(key);
    }
  };
}
