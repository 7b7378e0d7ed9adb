import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export type Scheduler = {
  /** In units of the sandbox's delay; rejects when the sandbox closes. */
  wait(delays: number): Promise<void>;
  waitMs(ms: number, signal?: AbortSignal): Promise<void>;
  run(task: () => Promise<void>): void;
  waitUntilIdle(): Promise<void>;
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

  const waitUntilIdle = async (): Promise<void> => {
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
    waitUntilIdle,
    async close() {
      closing.abort();
      await waitUntilIdle();
    },
    signal: closing.signal,
  };
}
