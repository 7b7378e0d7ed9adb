import { channelFor } from '#server/channels/index.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findCutReply, listFailedRest } from '#server/messages/cut-replies-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { foldText } from '#shared/fold-text.ts';
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
  { config, db }: Runtime,
  { message, thread, expert, hasAttachments }: ClaimedMessage,
): Promise<Objection | null> {
  // The dashboard shows the whole reply.
  if (message.origin !== 'gateway' || hasAttachments || !asksForMore(message.body)) return null;
  if (!channelFor(config, expert.channel)) return null;
  const recorded = { guard: 'more', state: 'recorded', text: null } as const;
  if ((await listFailedRest(db, thread.id)).length > 0) {
    return { ...recorded, effects: [{ kind: 'send-rest-again' }] };
  }
  if (!(await findCutReply(db, thread.id))) return null;
  return { ...recorded, effects: [{ kind: 'send-rest' }] };
}

function asksForMore(body: string): boolean {
  const words = foldText(body)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.length <= 2 && requests.has(words.join(' '));
}
