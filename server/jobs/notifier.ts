import type { Logger } from 'pino';
import type { Notices } from '#server/db/notices.ts';
import type { JobName } from './jobs.ts';

export const notifyChannel = 'sagewire_jobs';
const notifyAfterMs = 5;

/**
 * NOTIFY takes a lock that all commits share, so it runs outside our transactions, at most once in a few milliseconds. If
 * it gets lost, the next poll finds the job.
 * @param notices null without other processes.
 */
export function createNotifier(
  notices: Notices | null,
  { log, isReady }: { log: Logger; isReady: () => boolean },
): (name: JobName) => void {
  const notified = new Set<JobName>();
  return (name) => {
    if (!notices || !isReady() || notified.has(name)) return;
    notified.add(name);
    setTimeout(() => {
      notified.delete(name);
      notices
        .send(notifyChannel, name)
        .catch((error) => log.warn({ err: error }, 'other processes were not notified of a job'));
    }, notifyAfterMs);
  };
}
