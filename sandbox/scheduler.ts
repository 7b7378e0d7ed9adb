import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Runs work behind a request, at a natural pace, so that tests can wait for all of it and closing ends it. */
export type Scheduler = {
  /** Resolves after so many natural delays; rejects when the sandbox closes. */
  wait(delays: number): Promise<void>;
  waitMs(ms: number, signal?: AbortSignal): Promise<void>;
  run(task: () => Promise<void>): void;
  /** Resolves when nothing started by `run` is left. */
  settled(): Promise<void>;
  close(): Promise<void>;
  readonly signal: AbortSignal;
};

export function createScheduler(delayMs: number, onError: (error: unknown) => void): Scheduler {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  const waitMs = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    if (ms <= 0) await nextTurn(undefined, { signal: either });
    else await pause(ms, undefined, { signal: either });
  };

  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };

  return {
    wait: (delays) => waitMs(delays * delayMs),
    waitMs,
    run(task) {
      const work = task()
        .catch((error: unknown) => {
          if (!closing.signal.aborted) onError(error);
        })
        .finally(() => running.delete(work));
      running.add(work);
    },
    settled,
    async close() {
      closing.abort();
      await settled();
    },
    signal: closing.signal,
  };
}
