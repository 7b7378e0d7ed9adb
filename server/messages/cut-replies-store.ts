import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type DeliveryRow, messages } from '#server/db/schema.ts';
import { listFailedParts } from './replays-store.ts';

export type CutReply = { id: string; body: string; unsentLength: number };

/** The last texted reply of expert or team, if some of it was too long to be texted. */
export async function findCutReply(db: Database, threadId: string): Promise<CutReply | null> {
  const [reply] = await db
    .select({ id: messages.id, body: messages.body, unsentLength: messages.unsentLength })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        inArray(messages.origin, ['ai', 'admin']),
        isNotNull(messages.deliveryState),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1);
  return reply?.unsentLength ? { ...reply, unsentLength: reply.unsentLength } : null;
}

/** What the person asked for by MORE last, if it failed on its way. */
export async function listFailedRest(db: Database, threadId: string): Promise<DeliveryRow[]> {
  const [last] = await db
    .select({ id: messages.id, kind: messages.systemKind, state: messages.deliveryState })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        or(inArray(messages.origin, ['ai', 'admin']), eq(messages.systemKind, 'more')),
        isNotNull(messages.deliveryState),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1);
  const hasFailed = last?.kind === 'more' && last.state === 'failed';
  return hasFailed ? listFailedParts(db, last.id) : [];
}

export async function setUnsent(
  tx: Database,
  id: string,
  unsentLength: number | null,
): Promise<void> {
  await tx.update(messages).set({ unsentLength }).where(eq(messages.id, id));
}
