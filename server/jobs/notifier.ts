import type { Logger } from 'pino';
import type { Notices } from '#server/db/notices.ts';
import type { JobName } from './jobs.ts';

export const notifyChannel = 'sagewire_jobs';
/** Between two notices of a job; one that comes alone doesn't wait. */
const restMs = 20;

/**
 * NOTIFY takes a lock that all commits share, so it runs outside our transactions and with pauses. The next poll finds
 * the job of a lost notice.
 * @param notices null without other processes.
 */
export function createNotifier(
  notices: Notices | null,
  { log, isReady }: { log: Logger; isReady: () => boolean },
): (name: JobName) => void {
  const planned = new Set<JobName>();
  const lastAt = new Map<JobName, number>();
  return (name) => {
    if (!notices || !isReady() || planned.has(name)) return;
    planned.add(name);
    const restsUntil = (lastAt.get(name) ?? Number.NEGATIVE_INFINITY) + restMs;
    setTimeout(
      () => {
        planned.delete(name);
        lastAt.set(name, performance.now());
        notices
          .send(notifyChannel, name)
          .catch((error) => log.warn({ err: error }, 'other processes were not notified of a job'));
      },
      Math.max(0, restsUntil - performance.now()),
    );
  };
}
