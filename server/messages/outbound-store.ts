import { and, asc, count, eq, gt, inArray, isNotNull, max, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import {
  creditEntries,
  deliveries,
  experts,
  messages,
  optOuts,
  threads,
  users,
} from '#server/db/schema.ts';
import type { MessageOrigin } from '#shared/api/threads.ts';
import type { DeliveryState } from '#shared/channels.ts';
import type { ExpertRow, MessageRow } from './inbound-store.ts';
import { kindOfOptOut, type OptOut } from './opt-outs-store.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
const waitingStates: DeliveryState[] = ['queued', 'sending', 'uncertain'];

/** Stores an outbound message with the parts to be texted; none means that only the dashboard shows it. */
export async function addOutbound(
  tx: Database,
  outbound: {
    threadId: string;
    origin: Extract<MessageOrigin, 'admin' | 'system'>;
    body: string;
    parts: string[];
    /** What the carrier counts; see `countSegments`. */
    segments: number | null;
    now: Date;
    replyToId?: string;
    systemKind?: string;
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

/** The same of all threads of a person, since they last got credits. */
export async function countAccountTexts(
  tx: Database,
  userId: string,
  { since, kinds }: { since: Date; kinds: string[] },
): Promise<number> {
  const lastGrant = tx
    .select({ at: max(creditEntries.createdAt) })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), gt(creditEntries.grantedDelta, 0)));
  const [row] = await tx
    .select({ sent: count() })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(
      and(
        eq(threads.userId, userId),
        inArray(messages.systemKind, kinds),
        gt(messages.createdAt, since),
        sql`${messages.createdAt} > coalesce((${lastGrant}), '-infinity')`,
      ),
    );
  return row?.sent ?? 0;
}

/** Until the transaction ends nobody else's credits or texts about them change. */
export async function lockAccount(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export type PendingDelivery = {
  delivery: DeliveryRow;
  message: MessageRow;
  expert: ExpertRow;
  to: string;
  /** Why the expert's address may not write to the person, if it may not. */
  optOut: OptOut | null;
  /** When the person last wrote, and since when we know them: some gateways let us answer for a time only. */
  thread: { lastInboundAt: Date | null; createdAt: Date };
  /** The gateway's id of the message that this text answers, where the person has written more since. */
  quotedGatewayId: string | null;
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
    .select({
      delivery: deliveries,
      message: messages,
      expert: experts,
      to: threads.handle,
      optOut: sql<OptOut | null>`(select ${kindOfOptOut} from ${optOuts}
        where ${optOuts.channel} = ${experts.channel} and ${optOuts.handle} = ${threads.handle}
          and ${optOuts.address} = ${expertAddress})`,
      thread: { lastInboundAt: threads.lastInboundAt, createdAt: threads.createdAt },
      quotedGatewayId: sql<string | null>`(select asked.gateway_message_id from ${messages} asked
        where asked.id = ${messages.replyToId} and ${deliveries.part} = 0
          and exists (select 1 from ${messages} later
            where later.thread_id = asked.thread_id and later.seq > asked.seq
              and later.origin = 'gateway' and later.content <> 'reaction'))`,
    })
    .from(deliveries)
    .innerJoin(messages, eq(messages.id, deliveries.messageId))
    .innerJoin(threads, eq(threads.id, deliveries.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId));
}

/**
 * Changes how far a text is, and its message with it: a message is as far as its slowest part, and one
 * failed part fails it.
 * @returns false when a status callback has settled the text already; nothing is changed then.
 */
export async function moveDelivery(
  tx: Database,
  { id, messageId }: Pick<DeliveryRow, 'id' | 'messageId'>,
  change: Partial<typeof deliveries.$inferInsert>,
  { from = waitingStates, reason }: { from?: DeliveryState[]; reason?: string | null } = {},
): Promise<boolean> {
  const moved = await tx
    .update(deliveries)
    .set(change)
    .where(and(eq(deliveries.id, id), inArray(deliveries.state, from)))
    .returning({ id: deliveries.id });
  if (moved.length === 0) return false;
  const slowest = sql<DeliveryState>`(select ${deliveries.state} from ${deliveries}
    where ${deliveries.messageId} = ${messageId}
    order by array_position(array['failed', 'queued', 'sending', 'uncertain', 'sent', 'delivered', 'read'],
      ${deliveries.state}) limit 1)`;
  await tx
    .update(messages)
    .set({ deliveryState: slowest, ...(reason !== undefined && { deliveryReason: reason }) })
    .where(eq(messages.id, messageId));
  return true;
}

/** Parts of the same message that are still to be sent. */
export async function cancelRest(tx: Database, messageId: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'failed' })
    .where(and(eq(deliveries.messageId, messageId), inArray(deliveries.state, ['queued'])));
}

export async function isKnownToGateway(tx: Database, gatewayMessageId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.gatewayMessageId, gatewayMessageId));
  return row !== undefined;
}

export async function markThreadFailed(tx: Database, threadId: string, hasFailed: boolean) {
  await tx
    .update(threads)
    .set({ hasFailed })
    .where(and(eq(threads.id, threadId), sql`${threads.hasFailed} <> ${hasFailed}`));
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
