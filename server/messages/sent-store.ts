import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { prepareStatement } from '#server/db/prepare-statement.ts';
import { deliveries } from '#server/db/schema.ts';
import { deleteWakeups, selectLeased } from '#server/jobs/wakeup-parts.ts';
import { isUnsent, rankState } from './deliveries-store.ts';
import { perThread } from './per-thread.ts';

export type SentText = {
  threadId: string;
  lease: string;
  deliveryId: string;
  messageId: string;
  gatewayMessageId: string;
};

/** `more`: another text waits, and this worker still holds the lease. */
export type AfterSending = 'done' | 'more' | 'lost';

const job = 'deliver-reply';
const recordRows = prepareStatement<{ after: AfterSending }>(
  sql`with sent as materialized (
      select * from json_to_recordset(${sql.placeholder('rows')}::json) as sent("order" int, "threadId" uuid,
        lease uuid, "deliveryId" uuid, "messageId" uuid, "gatewayMessageId" text)
    ), own as materialized (
      select sent.* from (select * from sent order by "threadId") as sent
      cross join lateral (${selectLeased(job, { threadId: sql`sent."threadId"`, lease: sql`sent.lease` })}) as leased
    ), moved as (
      update deliveries set state = 'sent', gateway_message_id = "gatewayMessageId", retry_at = null, route = null
      from own where deliveries.id = "deliveryId" and deliveries.state in ('sending', 'uncertain')
      returning deliveries.id, deliveries.message_id
    ), shown as (
      update messages set delivery_state = (
        select state from (
          select case when ${deliveries.id} = moved.id then 'sent' else ${deliveries.state} end as state
          from ${deliveries} where ${deliveries.messageId} = moved.message_id) as part
        order by ${rankState(sql`state`)} limit 1)
      from moved where messages.id = moved.message_id
    ), busy as materialized (
      select "threadId" as thread_id from own
      where exists (select 1 from deliveries
        where deliveries.thread_id = "threadId" and ${isUnsent}
          and deliveries.id not in (select id from moved) ${perThread})
    ), ended as (${deleteWakeups(
      job,
      sql`select "threadId" from own where "threadId" not in (select thread_id from busy)`,
    )})
    select case when own."order" is null then 'lost' when busy.thread_id is null then 'done'
      else 'more' end as after
    from sent
    left join own on own."order" = sent."order"
    left join busy on busy.thread_id = own."threadId"
    order by sent."order"`,
);

/**
 * Ends the wakeups of threads without further texts. Keeps a state that a report has set meanwhile; a text that it
 * failed temporarily is sent again. The caller has locked the threads.
 */
export async function recordSent(tx: Database, sent: SentText[]): Promise<AfterSending[]> {
  const rows = sent.map((text, order) => ({ ...text, order }));
  const results = await recordRows(tx, { rows: JSON.stringify(rows) });
  return results.map(({ after }) => after);
}
