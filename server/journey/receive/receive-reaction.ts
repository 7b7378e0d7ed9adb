import { removedReaction } from '#server/channels/channel.ts';
import type { Arrival } from '#server/messages/arrivals-store.ts';
import { findStored, linkReaction } from '#server/messages/reactions-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { parseReaction, type Reaction } from '#shared/reactions.ts';

type Received = Pick<Arrival, 'body' | 'content' | 'media'>;

/** A channel's own, or one that a phone wrote as a text. */
export function findReaction({ body, content, media }: Received): Reaction | null {
  if (content === 'reaction') {
    return { emoji: body, quote: null, isRemoved: body === removedReaction };
  }
  return content === 'words' && media.length === 0 ? parseReaction(body) : null;
}

/** A crash before it leaves the reaction as a text of its own. */
export async function showReaction(
  { db, changes }: Runtime,
  arrival: Arrival & { userId: string | null },
  reaction: Reaction,
): Promise<void> {
  const stored = await findStored(db, arrival);
  if (!stored) return;
  await linkReaction(db, stored, reaction);
  changes.publish({ type: 'thread', threadId: stored.threadId, userId: arrival.userId });
}
