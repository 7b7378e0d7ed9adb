import { and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AnswerRoute } from '#server/channels/channel.ts';
import { expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import {
  type DeliveryRow,
  deliveries,
  type ExpertRow,
  experts,
  type MessageRow,
  messages,
  optOuts,
  type ThreadRow,
  threads,
} from '#server/db/schema.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { minorSince } from './ages-store.ts';
import { kindOfOptOut, type OptOutKind } from './opt-outs-store.ts';

const waitingStates: DeliveryState[] = ['queued', 'sending', 'uncertain'];
/** Constants: a parameter would keep the planner off the index of unsent texts. */
export const isUnsent = sql`${deliveries.state} in ('queued', 'sending', 'uncertain')`;

const asked = alias(messages, 'asked_at');
/** An erased conversation has none. */
const handle = sql<string>`coalesce(${deliveries.route} ->> 'to', ${threads.handle})`;

export type PendingDelivery = {
  delivery: DeliveryRow;
  message: MessageRow;
  expert: ExpertRow;
  optOut: OptOutKind | null;
  thread: Pick<
    ThreadRow,
    | 'handle'
    | 'route'
    | 'lastInboundAt'
    | 'lastInboundChannel'
    | 'createdAt'
    | 'disclosedAt'
    | 'minorSince'
  >;
  /** Set only if the person has written more since the question. */
  quotedGatewayId: string | null;
  /** When the text that it answers was stored. */
  askedAt: Date | null;
};

export async function findOldestDelivery(
  tx: Database,
  threadId: string,
): Promise<PendingDelivery | null> {
  const [row] = await selectPending(tx)
    .where(and(eq(deliveries.threadId, threadId), isUnsent))
    // A crisis text overtakes one that the gateway keeps refusing.
    .orderBy(
      sql`${messages.systemKind} is distinct from 'crisis'`,
      asc(messages.seq),
      asc(deliveries.part),
    )
    .limit(1);
  return row ?? null;
}

export async function findDelivery(tx: Database, id: string): Promise<PendingDelivery | null> {
  const [row] = await selectPending(tx).where(eq(deliveries.id, id));
  return row ?? null;
}

export async function getDelivery(tx: Database, id: string): Promise<PendingDelivery> {
  const row = await findDelivery(tx, id);
  if (!row) throw new Error(`Delivery ${id} is gone`);
  return row;
}

function selectPending(tx: Database) {
  return tx
    .select({
      delivery: deliveries,
      message: messages,
      expert: experts,
      // A STOP counts from its ack, even before its turn.
      optOut: sql<OptOutKind | null>`case when exists (select 1 from ${messages} stop
          where stop.thread_id = ${threads.id} and stop.answer_state = 'waiting' and stop.keyword = 'STOP')
        then 'stopped' else (select ${kindOfOptOut} from ${optOuts}
        where ${optOuts.channel} = ${experts.channel} and ${optOuts.handle} = ${handle}
          and ${optOuts.address} = ${expertAddress}) end`,
      thread: {
        lastInboundAt: threads.lastInboundAt,
        lastInboundChannel: threads.lastInboundChannel,
        createdAt: threads.createdAt,
        handle,
        route: sql<AnswerRoute | null>`coalesce(${deliveries.route}, ${threads.route})`,
        disclosedAt: threads.disclosedAt,
        minorSince,
      },
      askedAt: asked.createdAt,
      quotedGatewayId: sql<string | null>`(select asked.gateway_message_id from ${messages} asked
        where asked.id = ${messages.replyToId} and ${deliveries.part} = 0
          and exists (select 1 from ${messages} later
            where later.thread_id = asked.thread_id and later.seq > asked.seq
              and later.origin = 'gateway' and later.content not in ('reaction', 'notice')))`,
    })
    .from(deliveries)
    .innerJoin(messages, eq(messages.id, deliveries.messageId))
    .innerJoin(threads, eq(threads.id, deliveries.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .leftJoin(asked, eq(asked.id, messages.replyToId));
}

/** A message is as far as its slowest part, and one failed part fails it. */
export function rankState(state: SQLWrapper): SQL {
  return sql`array_position(array['failed', 'withheld', 'queued', 'sending', 'uncertain', 'sent', 'delivered', 'read'], ${state})`;
}

const isOver = (state?: DeliveryState) => state !== undefined && !waitingStates.includes(state);

/**
 * Moves the text and its message.
 * @returns false if a report has moved it meanwhile.
 */
export async function moveDelivery(
  tx: Database,
  { id, messageId }: Pick<DeliveryRow, 'id' | 'messageId'>,
  change: Partial<typeof deliveries.$inferInsert>,
  { from = waitingStates, reason }: { from?: DeliveryState[]; reason?: string | null } = {},
): Promise<boolean> {
  const moved = await tx
    .update(deliveries)
    .set({ ...change, ...(isOver(change.state) && { route: null }) })
    .where(and(eq(deliveries.id, id), inArray(deliveries.state, from)))
    .returning({ id: deliveries.id });
  if (moved.length === 0) return false;
  const slowest = sql<DeliveryState>`(select ${deliveries.state} from ${deliveries}
    where ${deliveries.messageId} = ${messageId}
    order by ${rankState(deliveries.state)} limit 1)`;
  await tx
    .update(messages)
    .set({ deliveryState: slowest, ...(reason !== undefined && { deliveryReason: reason }) })
    .where(eq(messages.id, messageId));
  return true;
}

export async function cancelQueuedParts(tx: Database, messageId: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'failed' })
    .where(and(eq(deliveries.messageId, messageId), inArray(deliveries.state, ['queued'])));
}

export async function isGatewayIdKnown(tx: Database, gatewayMessageId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.gatewayMessageId, gatewayMessageId));
  return row !== undefined;
}

export const threadsToSend = sql`select thread_id from deliveries
  where state in ('queued', 'sending', 'uncertain')`;
