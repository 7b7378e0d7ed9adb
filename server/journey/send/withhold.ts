import { giveCreditBack } from '#server/billing/credits.ts';
import type { Database } from '#server/db/client.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import type { PendingDelivery } from '#server/messages/deliveries-store.ts';
import { holdBurst } from '#server/messages/held-store.ts';
import { storeDraft } from '#server/messages/reply-drafts-store.ts';
import { setHumanWanted } from '#server/messages/threads-store.ts';
import { withholdQueued } from '#server/messages/withheld-store.ts';
import { dropDisclosure } from '../answer/disclosure.ts';

/**
 * Unsent AI replies become drafts, their credits are given back, and their questions wait for a person. The caller has
 * locked the thread.
 */
export async function withholdReplies(tx: Database, threadId: string, now: Date): Promise<boolean> {
  const withheld = await withholdQueued(tx, threadId);
  for (const { questionId: messageId, ...reply } of withheld) {
    await giveCreditBack(tx, { messageId, reason: 'Reply held back', createdAt: now });
    const isHeld = await holdBurst(tx, { id: messageId, threadId }, 'handler');
    if (!isHeld) continue;
    await storeDraft(tx, { messageId, threadId, body: dropDisclosure(reply), now });
    await setHumanWanted(tx, threadId, now);
  }
  return withheld.length > 0;
}

/** For a reply that was being sent at the takeover, and that the gateway has refused. */
export async function withholdRefused(
  { tx, thread, now }: { tx: Database; thread: ThreadRow; now: Date },
  { delivery, message }: PendingDelivery,
): Promise<boolean> {
  const isRefused = message.origin === 'ai' && delivery.state === 'queued';
  return isRefused && thread.handler === 'human' && withholdReplies(tx, thread.id, now);
}
