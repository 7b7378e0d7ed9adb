import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, messages } from '#server/db/schema.ts';
import { hasAttachments } from './attachments-store.ts';
import { type RecentTexts, recentTexts } from './history-store.ts';
import { readableBody } from './readable-body.ts';

/** What the person wrote after a message, oldest first, in whatever state. */
export async function listLaterInbound(
  db: Database,
  { threadId, seq }: MessageRow,
  limit: number,
): Promise<{ message: MessageRow; recent: RecentTexts; hasAttachments: boolean }[]> {
  return db
    .select({
      message: { ...getTableColumns(messages), body: readableBody },
      recent: recentTexts,
      hasAttachments: hasAttachments(sql`"messages"."id"`),
    })
    .from(messages)
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
