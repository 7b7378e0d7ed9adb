import { type SQL, sql } from 'drizzle-orm';
import type { JobName } from './jobs.ts';

/* SQL for a caller's own statement. */

/** After a crash another process takes over this much later. */
const leaseSeconds = 8;
export const leaseEnd = sql`clock_timestamp() + ${sql.raw(String(leaseSeconds))} * interval '1 second'`;

/**
 * Returns the threads that had no wakeup.
 * @param threads a query with a column `thread_id`, each thread once.
 * @param now a timestamp.
 */
export function insertWakeups(name: JobName, threads: SQL, now: SQL): SQL {
  return sql`insert into wakeups (thread_id, job, due_at)
    select thread_id, ${name}::text, ${now} from (${threads}) as awake
    on conflict do nothing returning thread_id`;
}

/**
 * A thread that already has a wakeup is not returned.
 * @param threads a query with `thread_id` and `lease`.
 */
export function insertLeased(name: JobName, threads: SQL, now: SQL): SQL {
  return sql`insert into wakeups (thread_id, job, due_at, lease, leased_until, attempts)
    select thread_id, ${name}::text, ${now}, lease, ${leaseEnd}, 1 from (${threads}) as begun
    on conflict do nothing returning thread_id`;
}

/**
 * Locks the wakeup until the transaction ends. A suspended process may have leased a thread twice: only its latest
 * lease counts.
 * @returns a row or none, for a lateral join ordered by thread.
 */
export function selectLeased(name: JobName, { threadId, lease }: { threadId: SQL; lease: SQL }) {
  return sql`select wakeups.lease from wakeups
    where ${isOf(name)} and wakeups.thread_id = ${threadId} and wakeups.lease = ${lease} for update`;
}

export function deleteWakeups(name: JobName, threads: SQL): SQL {
  return sql`delete from wakeups where ${isOf(name)} and thread_id in (${threads})`;
}

/** For threads with more work: due again. */
export function releaseWakeups(name: JobName, threads: SQL, now: SQL): SQL {
  return sql`update wakeups set lease = null, leased_until = null, attempts = 0, failures = 0, due_at = ${now}
    where ${isOf(name)} and thread_id in (${threads})`;
}

/** `|| ''` keeps the planner off the index by job, which would read the whole backlog for each batch. */
function isOf(name: JobName): SQL {
  return sql`wakeups.job || '' = ${name}`;
}

/** Whatever columns the schema has. */
export function wakeupsAsJson(threadId: SQL): SQL {
  return sql`(select coalesce(json_agg(to_jsonb(wakeups) order by job), '[]') from wakeups
    where thread_id = ${threadId})`;
}

/** Of processes that are gone. */
export const endLeases = sql`update wakeups set lease = null, leased_until = null`;

const justMs = 60_000;

/** Whether its work came up within a minute and no worker has failed at it: it was given back, or is being done. */
export function isJustDue(name: JobName, threadId: SQL, now: SQL): SQL {
  return sql`exists (select from wakeups where ${isOf(name)} and wakeups.thread_id = ${threadId}
    and wakeups.attempts <= 1 and wakeups.due_at > ${now} - ${sql.raw(String(justMs))} * interval '1 millisecond')`;
}
