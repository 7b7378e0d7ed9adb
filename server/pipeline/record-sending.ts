import { lockThreadOwners } from '#server/db/locks.ts';
import { transactAtOnce } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { LeaseLost } from '#server/jobs/queue.ts';
import { type AfterSending, recordSent, type SentText } from '#server/messages/sent-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { advanceSending, type Called, type SendStep } from './sending.ts';

/**
 * Records an accepted text in a batch, any other result alone.
 * @returns the next call; null if the wakeup is done.
 * @throws {LeaseLost}
 */
export async function recordSending(
  runtime: Runtime,
  job: LeasedJob,
  last: Called,
): Promise<SendStep | null> {
  const { step, result } = last;
  if (!('gatewayMessageId' in result) || last.isStopping) return advanceSending(runtime, job, last);
  const { gatewayMessageId } = result;
  const sent = { ...job, deliveryId: step.text.id, messageId: step.messageId, gatewayMessageId };
  const after = await runtime.batches.sent.add(sent, (texts) => recordBatch(runtime, texts));
  if (after === 'lost') throw new LeaseLost(`deliver-reply of ${job.threadId} was taken over`);
  runtime.journal.sent(step.place, gatewayMessageId, last.took);
  return after === 'more' ? advanceSending(runtime, job, null) : null;
}

async function recordBatch(runtime: Runtime, texts: SentText[]): Promise<AfterSending[]> {
  const { db, changes } = runtime;
  const threadIds = texts.map(({ threadId }) => threadId);
  const [owners, results] = await transactAtOnce(db, (tx) => [
    lockThreadOwners(tx, threadIds),
    recordSent(tx, texts),
  ]);
  for (const { id, userId } of owners) changes.publish({ type: 'thread', threadId: id, userId });
  return results;
}
