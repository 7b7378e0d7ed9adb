import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deliveries, type Failure, type MessageRow, messages, threads } from '#server/db/schema.ts';

export type WithheldReply = Pick<MessageRow, 'id' | 'body' | 'disclosureLength'> & {
  questionId: string;
};

const reply = {
  id: messages.id,
  questionId: messages.replyToId,
  body: messages.body,
  disclosureLength: messages.disclosureLength,
};

/**
 * Takes back the AI's replies of which nothing has left: all their texts are still to be sent, or were refused and are to
 * be sent again. One whose first text has left, or may have, is finished. The caller has locked the thread.
 */
export async function withholdQueued(tx: Database, threadId: string): Promise<WithheldReply[]> {
  const hasBegun = sql`exists (select 1 from ${deliveries}
    where ${deliveries.messageId} = ${messages.id} and ${deliveries.state} <> 'queued')`;
  const withheld = await tx
    .update(messages)
    .set({ deliveryState: 'withheld' })
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.origin, 'ai'),
        eq(messages.deliveryState, 'queued'),
        sql`not ${hasBegun}`,
      ),
    )
    .returning(reply);
  const ids = withheld.map(({ id }) => id);
  await tx
    .update(deliveries)
    .set({ state: 'withheld', retryAt: null })
    .where(inArray(deliveries.messageId, ids));
  return withheld as WithheldReply[]; // a model's reply names its question
}

/** The replies to these questions, oldest first. */
export async function listWithheld(tx: Database, questionIds: string[]): Promise<WithheldReply[]> {
  const rows = await tx
    .select(reply)
    .from(messages)
    .where(and(inArray(messages.replyToId, questionIds), eq(messages.deliveryState, 'withheld')))
    .orderBy(asc(messages.seq));
  return rows as WithheldReply[];
}

/** Queues a reply after all, in the words and parts that it has now. It says that an AI writes. */
export async function requeueWithheld(
  tx: Database,
  { id, threadId }: { id: string; threadId: string },
  said: Pick<MessageRow, 'body' | 'disclosureLength' | 'segments'> & { parts: string[] },
  { marker, now }: { marker: Failure; now: Date },
): Promise<void> {
  const { parts, ...words } = said;
  await tx
    .update(messages)
    .set({ ...words, deliveryState: 'queued' })
    .where(eq(messages.id, id));
  const refused = await tx
    .delete(deliveries)
    .where(eq(deliveries.messageId, id))
    .returning({ failures: deliveries.failures });
  const failures = [...refused.flatMap((part) => part.failures), marker];
  const text = { messageId: id, threadId, failures, createdAt: now };
  await tx.insert(deliveries).values(parts.map((body, part) => ({ ...text, part, body })));
  await tx.update(threads).set({ disclosedAt: now }).where(eq(threads.id, threadId));
}
