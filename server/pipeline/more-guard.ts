import type { ConfiguredChannel } from '#server/channels/index.ts';
import { channelFor, countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findCutReply, listFailedRest, setUnsent } from '#server/messages/cut-replies-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { replayKind, requeuePart } from '#server/messages/replays-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { foldText } from '#shared/fold-text.ts';
import { cutForSending } from './cut-for-sending.ts';
import type { Objection } from './outcome.ts';

const requests = new Set([
  'more',
  'more please',
  'please more',
  'send more',
  'read more',
  'the rest',
]);

/** Sends what the last reply left out, free and without a model. Without such a reply, MORE is a text like any other. */
export async function checkMore(
  { config, db, queue }: Runtime,
  { message, thread, expert, hasAttachments }: ClaimedMessage,
): Promise<Objection | null> {
  // The dashboard shows the whole reply.
  if (message.origin !== 'gateway' || hasAttachments || !asksForMore(message.body)) return null;
  const via = channelFor(config, expert.channel);
  if (!via) return null;
  const recorded = { guard: 'more', state: 'recorded', text: null } as const;
  if ((await listFailedRest(db, thread.id)).length > 0) {
    return { ...recorded, effect: (tx, now) => sendRestAgain(tx, { queue, thread, now }) };
  }
  if (!(await findCutReply(db, thread.id))) return null;
  return {
    ...recorded,
    effect: async (tx, now) => {
      await lockThread(tx, thread.id);
      const reply = await findCutReply(tx, thread.id);
      if (!reply) return 'stale';
      const parts = await takeRest(tx, via, reply);
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
      await queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
      return 'done';
    },
  };
}

/** The same texts: they are free, and the person has asked twice. */
async function sendRestAgain(
  tx: Database,
  { queue, thread, now }: Pick<Runtime, 'queue'> & { thread: { id: string }; now: Date },
): Promise<'done' | 'stale'> {
  await lockThread(tx, thread.id);
  const parts = await listFailedRest(tx, thread.id);
  if (parts.length === 0) return 'stale';
  const marker = { at: now.toISOString(), kind: replayKind, detail: 'MORE came again.' };
  for (const part of parts) await requeuePart(tx, part, { marker, state: 'queued' });
  await queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
  return 'done';
}

function asksForMore(body: string): boolean {
  const words = foldText(body)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.length <= 2 && requests.has(words.join(' '));
}

async function takeRest(
  tx: Database,
  { channel }: ConfiguredChannel,
  { id, body, unsentLength }: { id: string; body: string; unsentLength: number },
): Promise<string[]> {
  const rest = cutForSending(channel, body, body.length - unsentLength);
  await setUnsent(tx, id, rest.unsentLength);
  return rest.parts;
}
