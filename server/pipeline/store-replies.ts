import { lockThreadOwners } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import {
  type NewReply,
  type ReplyWakeups,
  type StoredReply,
  storeReplies,
} from '#server/messages/replies-store.ts';
import type { Runtime } from '#server/runtime.ts';

/** The last credits are spent one reply at a time: a notice goes with them. */
const leastLeft = 3;

/** Stores replies that became ready together. */
export async function storeBatch(runtime: Runtime, replies: NewReply[]): Promise<StoredReply[]> {
  const { db, clock, queue } = runtime;
  const threadIds = replies.map(({ threadId }) => threadId);
  return transact(db, async (tx) => {
    await lockThreadOwners(tx, threadIds);
    const wakeups = wakeupsOf(queue, replies);
    return storeReplies(tx, replies, { now: clock.now(), leastLeft, wakeups });
  });
}

export function wakeupsOf(queue: JobQueue, leased: LeasedJob[]): ReplyWakeups {
  return {
    leased: queue.selectLeased('answer-message', leased),
    release: (threads) => queue.releaseWakeups('answer-message', threads),
    delete: (threads) => queue.deleteWakeups('answer-message', threads),
    lease: (threads) => queue.insertLeased('deliver-reply', threads),
    enqueue: (threads) => queue.insertWakeups('deliver-reply', threads),
  };
}
