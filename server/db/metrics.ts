import { Gauge, Histogram } from 'prom-client';
import { count, readGauge, registers, secondsOfCall, zero } from '#server/outside/metrics.ts';

export const clockAhead = new Gauge({
  name: 'sagewire_clock_ahead_seconds',
  help: "How far this machine's clock is ahead of the database's, which is used.",
  registers,
});

export const databaseErrors = count(
  'sagewire_database_errors_total',
  'Errors of the database by kind; not those that say that a value is taken or wrong.',
  { kind: ['connection', 'timeout', 'lock', 'resources', 'other'] },
);

export const poolWait = new Histogram({
  name: 'sagewire_database_pool_wait_seconds',
  help: 'Time that work waited for a connection, because all were in use. What found a free one is not counted.',
  buckets: secondsOfCall,
  registers,
});

export const connectionsDropped = count(
  'sagewire_database_connections_dropped_total',
  'Connections to the database that died without a word and were replaced.',
);

export const poolWaiting = readGauge(
  'sagewire_database_pool_waiting',
  'Work that waits for a connection to the database now.',
  [],
  zero,
);
