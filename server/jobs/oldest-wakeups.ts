import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import type { JobName } from './jobs.ts';

export type OldestWakeup = {
  job: JobName;
  waitedMs: number;
  /** Of the last failure of any that waits. */
  reason: string | null;
  failures: number;
};

/** For each job that has due ones which no worker holds. */
export async function listOldestWakeups(db: Database, now: Date): Promise<OldestWakeup[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return rowsOf<OldestWakeup>(
    db,
    sql`select job, extract(epoch from ${at} - min(due_at))::float8 * 1000 as "waitedMs",
          min(reason) as reason, sum(failures)::int as failures
        from wakeups
        where due_at <= ${at} and due_at > to_timestamp(0)
          and (leased_until is null or leased_until < clock_timestamp())
        group by job order by job`,
  );
}
