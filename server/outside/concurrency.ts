import { tryLater } from '#server/errors.ts';

type Work<Result> = () => Promise<Result>;
type Line = { running: number; waiting: (() => void)[] };

type Limit = {
  /** Tasks of a key that run together. */
  atOnce: number;
  /** Of a key; a task beyond it is refused with 429. */
  maxWaiting?: number;
};

/** Limits the tasks of each key, in this process. The others of that key wait, first come, first served. */
export function createKeyedLimit({ atOnce, maxWaiting = Number.POSITIVE_INFINITY }: Limit) {
  const lines = new Map<string, Line>();
  /** @param share of `atOnce`, for a key that has several of the others' places. */
  return async <Result>(key: string, work: Work<Result>, share = 1): Promise<Result> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < atOnce * share) line.running++;
    else if (line.waiting.length >= maxWaiting) throw tryLater('Too many requests at once.', 1_000);
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(key);
    }
  };
}

export function createLimit(limit: Limit) {
  const ofKey = createKeyedLimit(limit);
  return <Result>(work: Work<Result>): Promise<Result> => ofKey('', work);
}
