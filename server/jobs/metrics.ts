import { count, readGauge, zero } from '#server/outside/metrics.ts';
import { jobNames } from './jobs.ts';

const ofJobs = jobNames.map((job) => ({ labels: { job }, value: 0 }));

export const jobsFailed = count(
  'sagewire_jobs_failed_total',
  'Jobs that threw. They are retried.',
  { job: jobNames },
);

export const backlog = readGauge(
  'sagewire_backlog',
  'Threads whose work is due and has not begun, by job.',
  ['job'],
  ofJobs,
);

export const backlogAge = readGauge(
  'sagewire_backlog_age_seconds',
  'How long the oldest due work has waited, by job.',
  ['job'],
  ofJobs,
);

export const workerAlive = readGauge(
  'sagewire_worker_alive',
  '1 in a process whose worker reaches its jobs: their sum counts the workers.',
  [],
  zero,
);

export const paused = readGauge(
  'sagewire_paused',
  '1 from a restore until an admin has chosen what becomes of its texts: none leaves until then.',
  [],
  zero,
);
