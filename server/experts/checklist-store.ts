import { and, type Column, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { experts, messages, threads } from '#server/db/schema.ts';

/** Only texts since the expert has its address. */
export async function findTextEvidence(
  db: Database,
  expertId: string,
): Promise<{ isSeen: boolean; isAnswered: boolean }> {
  const arrived = db
    .select({ one: sql`1` })
    .from(threads)
    .where(
      and(
        eq(threads.expertId, expertId),
        threads.isCurrent,
        isNotNull(threads.lastInboundAt),
        isSince(threads.lastInboundAt),
      ),
    );
  // Stops at each thread's first text, instead of reading all messages.
  const sent = sql`select from ${threads} cross join lateral (select from ${messages}
      where ${messages.threadId} = ${threads.id}
        and ${messages.deliveryState} in ('sent', 'delivered', 'read')
        and ${isSince(messages.createdAt)} limit 1) reached
    where ${threads.expertId} = ${expertId} and ${threads.isCurrent} and ${isSince(threads.lastMessageAt)}`;
  const found = await db
    .select({
      isSeen: sql<boolean>`exists (${arrived})`,
      isAnswered: sql<boolean>`exists (${sent})`,
    })
    .from(experts)
    .where(eq(experts.id, expertId));
  return found[0] ?? { isSeen: false, isAnswered: false };
}

const isSince = (time: Column) =>
  sql`(${experts.addressSince} is null or ${time} > ${experts.addressSince})`;
