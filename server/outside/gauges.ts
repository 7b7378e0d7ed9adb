import { Gauge } from 'prom-client';
import { jobNames } from '#server/jobs/jobs.ts';
import { registry } from './metrics.ts';

type Sample = { labels?: Record<string, string>; value: number };

/** Read for each scrape, because nothing may happen for hours. While a reading fails, the last one stays. */
function read(name: string, help: string, labelNames: string[], initial: Sample[]) {
  let readNow = async () => initial;
  new Gauge({
    ...{ name, help, labelNames, registers: [registry] },
    async collect() {
      const samples = await readNow().catch(() => []);
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
  return {
    readFrom(next: () => Promise<Sample[]>): void {
      readNow = next;
    },
  };
}

const none = [{ value: 0 }];

/** A process without webhooks refuses none. */
export const overloaded = read(
  'sagewire_overloaded',
  '1 while messages are refused with 503, because others have waited too long or the database is slow.',
  [],
  none,
);

const ofJobs = jobNames.map((job) => ({ labels: { job }, value: 0 }));

export const backlog = read(
  'sagewire_backlog',
  'Threads whose work is due and has not begun, by job.',
  ['job'],
  ofJobs,
);

export const backlogAge = read(
  'sagewire_backlog_age_seconds',
  'How long the oldest due work has waited, by job.',
  ['job'],
  ofJobs,
);

export const poolWaiting = read(
  'sagewire_database_pool_waiting',
  'Work that waits for a connection to the database now.',
  [],
  none,
);

export const workerAlive = read(
  'sagewire_worker_alive',
  '1 in a process whose worker reaches its jobs: their sum counts the workers.',
  [],
  none,
);

export const providerDown = read(
  'sagewire_provider_down',
  '1 while an AI provider is down: it failed several times in a row and is only probed.',
  ['provider', 'id'],
  [],
);
