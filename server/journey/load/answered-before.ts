import { sql } from 'drizzle-orm';
import { channelFor } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { isGatewayIdKnown } from '#server/messages/deliveries-store.ts';
import type { Runtime } from '#server/runtime.ts';

/** The kind of its mark in `failures`. */
export const answeredBefore = 'answered-before';

/** Most texts came after any restore. */
export function isRestored({ queue }: Runtime, { message }: ClaimedMessage): boolean {
  return message.origin === 'gateway' && message.seq <= queue.restoredUpTo;
}

/**
 * A text of a restored backup may have got its answer from the lost installation since. The gateway knows; where it
 * can't be asked, the admin's choice counts.
 * @returns the answer's id at the gateway.
 * @throws {SendError}
 */
export async function findAnswerBefore(
  runtime: Runtime,
  { message, thread, expert }: ClaimedMessage,
): Promise<string | null> {
  const via = channelFor(runtime.config, expert.channel);
  if (via?.channel.unknownOutcome.settledBy !== 'lookup') return null;
  const parties = { to: thread.route?.to ?? thread.handle, address: addressOf(expert) };
  const { listSent } = via.channel.unknownOutcome;
  const sent = await listSent(parties, message.createdAt, via.settings, runtime.fetch);
  return findUnknown(runtime.db, thread.id, sent);
}

/** The first that is neither ours, nor a text that still waits here, nor another message's answer. */
async function findUnknown(
  db: Database,
  threadId: string,
  sent: { id: string; body: string }[],
): Promise<string | null> {
  const [known] = await rowsOf<{ taken: string[]; unsent: string[] }>(
    db,
    sql`select coalesce((select json_agg(failure ->> 'gatewayMessageId') from messages,
            jsonb_array_elements(failures) as failure
            where thread_id = ${threadId} and failure ->> 'kind' = ${answeredBefore}), '[]') as taken,
          coalesce((select json_agg(body) from deliveries
            where thread_id = ${threadId} and state in ('queued', 'sending', 'uncertain')), '[]') as unsent`,
  );
  for (const { id, body } of sent) {
    if (known?.taken.includes(id) || known?.unsent.includes(body)) continue;
    if (!(await isGatewayIdKnown(db, id))) return id;
  }
  return null;
}
