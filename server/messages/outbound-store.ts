import { and, asc, count, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { deliveries, experts, messages, optOuts, threads } from '#server/db/schema.ts';
import type { AiMeta, MessageOrigin } from '#shared/api/threads.ts';
import type { DeliveryState } from '#shared/channels.ts';
import type { ExpertRow, MessageRow } from './inbound-store.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
const waitingStates: DeliveryState[] = ['queued', 'sending', 'uncertain'];

/** Stores an outbound message with the parts to be texted; none means that only the dashboard shows it. */
export async function addOutbound(
  tx: Database,
  outbound: {
    threadId: string;
    origin: Extract<MessageOrigin, 'ai' | 'admin' | 'system'>;
    body: string;
    parts: string[];
    now: Date;
    replyToId?: string;
    systemKind?: string;
    aiMeta?: AiMeta;
  },
): Promise<string> {
  const { parts, now, ...message } = outbound;
  const [row] = await tx
    .insert(messages)
    .values({
      ...message,
      direction: 'outbound',
      createdAt: now,
      deliveryState: parts.length > 0 ? 'queued' : null,
    })
    .returning({ id: messages.id });
  const { id: messageId } = row as { id: string };
  if (parts.length > 0) {
    const { threadId } = outbound;
    await tx
      .insert(deliveries)
      .values(parts.map((body, part) => ({ messageId, threadId, part, body, createdAt: now })));
  }
  await tx
    .update(threads)
    .set({
      lastMessage: outbound.body,
      lastMessageAt: now,
      messageCount: sql`${threads.messageCount} + 1`,
    })
    .where(eq(threads.id, outbound.threadId));
  return messageId;
}

/** How many texts of Sagewire's own the thread has had since a moment; `kinds` null counts every limited kind. */
export async function countSystemTexts(
  tx: Database,
  threadId: string,
  { since, kinds }: { since: Date; kinds: string[] },
): Promise<number> {
  const [row] = await tx
    .select({ sent: count() })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        isNotNull(messages.systemKind),
        inArray(messages.systemKind, kinds),
        gt(messages.createdAt, since),
      ),
    );
  return row?.sent ?? 0;
}

export type PendingDelivery = {
  delivery: DeliveryRow;
  message: MessageRow;
  expert: ExpertRow;
  to: string;
};

/** The thread's oldest text that is not out yet. */
export async function oldestDelivery(
  tx: Database,
  threadId: string,
): Promise<PendingDelivery | null> {
  const [row] = await selectPending(tx)
    .where(and(eq(deliveries.threadId, threadId), inArray(deliveries.state, waitingStates)))
    .orderBy(asc(deliveries.seq))
    .limit(1);
  return row ?? null;
}

export async function getDelivery(tx: Database, id: string): Promise<PendingDelivery> {
  const [row] = await selectPending(tx).where(eq(deliveries.id, id));
  if (!row) throw new Error(`Delivery ${id} is gone`);
  return row;
}

function selectPending(tx: Database) {
  return tx
    .select({ delivery: deliveries, message: messages, expert: experts, to: threads.handle })
    .from(deliveries)
    .innerJoin(messages, eq(messages.id, deliveries.messageId))
    .innerJoin(threads, eq(threads.id, deliveries.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId));
}

export async function updateDelivery(
  tx: Database,
  id: string,
  change: Partial<typeof deliveries.$inferInsert>,
): Promise<void> {
  await tx.update(deliveries).set(change).where(eq(deliveries.id, id));
}

/** Parts of the same message that are still to be sent. */
export async function cancelRest(tx: Database, messageId: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'failed' })
    .where(and(eq(deliveries.messageId, messageId), inArray(deliveries.state, ['queued'])));
}

/** The delivery that a status callback speaks of: by the id in its address, else by the gateway's id. */
export async function findDelivery(
  db: Database,
  { deliveryId, gatewayMessageId }: { deliveryId: string | null; gatewayMessageId: string },
): Promise<DeliveryRow | null> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(
      deliveryId
        ? eq(deliveries.id, deliveryId)
        : eq(deliveries.gatewayMessageId, gatewayMessageId),
    );
  return row ?? null;
}

export async function isKnownToGateway(tx: Database, gatewayMessageId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.gatewayMessageId, gatewayMessageId));
  return row !== undefined;
}

/** A message is as far as its slowest part; one failed part fails it. */
export async function summariseDelivery(
  tx: Database,
  messageId: string,
  reason: string | null,
): Promise<DeliveryState> {
  const parts = await tx
    .select({ state: deliveries.state })
    .from(deliveries)
    .where(eq(deliveries.messageId, messageId));
  const states = parts.map((part) => part.state);
  const slowest = (['failed', ...waitingStates, 'sent', 'delivered', 'read'] as const).find(
    (state) => states.includes(state),
  );
  const deliveryState = slowest ?? 'queued';
  await tx
    .update(messages)
    .set({ deliveryState, ...(reason !== null && { deliveryReason: reason }) })
    .where(eq(messages.id, messageId));
  return deliveryState;
}

export async function markThreadFailed(tx: Database, threadId: string, hasFailed: boolean) {
  await tx
    .update(threads)
    .set({ hasFailed })
    .where(and(eq(threads.id, threadId), sql`${threads.hasFailed} <> ${hasFailed}`));
}

/** Our address that a person's opt-out is about. */
export function addressOf(expert: Pick<ExpertRow, 'channel' | 'phoneNumber' | 'handle'>): string {
  return expert.channel === 'AMB' ? expert.handle : (expert.phoneNumber ?? expert.handle);
}

export async function isOptedOut(
  tx: Database,
  expert: ExpertRow,
  handle: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ handle: optOuts.handle })
    .from(optOuts)
    .where(optOutOf(expert, handle));
  return row !== undefined;
}

export async function addOptOut(tx: Database, expert: ExpertRow, handle: string): Promise<void> {
  await tx
    .insert(optOuts)
    .values({ channel: expert.channel, address: addressOf(expert), handle })
    .onConflictDoNothing();
}

export async function liftOptOut(tx: Database, expert: ExpertRow, handle: string): Promise<void> {
  await tx.delete(optOuts).where(optOutOf(expert, handle));
}

function optOutOf(expert: ExpertRow, handle: string) {
  return and(
    eq(optOuts.channel, expert.channel),
    eq(optOuts.address, addressOf(expert)),
    eq(optOuts.handle, handle),
  );
}

/** Threads that have something to send but no wakeup. */
export async function forgottenDeliveries(db: Database, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select distinct thread_id as id from deliveries
        where state in ('queued', 'sending', 'uncertain') and not exists (
          select 1 from pgboss.job where name = 'deliver-reply' and policy = 'exclusive'
            and state <= 'active' and coalesce(singleton_key, '') = thread_id::text)
        limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
