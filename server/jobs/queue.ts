import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Database, type OpenDatabase, rowsOf, toArray } from '#server/db/client.ts';
import { isDatabaseFailure } from '#server/db/database-failure.ts';
import { queryWithTimeout } from '#server/db/query-with-timeout.ts';
import { transactAtOnce } from '#server/db/transact.ts';
import type { Clock } from '#server/runtime.ts';
import { type JobName, jobNames, type LeasedJob, type Wakeup } from './jobs.ts';
import { createNotifier, notifyChannel } from './notifier.ts';
import { explainPause, findPause, findRestoredUpTo } from './paused-store.ts';
import { endLeases, leaseEnd } from './wakeup-parts.ts';

const firstRetryMs = 1_000;
const maxRetryMs = 60_000;
/** Several polls: a worker that could not ask for this long leases nothing. */
const unheardMs = 15_000;
/** A larger power would overflow in the database. */
const maxDoublings = 10;

export type JobQueue = Awaited<ReturnType<typeof startQueue>>;

export type LocalWorker = {
  wake(): void;
  hasRoom(): boolean;
  reserve(count: number): Begin | null;
};

/** Starts jobs in reserved slots and frees the rest. Call exactly once. */
export type Begin = (jobs: LeasedJob[]) => void;

/** Another process holds the lease: the transaction must roll back. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Wakeups are rows of the same database, so a change and its wakeup commit together. Due times follow the runtime's
 * clock; leases the database's, which all processes share.
 */
export async function startQueue(
  open: OpenDatabase,
  { log, clock, hasWorker }: { log: Logger; clock: Clock; hasWorker: boolean },
) {
  const { db, notices } = open;
  // The embedded database has one process: these leases are a dead one's.
  if (open.kind === 'pglite') {
    await db.execute(endLeases);
  }

  let isReady = true;
  // Only an empty place is restored to, so a process that works is never paused.
  const pause = await findPause(db);
  if (pause) log.warn(explainPause(pause));
  let isPaused = pause !== null;
  const restoredUpTo = await findRestoredUpTo(db);
  let heardAt = performance.now();
  const workers = new Map<JobName, LocalWorker>();
  const wakeWhenDue = (name: JobName, ms: number) =>
    setTimeout(() => workers.get(name)?.wake(), ms + 20).unref();

  if (hasWorker) {
    notices?.on(notifyChannel, {
      onNotice: (name) => workers.get(name as JobName)?.wake(), // we send job names only
      onGap() {
        for (const worker of workers.values()) worker.wake();
      },
    });
  }

  const notifySoon = createNotifier(notices, { log, isReady: () => isReady });
  /** While a restore's choices are open, no job begins in any process. */
  const checkPause = async () => {
    if (!isPaused) return false;
    isPaused = (await findPause(db)) !== null;
    heardAt = performance.now();
    return isPaused;
  };
  const now = () => sql`${clock.now().toISOString()}::timestamptz`;

  return {
    /** A thread that already has a wakeup keeps it. Wake the workers after the commit. */
    async enqueue(tx: Database, name: JobName, wakeups: Wakeup[]): Promise<void> {
      const rows = wakeups.map(({ threadId, delayMs = 0, attempts = 0 }) => ({
        id: threadId,
        attempts,
        at: new Date(clock.now().getTime() + delayMs).toISOString(),
      }));
      for (const { delayMs } of wakeups) if (delayMs) wakeWhenDue(name, delayMs);
      await tx.execute(
        sql`insert into wakeups (thread_id, job, due_at, attempts)
            select id, ${name}, at, attempts
            from json_to_recordset(${JSON.stringify(rows)}::json) as due(id uuid, at timestamptz, attempts int)
            on conflict do nothing`,
      );
    },

    async bringForward(tx: Database, name: JobName, threadId: string): Promise<void> {
      await tx.execute(
        sql`update wakeups set due_at = ${now()} where thread_id = ${threadId} and job = ${name} and due_at > ${now()}`,
      );
    },

    /** Ahead of all others. One that is leased has begun. */
    async putFirst(tx: Database, name: JobName, threadId: string): Promise<void> {
      await tx.execute(
        sql`update wakeups set due_at = to_timestamp(0) where thread_id = ${threadId} and job = ${name}
              and (leased_until is null or leased_until < clock_timestamp())`,
      );
    },

    /** Lets newly stored jobs start without another lease. Null while older jobs wait. */
    reserve: (name: JobName, count: number): Begin | null =>
      isPaused ? null : (workers.get(name)?.reserve(count) ?? null),

    /** Call after the commit. Wakes other processes if this one is busy. */
    wakeWorkers(name: JobName): void {
      const worker = workers.get(name);
      const isBusy = !worker?.hasRoom();
      // A busy worker looks again when a slot is free.
      worker?.wake();
      if (isBusy) notifySoon(name);
    },

    /** After the last choice of a restore. */
    wakeAll(): void {
      for (const name of jobNames) this.wakeWorkers(name);
    },

    isPaused: checkPause,

    /** Messages up to this `seq` may have been answered by an installation that is lost; 0: none. */
    restoredUpTo,

    /** @throws {LeaseLost} */
    async complete(tx: Database, name: JobName, job: LeasedJob): Promise<void> {
      const gone = await rowsOf(
        tx,
        sql`delete from wakeups where ${isLeasedAs(name, job)} returning 1`,
      );
      if (gone.length === 0) throw new LeaseLost(`${name} of ${job.threadId} was taken over`);
    },

    /** @throws {LeaseLost} */
    async renew(tx: Database, name: JobName, job: LeasedJob): Promise<void> {
      const renewed = await rowsOf(
        tx,
        sql`update wakeups set leased_until = ${leaseEnd} where ${isLeasedAs(name, job)} returning 1`,
      );
      if (renewed.length === 0) throw new LeaseLost(`${name} of ${job.threadId} was taken over`);
    },

    /**
     * Longest due first, including those of a process that stopped renewing. Counts an attempt before it begins, so
     * that a crash counts.
     */
    async lease(name: JobName, maxJobs: number): Promise<LeasedJob[]> {
      if (await checkPause()) return [];
      const lease = randomUUID();
      // Otherwise the planner may sort the whole backlog for each lease. A lease that a crash of the database forgets has
      // lost its process's connections, too, so it doesn't wait for the disk.
      const goByIndex = sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true),
        set_config('synchronous_commit', 'off', true)`;
      const take = sql`with due as (
            select thread_id from wakeups
            where job = ${name} and due_at <= ${now()}
              and (leased_until is null or leased_until < clock_timestamp())
            order by due_at limit ${maxJobs} for update skip locked)
          update wakeups set lease = ${lease}, leased_until = ${leaseEnd}, attempts = attempts + 1
          from due where wakeups.thread_id = due.thread_id and wakeups.job = ${name}
          returning wakeups.thread_id as "threadId", attempts`;
      const [, leased] = await transactAtOnce(db, (tx) => [
        rowsOf(tx, goByIndex),
        rowsOf<Omit<LeasedJob, 'lease'>>(tx, take),
      ]).catch(async (error) => {
        await this.release(name, lease);
        throw error;
      });
      heardAt = performance.now();
      return leased.map((job) => ({ ...job, lease }));
    },

    /** After an error that may hide a commit: nothing of this lease has begun. If this fails, the lease ends by itself. */
    async release(name: JobName, lease: string): Promise<void> {
      await db
        .execute(
          sql`update wakeups set lease = null, leased_until = null, attempts = attempts - 1
              where job = ${name} and lease = ${lease}`,
        )
        .catch((error) => log.warn({ err: error, job: name }, 'a lease could not be released'));
    },

    /** @throws {DatabaseSlow} */
    async listDue(): Promise<JobName[]> {
      if (await checkPause()) return [];
      const due = await queryWithTimeout<{ name: JobName }>(
        db,
        sql`select name from unnest(${toArray(jobNames)}::text[]) as name
            where exists (select 1 from wakeups where job = name and due_at <= ${now()}
              and (leased_until is null or leased_until < clock_timestamp()))`,
      );
      heardAt = performance.now();
      return due.map(({ name }) => name);
    },

    /** Each failure makes the next wait longer. */
    async fail(name: JobName, job: LeasedJob, reason: string): Promise<void> {
      const doublings = sql`least(failures, ${maxDoublings})`;
      const delay = sql`least(${maxRetryMs}, ${firstRetryMs} * 2 ^ ${doublings}) * interval '1 millisecond'`;
      await db.execute(
        sql`update wakeups set lease = null, leased_until = null, failures = ${doublings} + 1, reason = ${reason},
              due_at = ${now()} + ${delay}
            where ${isLeasedAs(name, job)}`,
      );
      wakeWhenDue(name, firstRetryMs);
    },

    /** Skips locked rows: waiting while holding others could deadlock with a batch that completes some. */
    async touch(name: JobName, running: LeasedJob[]): Promise<void> {
      const rows = JSON.stringify(running.map(({ threadId: id, lease }) => ({ id, lease })));
      await queryWithTimeout(
        db,
        sql`with kept as (
              select thread_id from wakeups
              join json_to_recordset(${rows}::json) as running(id uuid, lease uuid)
                on thread_id = running.id and wakeups.lease = running.lease
              where job = ${name} for update of wakeups skip locked)
            update wakeups set leased_until = ${leaseEnd}
            from kept where wakeups.thread_id = kept.thread_id and wakeups.job = ${name}`,
      );
    },

    /** @param threads a query with a column `thread_id`. */
    async listWithoutWakeup(name: JobName, threads: SQL, limit: number): Promise<string[]> {
      const rows = await rowsOf<{ id: string }>(
        db,
        sql`select distinct thread_id as id from (${threads}) as busy
            where not exists (
              select 1 from wakeups where wakeups.thread_id = busy.thread_id and job = ${name})
            limit ${limit}`,
      );
      return rows.map(({ id }) => id);
    },

    /**
     * Age of the oldest due wakeup, in ms. Null while the database is slow or not there. A dead process's lease does not
     * count: its job began in time, and its due time is older than it has waited.
     */
    async measureBacklog(name: JobName): Promise<number | null> {
      // What comes meanwhile is kept, however long it takes.
      if (isPaused) return 0;
      const oldest = sql`select extract(epoch from ${now()} - min(due_at))::float8 * 1000 as ms from wakeups
            where job = ${name} and leased_until is null`;
      try {
        const [row] = await queryWithTimeout<{ ms: number | null }>(db, oldest);
        return Math.max(0, row?.ms ?? 0);
      } catch (error) {
        if (isDatabaseFailure(error)) return null;
        throw error;
      }
    },

    /** Each job's due wakeups, counted as `measureBacklog` does. @throws {DatabaseSlow} */
    async measureBacklogs(): Promise<{ job: JobName; due: number; oldestMs: number }[]> {
      return queryWithTimeout(
        db,
        sql`select name as job, count(thread_id)::int as due,
              greatest(coalesce(extract(epoch from ${now()} - min(due_at))::float8 * 1000, 0), 0) as "oldestMs"
            from unnest(${toArray(jobNames)}::text[]) as name
            left join wakeups on job = name and due_at <= ${now()} and leased_until is null
            group by name`,
      );
    },

    attachWorker(name: JobName, worker: LocalWorker): void {
      workers.set(name, worker);
    },

    isReady: () => isReady,

    /** False in a worker that can't reach its jobs. */
    isLeasing: () => !hasWorker || performance.now() - heardAt < unheardMs,

    stop(): void {
      isReady = false;
    },
  };
}

function isLeasedAs(name: JobName, { threadId, lease }: LeasedJob): SQL {
  return sql`thread_id = ${threadId} and job = ${name} and lease = ${lease}`;
}
