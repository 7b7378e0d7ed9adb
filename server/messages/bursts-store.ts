import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, messages } from '#server/db/schema.ts';
import { hasAttachments } from './attachments-store.ts';
import { type RecentTexts, recentTexts } from './history-store.ts';
import { readableBody } from './readable-body.ts';

type InboundText = { message: MessageRow; recent: RecentTexts; hasAttachments: boolean };

/** Oldest first, in any state. */
export async function listLaterInbound(
  db: Database,
  { threadId, seq }: MessageRow,
  limit: number,
): Promise<InboundText[]> {
  return selectInbound(db)
    .where(
      and(
        eq(messages.threadId, threadId),
        eq(messages.direction, 'inbound'),
        gt(messages.seq, seq),
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(limit);
}

export async function findInbound(db: Database, id: string): Promise<InboundText | null> {
  const [row] = await selectInbound(db).where(eq(messages.id, id));
  return row ?? null;
}

function selectInbound(db: Database) {
  return db
    .select({
      message: { ...getTableColumns(messages), body: readableBody },
      recent: recentTexts,
      hasAttachments: hasAttachments(sql`"messages"."id"`),
    })
    .from(messages);
}

export type WaitingText = Pick<MessageRow, 'id' | 'seq' | 'keyword' | 'body' | 'guard'>;

/**
 * Oldest first.
 * @param page.after a `seq`.
 */
export async function listWaiting(
  db: Database,
  threadId: string,
  { after, limit }: { after: number; limit: number },
): Promise<WaitingText[]> {
  const { id, seq, keyword, guard, answerState } = messages;
  return db
    .select({ id, seq, keyword, guard, body: readableBody })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(answerState, 'waiting'), gt(seq, after)))
    .orderBy(asc(seq))
    .limit(limit);
}
