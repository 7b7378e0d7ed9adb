import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { experts, messages, threads } from '#server/db/schema.ts';

/** Finds whether a text has arrived by the webhook, and whether one of ours has reached the gateway. */
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
  // Stops at each thread's first text, instead of reading all messages of all experts.
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
