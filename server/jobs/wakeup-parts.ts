import { type SQL, sql } from 'drizzle-orm';
import type { JobName } from './jobs.ts';

/** Renewed by the worker's heartbeat. After a crash another process takes the work over this much later. */
const leaseSeconds = 8;
export const leaseEnd = sql`clock_timestamp() + ${sql.raw(String(leaseSeconds))} * interval '1 second'`;

/** What the queue does as a part of the caller's own statement. */
export function createWakeupParts(now: () => SQL) {
  return {
    /**
     * `enqueue` as a part of the caller's own statement, which gets the threads that had no wakeup.
     * @param threads a query with a column `thread_id`, each thread once.
     */
    insertWakeups(name: JobName, threads: SQL): SQL {
      return sql`insert into wakeups (thread_id, job, due_at)
        select thread_id, ${name}::text, ${now()} from (${threads}) as awake
        on conflict do nothing returning thread_id`;
    },

    /**
     * Whether this process still works on a thread; locked until the transaction ends. A process that stood still may
     * have leased a thread twice: only its latest lease counts.
     * @returns a row or none, as a lateral part of the caller's own statement, which goes by the order of the threads.
     */
    selectLeased(name: JobName, { threadId, lease }: { threadId: SQL; lease: SQL }): SQL {
      return sql`select wakeups.lease from wakeups
        where ${isOf(name)} and wakeups.thread_id = ${threadId} and wakeups.lease = ${lease} for update`;
    },

    /**
     * `enqueue` for this process, which begins at once. A thread that has a wakeup keeps it, and is not returned.
     * @param threads with the columns `thread_id` and `lease`.
     */
    insertLeased(name: JobName, threads: SQL): SQL {
      return sql`insert into wakeups (thread_id, job, due_at, lease, leased_until, attempts)
        select thread_id, ${name}::text, ${now()}, lease, ${leaseEnd}, 1 from (${threads}) as begun
        on conflict do nothing returning thread_id`;
    },

    deleteWakeups(name: JobName, threads: SQL): SQL {
      return sql`delete from wakeups where ${isOf(name)} and thread_id in (${threads})`;
    },

    /** For threads that have more to do: their wakeup is due again. */
    releaseWakeups(name: JobName, threads: SQL): SQL {
      return sql`update wakeups set lease = null, leased_until = null, attempts = 0, failures = 0, due_at = ${now()}
        where ${isOf(name)} and thread_id in (${threads})`;
    },
  };
}

/**
 * For wakeups that are known by their threads. The concatenation keeps the planner from the index by job: it would read
 * the whole backlog for each batch.
 */
function isOf(name: JobName): SQL {
  return sql`wakeups.job || '' = ${name}`;
}
