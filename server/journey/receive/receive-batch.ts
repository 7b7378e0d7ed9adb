import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSlow } from '#server/db/database-failure.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import {
  type Arrival,
  addThread,
  type NotStored,
  type StoredArrival,
  storeArrivals,
} from '#server/messages/arrivals-store.ts';
import { endSilentThreads } from '#server/messages/silence-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { mayBringCrisis } from '../safety/read-danger.ts';

const job = 'answer-message';

/** A lock is usually gone this soon. */
const firstWaitMs = 5;
const maxWaitMs = 100;
/** Then the gateway was told to send the text again. */
const maxMs = 5_000;
/** It may be gone again before its text is stored. */
const maxNewThreads = 3;

/** Texts of one thread are stored in their order, and wait for no other thread. */
export async function storeInTurn(runtime: Runtime, arrival: Arrival): Promise<StoredArrival> {
  const { batches, intake } = runtime;
  const storing = batches.storing.add(threadOf(arrival), arrival, (texts) => store(runtime, texts));
  storing.then(
    () => intake.note(null),
    () => intake.note(arrival),
  );
  return storing;
}

const threadOf = ({ expertId, from }: Arrival) => `${expertId} ${from}`;

/** @param texts of one thread. */
async function store(runtime: Runtime, texts: Arrival[]): Promise<StoredArrival[]> {
  const { db, clock, batches } = runtime;
  const [first] = texts as [Arrival];
  const until = performance.now() + maxMs;
  let newThreads = 0;
  for (let waitMs = firstWaitMs; ; ) {
    const stored = await batches.arrivals.add(texts, (groups) => receiveBatch(runtime, groups));
    if (typeof stored !== 'string') return stored;
    if (performance.now() > until) throw new DatabaseSlow('its thread is locked for too long');
    if (stored === 'locked') {
      await sleep(waitMs);
      waitMs = Math.min(2 * waitMs, maxWaitMs);
    } else if (stored === 'silent') {
      await endSilentThreads(db, { expertId: first.expertId, handle: first.from }, clock.now());
    } else {
      if (++newThreads > maxNewThreads) throw new Error('The thread ended before its first text');
      await addThread(db, first, clock.now());
    }
  }
}

/**
 * With free slots, leases the wakeups in the same statement and begins at once; otherwise wakes the workers.
 * @param groups one per thread.
 */
async function receiveBatch(
  runtime: Runtime,
  groups: Arrival[][],
): Promise<(StoredArrival[] | NotStored)[]> {
  const { db, clock, queue, changes } = runtime;
  const arrivals = groups.flat();
  const begin = queue.reserve(job, groups.length);
  const lease = begin && randomUUID();
  const begun: LeasedJob[] = [];
  try {
    const storing = storeArrivals(db, arrivals, { now: clock.now(), lease }).catch(
      async (error) => {
        if (lease) {
          await queue.release(job, lease);
          queue.wakeWorkers(job);
        }
        throw error;
      },
    );
    // While the database works. A turn that begins at once reads for itself.
    const crises = begin ? null : arrivals.map(({ body }) => mayBringCrisis(body));
    const results = await storing;
    const stored = results.map((one) => (typeof one === 'string' ? null : one));
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
    return splitLike(groups, results);
  } finally {
    begin?.(begun);
    if (!begin) queue.wakeWorkers(job);
  }
}

function splitLike(
  groups: Arrival[][],
  results: (StoredArrival | NotStored)[],
): (StoredArrival[] | NotStored)[] {
  let at = 0;
  return groups.map(({ length }) => {
    const own = results.slice(at, at + length);
    at += length;
    const notStored = own.find((one) => typeof one === 'string');
    return notStored ?? (own as StoredArrival[]);
  });
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
