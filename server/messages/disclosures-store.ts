import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deliveries, messages, threads } from '#server/db/schema.ts';
import type { PendingDelivery } from './deliveries-store.ts';

/** The next reply discloses the AI again. A reply being written began in an older epoch, so it is written anew. */
export async function clearDisclosure(tx: Database, threadId: string): Promise<void> {
  await tx
    .update(threads)
    .set({ disclosedAt: null, handlerEpoch: sql`${threads.handlerEpoch} + 1` })
    .where(eq(threads.id, threadId));
}

/** As a text of its own, before the reply's next part. */
export async function addDisclosure(
  tx: Database,
  { delivery, message }: Pick<PendingDelivery, 'delivery' | 'message'>,
  { text, segments, now }: { text: string; segments: number | null; now: Date },
): Promise<void> {
  const { messageId, threadId } = delivery;
  const body = `${text}\n${message.body}`;
  const added = body.length - message.body.length;
  await tx
    .update(messages)
    .set({
      body,
      disclosureLength: (message.disclosureLength ?? 0) + added,
      segments: segments === null ? null : (message.segments ?? 0) + segments,
    })
    .where(eq(messages.id, messageId));
  const part = sql`(select min(${deliveries.part}) - 1 from ${deliveries} where ${deliveries.messageId} = ${messageId})`;
  await tx.insert(deliveries).values({ messageId, threadId, part, body: text, createdAt: now });
  await tx.update(threads).set({ disclosedAt: now }).where(eq(threads.id, threadId));
}
