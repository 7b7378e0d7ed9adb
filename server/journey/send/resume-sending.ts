import { channelFor } from '#server/channels/index.ts';
import { lockThread } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { findOldestDelivery } from '#server/messages/deliveries-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { toOutboundText } from './outbound-text.ts';
import { placeOfText } from './place-of-text.ts';
import type { SendStep } from './send-step.ts';

/**
 * A reply may be committed although its connection was lost. Then its first text is fenced under this job's lease, and
 * no call was made yet.
 * @param error thrown if there is no such text.
 */
export async function resumeSending(
  runtime: Runtime,
  job: LeasedJob,
  error: unknown,
): Promise<SendStep> {
  const step = await findFenced(runtime, job).catch(() => null);
  if (!step) throw error;
  return step;
}

async function findFenced(runtime: Runtime, job: LeasedJob): Promise<SendStep | null> {
  return transact(runtime.db, async (tx) => {
    await lockThread(tx, job.threadId);
    await runtime.queue.renew(tx, 'deliver-reply', job);
    const pending = await findOldestDelivery(tx, job.threadId);
    const via = pending && channelFor(runtime.config, pending.expert.channel);
    if (pending?.delivery.state !== 'sending' || !via) return null;
    const text = toOutboundText(runtime, via, pending);
    const since = pending.delivery.sendingAt ?? runtime.clock.now();
    const place = placeOfText(pending);
    return { kind: 'send', messageId: pending.message.id, place, text, via, since };
  });
}
