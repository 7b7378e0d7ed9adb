/** Runs what has the same key one at a time, in this process. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const attempt = before.then(work);
    const settled = attempt.catch(() => {}); // a failure must not stop the next attempt
    last.set(key, settled);
    try {
      return await attempt;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
