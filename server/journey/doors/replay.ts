import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { DeliveryRow, Failure, MessageRow, ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unprocessable } from '#server/errors.ts';
import type { JobName } from '#server/jobs/jobs.ts';
import {
  clearDismissal,
  findMessage,
  isReplayable,
  listFailedParts,
  reopenMessage,
  replayKind,
  requeuePart,
} from '#server/messages/replays-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { getReachableExpert, requireCurrent } from './reachable.ts';

export type Replay = { actorId: string; threadId: string; messageId: string };
type Step = {
  runtime: Runtime;
  tx: Database;
  now: Date;
  actorId: string;
  thread: ThreadRow;
  message: MessageRow;
};
type Prepared = { job: JobName; apply(marker: Failure): Promise<void> };

/**
 * A question goes through guards, credit and model again; a reply is sent again for free, because its credit was given
 * back.
 * @throws {AppError} 404 for a message of another thread; 409 for one that has not failed; 422 if the person can't be
 *   texted now, the text may have arrived, or a person answers the thread.
 * @param isScheduled does nothing if the replay was undone.
 */
export async function replayMessage(
  runtime: Runtime,
  replay: Replay,
  { isScheduled = false } = {},
): Promise<void> {
  const { actorId, threadId, messageId } = replay;
  const replayed = await transact(runtime.db, async (tx) => {
    const step = await lockMessage(runtime, tx, replay);
    const { now } = step;
    if (isScheduled && step.message.replayBy === null) return null;
    const { job, apply } = await prepareReplay(step);
    await apply({ at: now.toISOString(), kind: replayKind, detail: 'An admin retried it.' });
    await clearDismissal(tx, messageId);
    await runtime.queue.enqueue(tx, job, [{ threadId }]);
    await recordChange(tx, {
      actorId,
      action: 'message.replay',
      entity: 'thread',
      entityId: threadId,
      before: null,
      after: { messageId, job },
      now,
    });
    return { job, userId: step.thread.userId };
  });
  if (!replayed) return;
  const { job, userId } = replayed;
  runtime.queue.wakeWorkers(job);
  runtime.changes.publish({ type: 'thread', threadId, userId });
}

/** @throws {AppError} 404 for a message of another thread, 422 if the thread is only a record. */
export async function lockMessage(
  runtime: Runtime,
  tx: Database,
  { actorId, threadId, messageId }: Replay,
): Promise<Step> {
  const thread = await lockThread(tx, threadId);
  requireCurrent(thread);
  const message = await findMessage(tx, { threadId, messageId });
  if (!message) throw notFound('Message');
  return { runtime, tx, now: runtime.clock.now(), actorId, thread, message };
}

/** @throws {AppError} as `replayMessage` does. */
export function prepareReplay(step: Step): Promise<Prepared> {
  return step.message.direction === 'inbound' ? prepareQuestion(step) : prepareReply(step);
}

async function prepareQuestion(step: Step): Promise<Prepared> {
  const { runtime, tx, thread, message } = step;
  if (!isReplayable(message)) throw notFailed();
  if (thread.handler === 'human') throw personAnswers();
  // The phone need not be reachable for a question from the dashboard.
  if (message.origin === 'gateway') await getReachableExpert(runtime, tx, thread);
  return {
    job: 'answer-message',
    apply: (marker) => reopenMessage(tx, message, marker),
  };
}

async function prepareReply({ runtime, tx, thread, message }: Step): Promise<Prepared> {
  const isReplayable = message.origin === 'ai' || message.origin === 'admin';
  const parts = isReplayable ? await listFailedParts(tx, message.id) : [];
  if (parts.length === 0) throw notFailed();
  if (message.origin === 'ai' && thread.handler === 'human') throw personAnswers();
  const { via } = await getReachableExpert(runtime, tx, thread);
  const { settledBy } = via.channel.unknownOutcome;
  const wasUnknown = ({ failures }: DeliveryRow) => failures.at(-1)?.kind === 'unknown_outcome';
  if (settledBy === 'report' && parts.some(wasUnknown)) throw mayHaveArrived();
  return {
    job: 'deliver-reply',
    async apply(marker) {
      for (const part of parts) {
        const needsLookup = settledBy === 'lookup' && wasUnknown(part);
        await requeuePart(tx, part, { marker, state: needsLookup ? 'uncertain' : 'queued' });
      }
    },
  };
}

const notFailed = () => conflict('Only a message that has failed can be tried again.');

const personAnswers = () =>
  unprocessable('A person answers this conversation now. Return it to the AI first.');

/** A reply is never sent twice, and this gateway can't look a text up. */
const mayHaveArrived = () =>
  unprocessable(
    'This text may have arrived, so it is not sent again. Write to the person instead.',
  );
