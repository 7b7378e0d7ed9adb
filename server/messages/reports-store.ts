import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type DeliveryRow, deliveries, experts, threads } from '#server/db/schema.ts';
import type { ChannelKey } from '#shared/channels.ts';

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
      // Other senders on the same account may send along ids of another form.
      deliveryId && uuid.test(deliveryId)
        ? eq(deliveries.id, deliveryId)
        : eq(deliveries.gatewayMessageId, gatewayMessageId),
    );
  if (row || deliveryId !== null || !recipient) return row ?? null;
  return findInFlight(db, recipient);
}

/** A report may arrive before the send call returns the gateway's id: then it is about the one text being sent. */
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
