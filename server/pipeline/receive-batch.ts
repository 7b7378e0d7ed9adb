import {
  type Arrival,
  type StoredArrival,
  storeArrivals,
} from '#server/messages/arrivals-store.ts';
import type { Runtime } from '#server/runtime.ts';

/** Stores a batch of arrivals with their wakeups, then wakes the workers and open pages. */
export async function receiveBatch(
  { db, clock, queue, changes }: Runtime,
  arrivals: Arrival[],
): Promise<StoredArrival[]> {
  const stored = await storeArrivals(db, arrivals, {
    now: clock.now(),
    insertWakeups: (threads) => queue.insertWakeups('answer-message', threads),
  });
  queue.wakeWorkers('answer-message');
  for (const { threadId, userId, isNew } of stored) {
    if (isNew) changes.publish({ type: 'thread', threadId, userId });
  }
  return stored;
}
