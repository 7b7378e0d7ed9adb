import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/client.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import {
  type Arrival,
  type StoreConditions,
  type StoredArrival,
  storeArrivals,
  storeUnlessLocked,
} from '#server/messages/arrivals-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { mayBringCrisis } from './crisis-guard.ts';

const job = 'answer-message';

/** Texts of one thread are stored in their order. */
export async function storeInTurn(runtime: Runtime, arrival: Arrival): Promise<StoredArrival> {
  const { storing } = runtime.batches;
  const thread = threadOf(arrival);
  // Once, so that all that wait share a batch.
  await storing.get(thread)?.catch(() => {});
  const stored = store(runtime, arrival);
  if (!storing.has(thread)) {
    storing.set(thread, stored);
    const forget = () => void storing.delete(thread);
    stored.then(forget, forget);
  }
  return stored;
}

/** A text whose thread is locked or new waits beside the others, so that a flood delays no one else. */
async function store(runtime: Runtime, arrival: Arrival): Promise<StoredArrival> {
  const { arrivals, lateArrivals } = runtime.batches;
  const stored = await arrivals.add(arrival, (some) =>
    receiveBatch(runtime, some, storeUnlessLocked),
  );
  return stored ?? lateArrivals.add(arrival, (some) => receiveBatch(runtime, some, storeArrivals));
}

const threadOf = ({ expertId, from }: Arrival) => `${expertId} ${from}`;

/** With free slots, leases the wakeups in the same statement and begins at once; otherwise wakes the workers. */
async function receiveBatch<Stored extends StoredArrival | null>(
  runtime: Runtime,
  arrivals: Arrival[],
  storeAll: (db: Database, arrivals: Arrival[], when: StoreConditions) => Promise<Stored[]>,
): Promise<Stored[]> {
  const { db, clock, queue, changes } = runtime;
  const begin = queue.reserve(job, new Set(arrivals.map(threadOf)).size);
  const lease = begin && randomUUID();
  const begun: LeasedJob[] = [];
  try {
    const storing = storeAll(db, arrivals, { now: clock.now(), lease });
    // While the database works. A turn that begins at once reads for itself.
    const crises = begin ? null : arrivals.map(({ body }) => mayBringCrisis(body));
    const stored = await storing;
    const woken = new Set(stored.flatMap((one) => (one?.isWoken ? one.threadId : [])));
    if (lease) for (const threadId of woken) begun.push({ threadId, lease, attempts: 1 });
    const urgent = stored.flatMap((one, order) => {
      if (!one || (lease && woken.has(one.threadId))) return [];
      return (crises?.[order] ?? mayBringCrisis(arrivals[order]?.body ?? '')) ? one.threadId : [];
    });
    if (urgent.length > 0) await bringForward(runtime, urgent);
    for (const one of stored) {
      if (!one?.isNew) continue;
      changes.publish({ type: 'thread', threadId: one.threadId, userId: one.userId });
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
