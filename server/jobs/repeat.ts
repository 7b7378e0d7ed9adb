import type { Runtime } from '#server/runtime.ts';

/** One at a time; a failure is logged, and the next time comes. @returns a function that stops it, and waits for its end. */
export function repeat(
  { log }: Pick<Runtime, 'log'>,
  everyMs: number,
  work: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error) => log.error({ err: error }, 'sweep failed'))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
