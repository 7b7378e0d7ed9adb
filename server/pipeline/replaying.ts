import { recordChange } from '#server/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import type { Failure } from '#server/db/schema.ts';
import { conflict, notFound, unprocessable } from '#server/errors.ts';
import type { JobName } from '#server/jobs/jobs.ts';
import { lockThread, type MessageRow, type ThreadRow } from '#server/messages/inbound-store.ts';
import { markThreadFailed } from '#server/messages/outbound-store.ts';
import {
  failedParts,
  findMessage,
  reopenMessage,
  replayed,
  requeuePart,
} from '#server/messages/replays-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { reachableExpert, refuseIfEnded } from './reachable.ts';

type Replay = { actorId: string; threadId: string; messageId: string };
type Step = { runtime: Runtime; tx: Database; thread: ThreadRow; message: MessageRow };

/**
 * Begins a failed message anew, by an admin's hand: a text that got no answer takes its turn again with
 * guards, credit and all; a reply that was not delivered is texted again and costs nothing more, since its
 * credit was given back when it failed.
 * @throws {AppError} 404 for a message of another thread, 409 for one that has not failed, 422 where the
 *   person can't be texted now or nobody knows whether the text arrived.
 */
export async function replayMessage(runtime: Runtime, replay: Replay): Promise<void> {
  const { actorId, threadId, messageId } = replay;
  const now = runtime.clock.now();
  const { job, userId } = await runtime.db.transaction(async (tx) => {
    const thread = await lockThread(tx, threadId);
    refuseIfEnded(thread);
    const message = await findMessage(tx, { threadId, messageId });
    if (!message) throw notFound('Message');
    const marker = { at: now.toISOString(), kind: replayed, detail: 'Tried again by an admin.' };
    const step = { runtime, tx, thread, message };
    const job = await (message.direction === 'inbound' ? askAgain : sendAgain)(step, marker);
    await runtime.queue.enqueue(tx, job, [{ threadId }]);
    await markThreadFailed(tx, threadId, false);
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
  runtime.queue.poke(job);
  runtime.changes.publish({ type: 'thread', threadId, userId });
}

async function askAgain({ runtime, tx, thread, message }: Step, marker: Failure): Promise<JobName> {
  if (message.answerState !== 'failed') throw notFailed();
  // A question from the dashboard is answered there, whatever the phone takes.
  if (message.origin === 'gateway') await reachableExpert(runtime, tx, thread);
  await reopenMessage(tx, message, marker);
  return 'answer-message';
}

async function sendAgain(
  { runtime, tx, thread, message }: Step,
  marker: Failure,
): Promise<JobName> {
  const isReplayable = message.origin === 'ai' || message.origin === 'admin';
  const parts = isReplayable ? await failedParts(tx, message.id) : [];
  if (parts.length === 0) throw notFailed();
  const { via } = await reachableExpert(runtime, tx, thread);
  const { settling } = via.channel;
  for (const part of parts) {
    const isUnknown = part.failures.at(-1)?.kind === 'unknown_outcome';
    if (isUnknown && settling.by === 'waiting') throw mayHaveArrived();
    const isAsked = isUnknown && settling.by === 'asking';
    await requeuePart(tx, part, { marker, state: isAsked ? 'uncertain' : 'queued' });
  }
  return 'deliver-reply';
}

const notFailed = () => conflict('Only a message that has failed can be tried again.');

/** Never two texts for one reply, where there is nobody to ask. */
const mayHaveArrived = () =>
  unprocessable(
    'Nobody knows whether this text arrived, so it is not sent twice. Write to the person instead.',
  );
