import type { Database } from '#server/db/client.ts';
import { lockThread, lockThreadOwners } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { LeaseLost } from '#server/jobs/queue.ts';
import { findDelivery } from '#server/messages/deliveries-store.ts';
import { type AfterSending, recordSent, type SentText } from '#server/messages/sent-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { takeNextStep } from './next-step.ts';
import { recordResult } from './record-result.ts';
import type { Called, SendStep } from './send-step.ts';

/** `last` null: nothing was called yet. */
export type Sending = { job: LeasedJob; last: Called | null };

export type Advanced = {
  after: AfterSending;
  step: SendStep | null;
  userId: string | null;
  /** To call after the commit. */
  told: (() => void)[];
};

/**
 * Records the last result and fences the next call in one transaction: a crash leaves a trace and never causes a second
 * text. Accepted texts share one.
 * @returns the next call; null if the wakeup is done.
 * @throws {LeaseLost}
 */
export async function advanceSending(
  runtime: Runtime,
  job: LeasedJob,
  last: Called | null,
): Promise<SendStep | null> {
  const item = { job, last };
  const advanced = toAccepted(item)
    ? await runtime.batches.sent.add(item, (items) => advanceAll(runtime, items))
    : (await advanceAll(runtime, [item]))[0];
  if (!advanced || advanced.after === 'lost') {
    throw new LeaseLost(`deliver-reply of ${job.threadId} was taken over`);
  }
  const { after, step, userId, told } = advanced;
  for (const tell of told) tell();
  if (last) runtime.changes.publish({ type: 'thread', threadId: job.threadId, userId });
  return after === 'more' && !step ? advanceSending(runtime, job, null) : step;
}

/** @param items several accepted texts, or one of any kind. */
async function advanceAll(runtime: Runtime, items: Sending[]): Promise<Advanced[]> {
  return transact(runtime.db, async (tx) => {
    const accepted = items.flatMap((item) => toAccepted(item) ?? []);
    const [owners, recorded] = await recordWithLocks(tx, items, accepted);
    const owner = new Map(owners.map(({ id, userId }) => [id, userId]));
    const advanced: Advanced[] = [];
    for (const item of items) {
      const userId = owner.get(item.job.threadId) ?? null;
      advanced.push({ userId, ...(await advanceOne(runtime, tx, item, recorded)) });
    }
    return advanced;
  });
}

/** Sent together, in this order. */
async function recordWithLocks(tx: Database, items: Sending[], accepted: SentText[]) {
  const threadIds = items.map(({ job }) => job.threadId);
  return Promise.all([
    lockThreadOwners(tx, threadIds),
    accepted.length > 0 ? recordSent(tx, accepted) : [],
  ]);
}

/** @param recorded of the accepted texts that are still to be told, in order. */
async function advanceOne(
  runtime: Runtime,
  tx: Database,
  item: Sending,
  recorded: AfterSending[],
): Promise<Omit<Advanced, 'userId'>> {
  const { job, last } = item;
  const text = toAccepted(item);
  if (text && last) {
    const { gatewayMessageId } = text;
    const tell = () => runtime.journal.sent(last.step.place, gatewayMessageId, last.took);
    return { after: recorded.shift() ?? 'lost', step: null, told: [tell] };
  }
  const thread = await lockThread(tx, job.threadId);
  const context = { runtime, tx, job, now: runtime.clock.now(), thread, told: [] };
  // What was being sent when its conversation was erased is gone.
  const isGone = thread.erasedAt !== null && last && !(await findDelivery(tx, last.step.text.id));
  if (last && !isGone) await recordResult(context, last);
  const step = await takeNextStep(context, last?.isStopping ?? false);
  return { after: 'done', step, told: context.told };
}

function toAccepted({ job, last }: Sending): SentText | null {
  if (!last || last.isStopping || !('gatewayMessageId' in last.result)) return null;
  const { step, result } = last;
  const { threadId, lease } = job;
  const { gatewayMessageId } = result;
  return { threadId, lease, deliveryId: step.text.id, messageId: step.messageId, gatewayMessageId };
}
