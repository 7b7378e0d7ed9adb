import { recordChange } from '#server/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { Failure, MessageRow, ThreadRow } from '#server/db/schema.ts';
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

type Replay = { actorId: string; threadId: string; messageId: string };
type Step = { runtime: Runtime; tx: Database; thread: ThreadRow; message: MessageRow };

/**
 * Replays a message: a question goes through guards, credit and model again; a reply is sent again for free, because
 * its credit was given back.
 * @throws {AppError} 404 for a message of another thread; 409 for one that has not failed; 422 if the person can't be
 *   texted now, the text may have arrived, or a person answers the thread.
 */
export async function replayMessage(runtime: Runtime, replay: Replay): Promise<void> {
  const { actorId, threadId, messageId } = replay;
  const now = runtime.clock.now();
  const { job, userId } = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, threadId);
    requireCurrent(thread);
    const message = await findMessage(tx, { threadId, messageId });
    if (!message) throw notFound('Message');
    const marker = { at: now.toISOString(), kind: replayKind, detail: 'An admin retried it.' };
    const step = { runtime, tx, thread, message };
    const job = await (message.direction === 'inbound' ? reopenQuestion : requeueReply)(
      step,
      marker,
    );
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
    return { job, userId: thread.userId };
  });
  runtime.queue.wakeWorkers(job);
  runtime.changes.publish({ type: 'thread', threadId, userId });
}

async function reopenQuestion(
  { runtime, tx, thread, message }: Step,
  marker: Failure,
): Promise<JobName> {
  if (!isReplayable(message)) throw notFailed();
  // A question from the dashboard is answered there, so the phone need not be reachable.
  if (message.origin === 'gateway') await getReachableExpert(runtime, tx, thread);
  await reopenMessage(tx, message, marker);
  return 'answer-message';
}

async function requeueReply(
  { runtime, tx, thread, message }: Step,
  marker: Failure,
): Promise<JobName> {
  const isReplayable = message.origin === 'ai' || message.origin === 'admin';
  const parts = isReplayable ? await listFailedParts(tx, message.id) : [];
  if (parts.length === 0) throw notFailed();
  if (message.origin === 'ai' && thread.handler === 'human') throw personAnswers();
  const { via } = await getReachableExpert(runtime, tx, thread);
  const { settledBy } = via.channel.unknownOutcome;
  for (const part of parts) {
    const isUnknown = part.failures.at(-1)?.kind === 'unknown_outcome';
    if (isUnknown && settledBy === 'report') throw mayHaveArrived();
    const needsLookup = isUnknown && settledBy === 'lookup';
    await requeuePart(tx, part, { marker, state: needsLookup ? 'uncertain' : 'queued' });
  }
  return 'deliver-reply';
}

const notFailed = () => conflict('Only a message that has failed can be tried again.');

const personAnswers = () => unprocessable('A person answers this conversation now.');

/** A reply is never sent twice, and this gateway can't look a text up. */
const mayHaveArrived = () =>
  unprocessable(
    'This text may have arrived, so it is not sent again. Write to the person instead.',
  );
