import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { createHandlers } from '#server/operations/upkeep/handlers.ts';
import type { Runtime } from '#server/runtime.ts';

/** Outside server/jobs, only this file writes wakeups. */

/** As after a worker's death. */
export async function expireLeases(db: Database): Promise<void> {
  await db.execute(
    sql`update wakeups set leased_until = now() - interval '1 second' where lease is not null`,
  );
}

/** Of a turn that has begun. */
export async function insertLease(tx: Database, threadId: string): Promise<string> {
  const [row] = await rowsOf<{ lease: string }>(
    tx,
    sql`insert into wakeups (thread_id, job, due_at, lease, leased_until)
        values (${threadId}, 'answer-message', now(), gen_random_uuid(), now() + interval '8 seconds')
        on conflict (thread_id, job) do update
        set lease = excluded.lease, leased_until = excluded.leased_until returning lease`,
  );
  return row?.lease as string; // one row
}

export async function setAttempts(db: Database, threadId: string, attempts: number): Promise<void> {
  await db.execute(sql`update wakeups set attempts = ${attempts} where thread_id = ${threadId}`);
}

export async function deleteWaitingJobs(db: Database): Promise<void> {
  await db.execute(sql`delete from wakeups where lease is null`);
}

export async function untilJobIsLeased(db: Database): Promise<void> {
  for (;;) {
    const rows = await rowsOf(db, sql`select 1 from wakeups where lease is not null`);
    if (rows.length > 0) return;
  }
}

export async function countWakeups(db: Database): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from wakeups`,
  );
  return row?.count ?? 0;
}

/** The replies stay queued, as if another worker were sending. */
export async function answerOnly({ runtime }: { runtime: Runtime }): Promise<void> {
  const { queue, db } = runtime;
  const answer = createHandlers(runtime)['answer-message'];
  for (const job of await queue.lease('answer-message', 10)) {
    await queue.enqueue(db, 'deliver-reply', [{ threadId: job.threadId }]);
    await answer(job, new AbortController().signal);
  }
}
