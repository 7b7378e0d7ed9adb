import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import type { HistoryEntry } from '#shared/api/billing.ts';

type Row = Omit<HistoryEntry, 'createdAt' | 'expert' | 'money' | 'hasReceipt'> & {
  seq: string;
  createdAt: string;
  expert: string | null;
  amount: number | null;
  currency: string | null;
};

/** Newest first, each with the balance after it. */
export async function listHistory(
  db: Database,
  userId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<(HistoryEntry & { seq: number })[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select page.seq::text, page.id,
          case when page.invoice_id is null then page.kind else 'payment' end as kind, page.reason as what, page.delta, page."left",
          page.amount, page.currency,
          extract(epoch from page.created_at) * 1000 as "createdAt", experts.display_name as expert
        from (
          select * from (
            select *, granted_delta - used_delta as delta,
              (sum(granted_delta - used_delta) over (order by seq))::int as "left"
            from credit_entries where user_id = ${userId}
          ) entries
          where ${before === null ? sql`true` : sql`seq < ${before}`}
          order by seq desc limit ${limit}
        ) page
        left join messages on messages.id = page.message_id
        left join threads on threads.id = messages.thread_id
        left join experts on experts.id = threads.expert_id
        order by page.seq desc`,
  );
  return rows.map(({ seq, createdAt, expert, amount, currency, ...entry }) => ({
    ...entry,
    seq: Number(seq),
    createdAt: new Date(Number(createdAt)).toISOString(),
    expert: expert === null ? null : { displayName: expert },
    money: amount === null || currency === null ? null : { amount, currency },
    hasReceipt: amount !== null && amount > 0,
  }));
}
