import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema.ts';
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

export type SentWakeups = {
  selectLeased(job: { threadId: SQL; lease: SQL }): SQL;
  delete(threads: SQL): SQL;
};

/**
 * Ends the wakeups of threads without further texts. Keeps a state that a report has set meanwhile; a text that it
 * failed temporarily is sent again. The caller has locked the threads.
 */
export async function recordSent(
  tx: Database,
  sent: SentText[],
  wakeups: SentWakeups,
): Promise<AfterSending[]> {
  const rows = sent.map((text, order) => ({ ...text, order }));
  const results = await rowsOf<{ after: AfterSending }>(
    tx,
    sql`with sent as materialized (
          select * from json_to_recordset(${JSON.stringify(rows)}::json) as sent("order" int, "threadId" uuid,
            lease uuid, "deliveryId" uuid, "messageId" uuid, "gatewayMessageId" text)
        ), own as materialized (
          select sent.* from (select * from sent order by "threadId") as sent
          cross join lateral (${wakeups.selectLeased({ threadId: sql`sent."threadId"`, lease: sql`sent.lease` })}) as leased
        ), moved as (
          update deliveries set state = 'sent', gateway_message_id = "gatewayMessageId", retry_at = null
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
        ), ended as (${wakeups.delete(
          sql`select "threadId" from own where "threadId" not in (select thread_id from busy)`,
        )})
        select case when own."order" is null then 'lost' when busy.thread_id is null then 'done'
          else 'more' end as after
        from sent
        left join own on own."order" = sent."order"
        left join busy on busy.thread_id = own."threadId"
        order by sent."order"`,
  );
  return results.map(({ after }) => after);
}
