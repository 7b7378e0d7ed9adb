import { channelFor, countSegments } from '#server/channels/index.ts';
import { lockThread } from '#server/db/locks.ts';
import { findCutReply, listFailedRest, setUnsent } from '#server/messages/cut-replies-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { replayKind, requeuePart } from '#server/messages/replays-store.ts';
import { cutForSending } from '../answer/cut-for-sending.ts';
import type { Applied, EffectStep } from './effect.ts';

/** What the last reply left out. */
export async function sendRest({ runtime, tx, now, claim }: EffectStep): Promise<Applied> {
  const { message, thread, expert } = claim;
  await lockThread(tx, thread.id);
  const channel = channelFor(runtime.config, expert.channel)?.channel;
  const reply = await findCutReply(tx, thread.id);
  if (!channel || !reply) return 'stale';
  const { parts, unsentLength } = cutForSending(
    channel,
    reply.body,
    reply.body.length - reply.unsentLength,
  );
  await setUnsent(tx, reply.id, unsentLength);
  await storeOutbound(tx, {
    threadId: thread.id,
    origin: 'system',
    body: parts.join('\n'),
    parts,
    segments: countSegments(expert.channel, parts),
    now,
    replyToId: message.id,
    systemKind: 'more',
  });
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
  return 'done';
}

/** The same texts: they are free, and the person has asked twice. */
export async function sendRestAgain({ runtime, tx, now, claim }: EffectStep): Promise<Applied> {
  const { id: threadId } = claim.thread;
  await lockThread(tx, threadId);
  const parts = await listFailedRest(tx, threadId);
  if (parts.length === 0) return 'stale';
  const marker = { at: now.toISOString(), kind: replayKind, detail: 'MORE came again.' };
  for (const part of parts) await requeuePart(tx, part, { marker, state: 'queued' });
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId }]);
  return 'done';
}
