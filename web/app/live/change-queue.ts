/** A burst becomes one refetch. */
const gatherMs = 200;
const pauseMs = 1000;
/** A slower refetch no longer delays the next. */
const patienceMs = 10_000;

export function createChangeQueue(refetch: (changed: Set<string>) => Promise<unknown>) {
  let changed = new Set<string>();
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    timer = undefined;
    if (document.hidden) return;
    const due = changed;
    changed = new Set();
    isBusy = true;
    // Without the wait, refetches would keep canceling a slow reply.
    await Promise.allSettled([wait(pauseMs), Promise.race([refetch(due), wait(patienceMs)])]);
    isBusy = false;
    runSoon(0);
  }
  function runSoon(delayMs: number): void {
    if (changed.size === 0 || isBusy || document.hidden) return;
    timer ??= setTimeout(run, delayMs);
  }
  const catchUp = () => runSoon(0);
  document.addEventListener('visibilitychange', catchUp);

  return {
    add(name: string): void {
      changed.add(name);
      runSoon(gatherMs);
    },
    stop(): void {
      changed.clear();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', catchUp);
    },
  };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
