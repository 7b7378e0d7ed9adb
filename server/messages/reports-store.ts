import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Database, toArray } from '#server/db/client.ts';
import { type DeliveryRow, deliveries, experts, threads } from '#server/db/schema.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import { rankState } from './deliveries-store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type Recipient = { channel: ChannelKey; handles: string[] };

/** By the id we sent along, else the gateway's id, else the recipient. */
export async function findReportedDelivery(
  db: Database,
  report: { deliveryId: string | null; gatewayMessageId: string; recipient?: Recipient },
): Promise<DeliveryRow | null> {
  const { deliveryId, gatewayMessageId, recipient } = report;
  const [row] = await db
    .select()
    .from(deliveries)
    .where(
      // Another sender on the account may use other ids.
      deliveryId && uuid.test(deliveryId)
        ? eq(deliveries.id, deliveryId)
        : eq(deliveries.gatewayMessageId, gatewayMessageId),
    );
  if (row || deliveryId !== null || !recipient) return row ?? null;
  return findInFlight(db, recipient);
}

type Progress = { order: number; delivery: DeliveryRow };

/** By our id or the gateway's, with each report's index. Before a change, lock the threads and call it again. */
export async function listReported(
  db: Database,
  reports: { deliveryId: string | null; gatewayMessageId: string }[],
): Promise<Progress[]> {
  const ids = reports.flatMap(({ deliveryId }) =>
    deliveryId && uuid.test(deliveryId) ? deliveryId : [],
  );
  const gatewayIds = reports.map(({ gatewayMessageId }) => gatewayMessageId);
  const found = await db
    .select()
    .from(deliveries)
    .where(
      // One parameter each, so that the statement is the same for every batch.
      or(
        sql`${deliveries.id} = any(${toArray(ids)}::uuid[])`,
        sql`${deliveries.gatewayMessageId} = any(array(select json_array_elements_text(${JSON.stringify(gatewayIds)}::json)))`,
      ),
    );
  const byId = new Map(found.map((row) => [row.id, row]));
  const byGatewayId = new Map(found.map((row) => [row.gatewayMessageId, row]));
  return reports.flatMap(({ deliveryId, gatewayMessageId }, order) => {
    const delivery = deliveryId
      ? byId.get(deliveryId.toLowerCase())
      : byGatewayId.get(gatewayMessageId);
    return delivery ? [{ order, delivery }] : [];
  });
}

/** For texts without a failed attempt. */
export async function moveReported(
  tx: Database,
  moves: { id: string; state: DeliveryState; gatewayMessageId: string }[],
): Promise<void> {
  await tx.execute(
    sql`with move as materialized (
          select * from json_to_recordset(${JSON.stringify(moves)}::json)
            as move(id uuid, state text, "gatewayMessageId" text)
        ), moved as (
          update deliveries set state = move.state, gateway_message_id = "gatewayMessageId"
          from move where deliveries.id = move.id
          returning deliveries.id, deliveries.message_id
        )
        update messages set delivery_reason = null, delivery_state = (
          select state from (
            select coalesce(move.state, part.state) as state
            from deliveries as part left join move on move.id = part.id
            where part.message_id = messages.id) as part
          order by ${rankState(sql`state`)} limit 1)
        from moved where messages.id = moved.message_id`,
  );
}

/** A report may come before the send call returns the gateway's id. Then it is about the only text being sent. */
async function findInFlight(
  db: Database,
  { channel, handles }: Recipient,
): Promise<DeliveryRow | null> {
  const [found, another] = await db
    .select({ delivery: deliveries })
    .from(deliveries)
    .innerJoin(threads, eq(threads.id, deliveries.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(
      and(
        inArray(threads.handle, handles),
        eq(experts.channel, channel),
        inArray(deliveries.state, ['sending', 'uncertain']),
        isNull(deliveries.gatewayMessageId),
      ),
    )
    .limit(2);
  return found && !another ? found.delivery : null;
}
