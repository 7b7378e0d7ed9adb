import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Database, toArray } from '#server/db/client.ts';
import { prepareStatement } from '#server/db/prepare-statement.ts';
import { type DeliveryRow, deliveries, experts, threads } from '#server/db/schema.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import { rankState } from './deliveries-store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Recipient = { channel: ChannelKey; handles: string[] };

export type ReportedDelivery = Pick<
  DeliveryRow,
  'id' | 'threadId' | 'state' | 'failures' | 'gatewayMessageId'
> & {
  isRetried: boolean;
  /** The text that it answers, or its own message. */
  messageId: string;
  expertId: string;
  sentAtMs: number | null;
};

/** One parameter for all ids of a kind, so that the statement is the same for every batch. */
const listDeliveries = prepareStatement<ReportedDelivery>(
  sql`select id, thread_id as "threadId", state, failures, gateway_message_id as "gatewayMessageId",
        retry_at is not null as "isRetried", extract(epoch from sending_at)::float8 * 1000 as "sentAtMs",
        (select coalesce(reply_to_id, id) from messages where id = message_id) as "messageId",
        (select expert_id from threads where id = thread_id) as "expertId"
      from deliveries
      where id = any(${sql.placeholder('ids')}::uuid[])
        or gateway_message_id = any(array(select json_array_elements_text(${sql.placeholder('gatewayIds')}::json)))`,
);

type Report = { deliveryId: string | null; gatewayMessageId: string; recipient?: Recipient };

/**
 * By our id or the gateway's, else by the recipient, with each report's index. Before a change, lock the threads and call
 * it again.
 */
export async function listReported(
  db: Database,
  reports: Report[],
): Promise<{ order: number; delivery: ReportedDelivery }[]> {
  const found = await listById(db, reports);
  const known = new Set(found.map(({ order }) => order));
  for (const [order, { deliveryId, recipient }] of reports.entries()) {
    if (known.has(order) || deliveryId !== null || !recipient) continue;
    const id = await findInFlight(db, recipient);
    const [delivery] = id ? await listDeliveries(db, { ids: toArray([id]), gatewayIds: '[]' }) : [];
    if (delivery) found.push({ order, delivery });
  }
  return found;
}

async function listById(db: Database, reports: Report[]) {
  const ids = reports.flatMap(({ deliveryId }) =>
    deliveryId && uuid.test(deliveryId) ? deliveryId : [],
  );
  const gatewayIds = reports.map(({ gatewayMessageId }) => gatewayMessageId);
  const values = { ids: toArray(ids), gatewayIds: JSON.stringify(gatewayIds) };
  const found = await listDeliveries(db, values);
  const byId = new Map(found.map((row) => [row.id, row]));
  const byGatewayId = new Map(found.map((row) => [row.gatewayMessageId, row]));
  return reports.flatMap(({ deliveryId, gatewayMessageId }, order) => {
    const delivery = deliveryId
      ? byId.get(deliveryId.toLowerCase())
      : byGatewayId.get(gatewayMessageId);
    return delivery ? [{ order, delivery }] : [];
  });
}

const moveRows = prepareStatement(
  sql`with move as materialized (
        select * from json_to_recordset(${sql.placeholder('moves')}::json)
          as move(id uuid, state text, "gatewayMessageId" text)
      ), moved as (
        update deliveries set state = move.state, gateway_message_id = "gatewayMessageId", route = null
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

/** For texts without a failed attempt. */
export async function moveReported(
  tx: Database,
  moves: { id: string; state: DeliveryState; gatewayMessageId: string }[],
): Promise<void> {
  await moveRows(tx, { moves: JSON.stringify(moves) });
}

/** A report may come before the send call returns the gateway's id. Then it is about the only text being sent. */
async function findInFlight(db: Database, { channel, handles }: Recipient): Promise<string | null> {
  const [found, another] = await db
    .select({ id: deliveries.id })
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
  return found && !another ? found.id : null;
}
