import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { experts, messages, threads } from '#server/db/schema.ts';

/** What texts have shown: that one arrived by the webhook, and that one of ours reached the gateway. */
export async function findTextEvidence(
  db: Database,
  expertId: string,
): Promise<{ isSeen: boolean; isAnswered: boolean }> {
  const arrived = db
    .select({ one: sql`1` })
    .from(threads)
    .where(
      and(eq(threads.expertId, expertId), threads.isCurrent, isNotNull(threads.lastInboundAt)),
    );
  // Thread by thread, and no further than its first: all messages of all experts would be read otherwise.
  const sent = sql`select from ${threads} cross join lateral (select from ${messages}
      where ${messages.threadId} = ${threads.id}
        and ${messages.deliveryState} in ('sent', 'delivered', 'read') limit 1) reached
    where ${threads.expertId} = ${expertId} and ${threads.isCurrent}`;
  const found = await db
    .select({
      isSeen: sql<boolean>`exists (${arrived})`,
      isAnswered: sql<boolean>`exists (${sent})`,
    })
    .from(experts)
    .where(eq(experts.id, expertId));
  return found[0] ?? { isSeen: false, isAnswered: false };
}
