import type { Runtime } from '#server/runtime.ts';
import { fillBatch } from './fill.ts';

/** Between batches, so that a flood of texts is stored first. */
const restMs = 250;
/** For messages whose notice was missed. */
const checkMs = 15_000;

export function startFiller({ db, changes, log }: Pick<Runtime, 'db' | 'changes' | 'log'>): {
  stop(): Promise<void>;
} {
  let isStopped = false;
  let isDue = true;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    isDue = false;
    try {
      const { isDone } = await fillBatch(db);
      isDue ||= !isDone;
    } catch (error) {
      log.error({ err: error }, 'indexing messages failed');
    }
  }
  function plan(): void {
    if (isStopped || timer || running) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = run().finally(() => {
        running = null;
        if (isDue) plan();
      });
    }, restMs);
  }
  function wake(): void {
    isDue = true;
    plan();
  }

  const unsubscribe = changes.subscribe({
    onChange: ({ type }) => type === 'thread' && wake(),
    onGap: wake,
  });
  const check = setInterval(wake, checkMs);
  wake();
  return {
    async stop() {
      isStopped = true;
      unsubscribe();
      clearInterval(check);
      clearTimeout(timer);
      await running;
    },
  };
}
