import { lockThreadOwners } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { LeaseLost } from '#server/jobs/queue.ts';
import { type AfterSending, recordSent, type SentText } from '#server/messages/sent-store.ts';
import { repliesSent } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { advanceSending, type SendResult, type SendStep } from './sending.ts';

/**
 * Records an accepted text in a batch with other threads' texts, and any other result alone.
 * @returns the thread's next call; null if its wakeup is done.
 * @throws {LeaseLost}
 */
export async function recordSending(
  runtime: Runtime,
  job: LeasedJob,
  last: { step: SendStep; result: SendResult; isStopping: boolean },
): Promise<SendStep | null> {
  const { step, result } = last;
  if (!('gatewayMessageId' in result) || last.isStopping) return advanceSending(runtime, job, last);
  const { gatewayMessageId } = result;
  const sent = { ...job, deliveryId: step.text.id, messageId: step.messageId, gatewayMessageId };
  const after = await runtime.batches.sent.add(sent, (texts) => recordBatch(runtime, texts));
  if (after === 'lost') throw new LeaseLost(`deliver-reply of ${job.threadId} was taken over`);
  return after === 'more' ? advanceSending(runtime, job, null) : null;
}

async function recordBatch(runtime: Runtime, texts: SentText[]): Promise<AfterSending[]> {
  const { db, queue, changes } = runtime;
  const { owners, results } = await transact(db, async (tx) => {
    const owners = await lockThreadOwners(
      tx,
      texts.map(({ threadId }) => threadId),
    );
    const results = await recordSent(tx, texts, {
      leased: (job) => queue.selectLeased('deliver-reply', job),
      delete: (threads) => queue.deleteWakeups('deliver-reply', threads),
    });
    return { owners, results };
  });
  repliesSent.inc({ outcome: 'sent' }, results.filter((after) => after !== 'lost').length);
  for (const { id, userId } of owners) changes.publish({ type: 'thread', threadId: id, userId });
  return results;
}
