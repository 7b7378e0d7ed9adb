import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { messages } from '#server/db/schema.ts';
import { hasAttachments } from './attachments-store.ts';
import type { MessageRow } from './inbound-store.ts';

/** As the index on (thread, seq) is ordered; plain `desc` would mean nulls first, and a sort. */
const newestFirst = sql`${messages.seq} desc nulls last`;

/** What the person wrote lately, newest first, the given message included. */
export async function recentInbound(
  db: Database,
  { threadId, seq }: MessageRow,
  { since, limit }: { since: Date; limit: number },
): Promise<{ body: string }[]> {
  return db
    .select({ body: messages.body })
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

/** The thread's latest messages that a model should know, newest first: what was answered, and by whom. */
export async function recentTurns(
  db: Database,
  { threadId, id }: MessageRow,
  limit: number,
): Promise<PastMessage[]> {
  return db
    .select({
      id: messages.id,
      direction: messages.direction,
      body: messages.body,
      replyToId: messages.replyToId,
      answeredWithId: messages.answeredWithId,
      seq: messages.seq,
      // Named in full: inside, a bare `id` would be the attachment's.
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
