import type { ChannelEvent } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import type { MessageRow, ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { resolveHandle } from '#server/messages/aliases-store.ts';
import {
  lockSent,
  raiseEpoch,
  reopenEdited,
  revokeMessage,
  rewriteMessage,
  storeNotice,
  storeRevoked,
} from '#server/messages/edits-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Keyword } from '#shared/api/messages.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { mayBringCrisis, saysCrisis } from '../safety/read-danger.ts';
import { readKeyword } from '../wishes/keywords.ts';
import { trustSentAt } from './sent-at.ts';

export type Place = { expertId: string; channel: ChannelKey; requestId?: string | undefined };
export type OfExpert<Kind extends ChannelEvent['kind']> = Place &
  Extract<ChannelEvent, { kind: Kind }>;

/**
 * The message's words become the new ones. It is answered if the old ones were not.
 * @returns `unknown` for a message that has not arrived; `urgent` if settled words turned into a STOP or a crisis.
 */
export async function applyEdit(
  runtime: Runtime,
  edit: OfExpert<'edited'>,
): Promise<'applied' | 'unknown' | 'urgent'> {
  const { channel, body, content } = edit;
  const keyword = readKeyword(body, channelFor(runtime.config, channel)?.channel);
  return changeSent(runtime, edit, async (tx, { message, thread }, at) => {
    if (!message) return 'unknown';
    const isOlder = message.editedAt !== null && message.editedAt > at;
    if (message.revokedAt || isOlder) return 'applied';
    const isSettled = !(await reopenEdited(tx, message, at));
    // A settled STOP stays on record as one.
    const kept: Keyword | null = isSettled ? message.keyword : keyword;
    await rewriteMessage(tx, message, { body, content, keyword: kept, editedAt: at });
    if (isSettled) return keyword || saysCrisis(body) ? 'urgent' : 'applied';
    await raiseEpoch(tx, thread.id);
    await runtime.queue.enqueue(tx, 'answer-message', [{ threadId: thread.id }]);
    // Its turn may have to wait for other texts.
    if (mayBringCrisis(body)) {
      await runtime.queue.enqueue(tx, 'meet-crisis', [{ threadId: thread.id }]);
    }
    return 'applied';
  });
}

/** A message that waits meets the guards again: a STOP or a crisis in it still counts. */
export async function applyRevocation(
  runtime: Runtime,
  revoked: OfExpert<'revoked'>,
): Promise<void> {
  await changeSent(runtime, revoked, async (tx, { message, thread }, at) => {
    if (!message) return storeRevoked(tx, thread, { ...revoked, now: runtime.clock.now(), at });
    if (message.revokedAt) return;
    await revokeMessage(tx, message, at);
    if (message.answerState !== 'waiting') return;
    await raiseEpoch(tx, thread.id);
    await runtime.queue.enqueue(tx, 'answer-message', [{ threadId: thread.id }]);
  });
}

/** Only for a person whom we know. */
export async function applyNotice(runtime: Runtime, notice: OfExpert<'notice'>): Promise<void> {
  await changeSent(runtime, notice, async (tx, { message, thread }, at) => {
    if (!message) await storeNotice(tx, thread, { ...notice, now: runtime.clock.now(), at });
  });
}

type Sent = { message: MessageRow | null; thread: ThreadRow };

/** `change` gets the message, if it has arrived, and its locked thread; nothing happens without a thread. */
async function changeSent<Result>(
  runtime: Runtime,
  event: OfExpert<'edited' | 'revoked' | 'notice'>,
  change: (tx: Database, sent: Sent, at: Date) => Promise<Result>,
): Promise<Result | 'unknown'> {
  const { db, clock, changes, queue } = runtime;
  const now = clock.now();
  const { alias, from, channel } = event;
  const handle = alias ? await resolveHandle(db, { channel, alias, from }) : from;
  const done = await transact(db, async (tx) => {
    const sent = await lockSent(tx, { ...event, handle });
    if (!sent) return null;
    return { sent, result: await change(tx, sent, trustSentAt(event.sentAt, now) ?? now) };
  });
  if (!done) return 'unknown';
  queue.wakeWorkers('answer-message');
  queue.wakeWorkers('meet-crisis');
  const { id: threadId, userId } = done.sent.thread;
  changes.publish({ type: 'thread', threadId, userId });
  return done.result;
}
