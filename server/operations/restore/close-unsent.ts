import { inArray, isNotNull, sql } from 'drizzle-orm';
import { channelFor } from '#server/channels/index.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import { lockThreadsById } from '#server/db/locks.ts';
import { messages, type RestoreRow, threads } from '#server/db/schema.ts';
import { hasReplayToSend, wasUnsent } from '#server/jobs/paused-store.ts';
import { failDelivery } from '#server/journey/send/fail-delivery.ts';
import { getDelivery } from '#server/messages/deliveries-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { channelKeys } from '#shared/channels.ts';

const pageSize = 200;
const failure = {
  kind: 'unknown_outcome',
  detail: 'closed after a backup was restored; it may have been sent before',
} as const;

/** They count as failed, with the credit given back, and the desk is not asked to look at them. */
export async function closeUnsent(tx: Database, pause: RestoreRow, now: Date): Promise<void> {
  for (;;) {
    const page = await rowsOf<{ id: string; messageId: string; threadId: string }>(
      tx,
      sql`select id, message_id as "messageId", thread_id as "threadId" from deliveries
          where ${wasUnsent(pause)} order by thread_id, seq limit ${pageSize}`,
    );
    await lockThreadsById(tx, [...new Set(page.map(({ threadId }) => threadId))]);
    for (const { id } of page) await failDelivery(tx, await getDelivery(tx, id), failure, now);
    await dismiss(
      tx,
      page.map(({ messageId }) => messageId),
      now,
    );
    if (page.length < pageSize) break;
  }
  await tx.update(messages).set({ replayBy: null }).where(hasReplayToSend(pause));
  await tx.update(threads).set({ creditNoticeAt: null }).where(isNotNull(threads.creditNoticeAt));
  await tx.execute(
    sql`update owner_notices set route = null where route is not null
        and created_at <= ${pause.restoredAt.toISOString()}::timestamptz`,
  );
}

async function dismiss(tx: Database, ids: string[], dismissedAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(messages).set({ dismissedAt }).where(inArray(messages.id, ids));
}

/**
 * The lost installation may have sent them since. Each counts as cut off, so the gateway is asked before it is sent;
 * where it can't be asked, a text without a report counts as failed.
 */
export async function settleBeforeSending(
  { config }: Pick<Runtime, 'config'>,
  tx: Database,
  pause: RestoreRow,
): Promise<void> {
  // A gateway that drops repeated texts needs no question.
  const repeating = channelKeys.filter(
    (key) => channelFor(config, key)?.channel.unknownOutcome.settledBy !== 'resend',
  );
  const kept = `{${repeating.join(',')}}`;
  await tx.execute(
    sql`with unsettled as (
          update deliveries set state = 'uncertain', retry_at = null,
            sending_at = coalesce(sending_at, deliveries.created_at)
          from threads join experts on experts.id = threads.expert_id
          where threads.id = deliveries.thread_id and deliveries.state = 'queued'
            and deliveries.seq <= ${pause.lastDeliverySeq}
            and experts.channel = any(${kept}::text[])
          returning message_id)
        update messages set delivery_state = 'uncertain'
        where id in (select message_id from unsettled) and delivery_state = 'queued'`,
  );
}
