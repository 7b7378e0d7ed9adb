import { createGroups } from '#server/jobs/groups.ts';
import {
  type Arrival,
  type StoredArrival,
  storeArrivals,
} from '#server/messages/arrivals-store.ts';
import type { Runtime } from '#server/runtime.ts';

/** A group that is larger does not get faster, but makes its members wait. */
const largestGroup = 64;

type Receive = (arrival: Arrival) => Promise<StoredArrival>;
const receivers = new WeakMap<Runtime, Receive>();

/** Stores arrivals with their wakeups, gathered into groups; one gatherer for each runtime. */
export function receiving(runtime: Runtime): Receive {
  const known = receivers.get(runtime);
  if (known) return known;
  const receive = createGroups<Arrival, StoredArrival>({
    lanes: runtime.lanes,
    largest: largestGroup,
    commit: (arrivals) => commitGroup(runtime, arrivals),
  });
  receivers.set(runtime, receive);
  return receive;
}

async function commitGroup(runtime: Runtime, arrivals: Arrival[]): Promise<StoredArrival[]> {
  const stored = await storeArrivals(runtime.db, arrivals, {
    now: runtime.clock.now(),
    wakeupsOf: (threads) => runtime.queue.wakeupsOf('answer-message', threads),
  });
  runtime.queue.poke('answer-message');
  for (const { threadId, userId, isNew } of stored) {
    if (isNew) runtime.changes.publish({ type: 'thread', threadId, userId });
  }
  return stored;
}
