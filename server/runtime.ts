import type { Logger } from 'pino';
import type { Changes } from './changes.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { JobQueue } from './jobs/queue.ts';

/** What has a lifetime or a side effect; the first argument of whatever needs it. */
export type Runtime = {
  config: Config;
  db: Database;
  /** Transactions worth running side by side on this database. */
  lanes: number;
  queue: JobQueue;
  /** Every call to an outside service goes through this. */
  fetch: typeof fetch;
  clock: Clock;
  log: Logger;
  /** Tells open pages what changed. */
  changes: Changes;
};

export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };
