import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';

/** Outside of server/jobs only this file knows the queue's table. */

/** The queue goes by the database's clock, tests by their own. */
export async function makeJobsDue(db: Database, now: Date): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = now()
        where state < 'active' and start_after <= ${now.toISOString()}::timestamptz`,
  );
}

/** Does what pg-boss's monitor does without a heartbeat. */
export async function expireLeases(db: Database): Promise<void> {
  await db.execute(
    sql`update pgboss.job set state = 'retry', retry_count = retry_count + 1, started_on = null,
          start_after = now() - interval '1 second' where state = 'active'`,
  );
}

export async function deleteWaitingJobs(db: Database): Promise<void> {
  await db.execute(sql`delete from pgboss.job where state < 'active'`);
}

export async function untilJobIsLeased(db: Database): Promise<void> {
  for (;;) {
    const rows = await rowsOf(db, sql`select 1 from pgboss.job where state = 'active'`);
    if (rows.length > 0) return;
  }
}
