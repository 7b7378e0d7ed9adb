import { randomUUID } from 'node:crypto';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import {
  type Arrival,
  type StoredArrival,
  storeArrivals,
} from '#server/messages/arrivals-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { mayBringCrisis } from './crisis-guard.ts';

const job = 'answer-message';

/** With free slots, leases the wakeups in the same statement and begins at once; otherwise wakes the workers. */
export async function receiveBatch(
  runtime: Runtime,
  arrivals: Arrival[],
): Promise<StoredArrival[]> {
  const { db, clock, queue, changes } = runtime;
  const begin = queue.reserve(job, arrivals.length);
  const lease = begin && randomUUID();
  const begun: LeasedJob[] = [];
  try {
    const storing = storeArrivals(db, arrivals, { now: clock.now(), lease });
    // While the database works. A turn that begins at once reads for itself.
    const crises = begin ? null : arrivals.map(({ body }) => mayBringCrisis(body));
    const stored = await storing;
    const woken = new Set(stored.flatMap(({ threadId, isWoken }) => (isWoken ? threadId : [])));
    if (lease) for (const threadId of woken) begun.push({ threadId, lease, attempts: 1 });
    const urgent = stored.flatMap(({ threadId }, order) => {
      if (lease && woken.has(threadId)) return [];
      return (crises?.[order] ?? mayBringCrisis(arrivals[order]?.body ?? '')) ? threadId : [];
    });
    if (urgent.length > 0) await bringForward(runtime, urgent);
    for (const { threadId, userId, isNew } of stored) {
      if (isNew) changes.publish({ type: 'thread', threadId, userId });
    }
    return stored;
  } finally {
    begin?.(begun);
    if (!begin) queue.wakeWorkers(job);
  }
}

/**
 * A crisis whose turn does not begin at once gets its own wakeup, so that it waits for no other text or model. Before
 * the ack: after a crash the gateway sends the message again.
 */
async function bringForward({ db, queue }: Runtime, threadIds: string[]): Promise<void> {
  // Sorted, so that two processes can't deadlock.
  const wakeups = [...new Set(threadIds)].sort().map((threadId) => ({ threadId }));
  await queue.enqueue(db, 'meet-crisis', wakeups);
  queue.wakeWorkers('meet-crisis');
}
