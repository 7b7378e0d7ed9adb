import { and, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, messages } from '#server/db/schema.ts';
import { hasAttachments } from './attachments-store.ts';
import { readableBody } from './readable-body.ts';

/** The order of the index on (thread, seq); plain `desc` puts nulls first and would need a sort. */
const newestFirst = sql`${messages.seq} desc nulls last`;

/** Newest first, including the given message. */
export async function listRecentInbound(
  db: Database,
  { threadId, seq }: MessageRow,
  { since, limit }: { since: Date; limit: number },
): Promise<{ body: string }[]> {
  return db
    .select({ body: readableBody })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.direction, 'inbound'),
        lt(messages.seq, seq + 1),
        gt(messages.createdAt, since),
      ),
    )
    .orderBy(newestFirst)
    .limit(limit);
}

type PastMessage = Pick<
  MessageRow,
  'id' | 'direction' | 'body' | 'replyToId' | 'answeredWithId' | 'seq'
> & {
  hasAttachments: boolean;
};

/** The messages that a model gets, newest first: answered questions and replies. */
export async function listRecentTurns(
  db: Database,
  { threadId, id }: MessageRow,
  limit: number,
): Promise<PastMessage[]> {
  return db
    .select({
      id: messages.id,
      direction: messages.direction,
      // Replies are the model's own, and whole.
      body: sql<string>`case when ${messages.direction} = 'inbound' then ${readableBody} else ${messages.body} end`,
      replyToId: messages.replyToId,
      answeredWithId: messages.answeredWithId,
      seq: messages.seq,
      // Qualified: inside the subquery a bare `id` would be the attachment's.
      hasAttachments: hasAttachments(sql`"messages"."id"`),
    })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        or(
          eq(messages.id, id),
          eq(messages.answerState, 'answered'),
          inArray(messages.origin, ['ai', 'admin']),
        ),
      ),
    )
    .orderBy(newestFirst)
    .limit(limit);
}

export async function hasTextedSince(db: Database, threadId: string, time: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        isNotNull(messages.deliveryState),
        gt(messages.createdAt, time),
      ),
    )
    .limit(1);
  return row !== undefined;
}
