import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deliveries, experts, threads } from '#server/db/schema.ts';
import type { ChannelKey } from '#shared/channels.ts';
import type { DeliveryRow } from './outbound-store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type Recipient = { channel: ChannelKey; handles: string[] };

/**
 * The delivery that a status report speaks of: by the id that it was given along, else by the gateway's id, else
 * by whom it went to.
 */
export async function findDelivery(
  db: Database,
  report: { deliveryId: string | null; gatewayMessageId: string; recipient?: Recipient },
): Promise<DeliveryRow | null> {
  const { deliveryId, gatewayMessageId, recipient } = report;
  const [row] = await db
    .select()
    .from(deliveries)
    .where(
      // Whoever else sends by the same account may give something of their own along.
      deliveryId && uuid.test(deliveryId)
        ? eq(deliveries.id, deliveryId)
        : eq(deliveries.gatewayMessageId, gatewayMessageId),
    );
  if (row || deliveryId !== null || !recipient) return row ?? null;
  return findUnderWay(db, recipient);
}

/** A report may overtake the answer that names the text: then it is the one under way to that person. */
async function findUnderWay(
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
