import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { dashboardTexts, messages } from '#server/db/schema.ts';

type Sending = { threadId: string; sendId: string };

/** The message that an earlier request with this id stored. The caller has locked the thread. */
export async function findSentMessage(
  tx: Database,
  { threadId, sendId }: Sending,
): Promise<string | null> {
  const [row] = await tx
    .select({ id: dashboardTexts.messageId })
    .from(dashboardTexts)
    .where(and(eq(dashboardTexts.threadId, threadId), eq(dashboardTexts.sendId, sendId)));
  return row?.id ?? null;
}

/** The caller has locked the thread. */
export async function noteSentMessage(
  tx: Database,
  sending: Sending & { messageId: string },
): Promise<void> {
  await tx.insert(dashboardTexts).values(sending);
}

/** For a select of messages. Only the dashboard's have one. */
export const sendIdColumn = sql<string | null>`case when ${messages.origin} in ('web', 'admin') then
  (select ${dashboardTexts.sendId} from ${dashboardTexts}
    where ${dashboardTexts.messageId} = "messages"."id") end`;
