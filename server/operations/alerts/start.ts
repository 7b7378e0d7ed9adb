import { repeat } from '#server/jobs/repeat.ts';
import type { Runtime } from '#server/runtime.ts';
import { deliverAlerts } from './deliver.ts';
import { createWatch, look } from './watch.ts';

const lookMs = 15_000;
const deliverMs = 5_000;

/** In every process, with and without workers: those that live tell of those that died. */
export function startAlerts(runtime: Runtime): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watch = createWatch();
  const stops = [
    repeat(runtime, lookMs, () => look(runtime, watch)),
    repeat(runtime, deliverMs, () => deliverAlerts(runtime, stopping.signal)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
