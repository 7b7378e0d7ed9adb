import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deliveries, type MessageRow, messages } from '#server/db/schema.ts';

export type WithheldReply = Pick<MessageRow, 'id' | 'body' | 'disclosureLength'> & {
  questionId: string;
};

/**
 * Takes back the AI's replies of which nothing has left: all their texts are still to be sent, or were refused and are to
 * be sent again. One whose first text has left, or may have, is finished. The caller has locked the thread.
 */
export async function withholdQueued(
  tx: Database,
  threadId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<WithheldReply[]> {
  const hasBegun = sql`exists (select 1 from ${deliveries}
    where ${deliveries.messageId} = ${messages.id} and ${deliveries.state} <> 'queued')`;
  const withheld = await tx
    .update(messages)
    // Dealt with: it is no failure that an admin should look at.
    .set({ deliveryState: 'failed', deliveryReason: reason, dismissedAt: now })
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.origin, 'ai'),
        eq(messages.deliveryState, 'queued'),
        sql`not ${hasBegun}`,
      ),
    )
    .returning({
      id: messages.id,
      questionId: messages.replyToId,
      body: messages.body,
      disclosureLength: messages.disclosureLength,
    });
  if (withheld.length === 0) return [];
  const ids = withheld.map(({ id }) => id);
  await tx
    .update(deliveries)
    .set({ state: 'failed', retryAt: null })
    .where(inArray(deliveries.messageId, ids));
  return withheld.flatMap(({ questionId, ...reply }) =>
    questionId ? [{ ...reply, questionId }] : [],
  );
}
