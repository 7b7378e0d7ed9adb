import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  deliveries,
  type Failure,
  type MessageRow,
  messages,
  replyDrafts,
  threads,
} from '#server/db/schema.ts';
import { isShown } from './threads-store.ts';

export type WithheldReply = Pick<MessageRow, 'id' | 'body' | 'disclosureLength'> & {
  questionId: string;
};

const reply = {
  id: messages.id,
  questionId: messages.replyToId,
  body: messages.body,
  disclosureLength: messages.disclosureLength,
};

/** Withholds only AI replies of which no part can have been sent. The caller has locked the thread. */
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
  if (ids.length > 0) await showLastMessage(tx, threadId);
  return withheld as WithheldReply[]; // an AI reply always has a question
}

/** Oldest first. `isDiscarded`: an admin has discarded the draft. */
export async function listWithheld(
  tx: Database,
  questionIds: string[],
): Promise<(WithheldReply & { isDiscarded: boolean })[]> {
  const rows = await tx
    .select({ ...reply, draft: replyDrafts.messageId })
    .from(messages)
    .leftJoin(replyDrafts, eq(replyDrafts.messageId, messages.replyToId))
    .where(
      and(
        inArray(messages.replyToId, questionIds),
        // A constant, to match the partial index.
        sql`${messages.origin} = 'ai'`,
        eq(messages.deliveryState, 'withheld'),
      ),
    )
    .orderBy(asc(messages.seq));
  return rows.map(({ draft, ...row }) => ({
    ...(row as WithheldReply),
    isDiscarded: draft === null,
  }));
}

async function showLastMessage(tx: Database, threadId: string): Promise<void> {
  const lastMessage = sql`(select ${messages.body} from ${messages}
    where ${messages.threadId} = ${threadId} and ${isShown} order by ${messages.seq} desc limit 1)`;
  await tx.update(threads).set({ lastMessage }).where(eq(threads.id, threadId));
}

/** @param said includes a disclosure. */
export async function requeueWithheld(
  tx: Database,
  { id, threadId }: { id: string; threadId: string },
  said: Pick<MessageRow, 'body' | 'disclosureLength' | 'unsentLength' | 'segments'> & {
    parts: string[];
  },
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
  await showLastMessage(tx, threadId);
}
