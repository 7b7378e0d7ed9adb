import { providerDown } from '#server/experts/providers/metrics.ts';
import { listProviders } from '#server/experts/providers/store.ts';
import { backlog, backlogAge, paused, workerAlive } from '#server/jobs/metrics.ts';
import type { Runtime } from '#server/runtime.ts';

type Read = Pick<Runtime, 'db' | 'queue' | 'config'>;

/** What no event tells: it is read from the database for each scrape. */
export function connectGauges({ db, queue, config }: Read): void {
  backlog.readFrom(async () =>
    (await queue.measureBacklogs()).map(({ job, due }) => ({ labels: { job }, value: due })),
  );
  backlogAge.readFrom(async () =>
    (await queue.measureBacklogs()).map(({ job, oldestMs }) => ({
      labels: { job },
      value: oldestMs / 1000,
    })),
  );
  providerDown.readFrom(async () =>
    (await listProviders(db)).map(({ key: provider, id, outage }) => ({
      labels: { provider, id },
      value: outage ? 1 : 0,
    })),
  );
  paused.readFrom(async () => [{ value: Number(await queue.isPaused()) }]);
  const hasWorker = config.roles.includes('worker');
  workerAlive.readFrom(async () => [{ value: Number(hasWorker && queue.isLeasing()) }]);
}
