import { type SQL, sql } from 'drizzle-orm';
import { type CommandResponse, type DrizzleTransactionLike, fromDrizzle, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, OpenDatabase } from '#server/db/client.ts';
import { type JobName, jobNames, jobs, type TakenJob, type Wakeup } from './jobs.ts';

const notifyChannel = 'sagewire_jobs';
const notifyAfterMs = 5;
/** A process that shows no sign of life for this long has lost its jobs; pg-boss's least is 10. */
const heartbeatSeconds = 12;
/** How often lost jobs are looked for: with the heartbeat, work resumes within 30 s of a crash. */
const monitorSeconds = 10;

export type JobQueue = Awaited<ReturnType<typeof startQueue>>;

/** The part of this process that works on a queue. */
export type LocalWorker = { wake(): void; hasRoom(): boolean };

/** Another process has taken this job over: whatever was done for it must be rolled back. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The queue lives in the same database as the data, so a change and its wakeup commit together. */
export async function startQueue(
  open: OpenDatabase,
  { log, hasWorker }: { log: Logger; hasWorker: boolean },
) {
  const boss = new PgBoss({
    db: open.forQueue,
    backend: open.kind,
    schedule: false,
    supervise: hasWorker,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    persistWarnings: false,
    // Neither flows nor pg-boss's own index upkeep are used; an idle process should be quiet.
    flowIntervalSeconds: 600,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'queue failed'));
  await boss.start();
  for (const name of jobNames) await prepareQueue(boss, name);
  if (open.kind === 'pglite') await takeBackOrphans(open.db);

  const wakeupInserts = new Map<JobName, string>();
  for (const name of jobNames) wakeupInserts.set(name, await insertTextOf(boss, name));

  let isReady = true;
  const workers = new Map<JobName, LocalWorker>();
  /** A retry that comes due is not left to the next poll. */
  const pokeLater = (name: JobName, ms: number) =>
    setTimeout(() => workers.get(name)?.wake(), ms + 20).unref();

  if (hasWorker) {
    open.notices?.on(notifyChannel, {
      onNotice: (name) => workers.get(name as JobName)?.wake(),
      onGap() {
        for (const worker of workers.values()) worker.wake();
      },
    });
  }

  const notified = new Set<JobName>();
  /**
   * Tells other processes. NOTIFY takes a lock that every commit of the server shares, so it stands
   * outside the transactions, and one for all that was committed within some milliseconds. Should it
   * get lost, their next poll finds the job.
   */
  function notifySoon(name: JobName): void {
    if (!open.notices || !isReady || notified.has(name)) return;
    notified.add(name);
    setTimeout(() => {
      notified.delete(name);
      open.notices
        ?.tell(notifyChannel, name)
        .catch((error) => log.warn({ err: error }, 'other processes were not told of a job'));
    }, notifyAfterMs);
  }

  return {
    /**
     * Wakes threads, in the caller's transaction. A thread that is awake already stays as it is.
     * Call `poke` once the transaction has committed.
     */
    async enqueue(tx: Database, name: JobName, wakeups: Wakeup[]): Promise<void> {
      const rows = wakeups.map(({ threadId, delayMs }) => ({
        singletonKey: threadId,
        data: { threadId },
        ...(delayMs && { startAfter: new Date(Date.now() + delayMs).toISOString() }),
      }));
      for (const { delayMs } of wakeups) if (delayMs) pokeLater(name, delayMs);
      await boss.insert(name, rows, { db: inside(tx) });
    },

    /** A thread's wakeup that was to come later comes as soon as it is poked: what it waited for is there. */
    async hasten(tx: Database, name: JobName, threadId: string): Promise<void> {
      await tx.execute(
        sql`update pgboss.job set start_after = now()
            where name = ${name} and policy = 'exclusive' and state < 'active'
              and coalesce(singleton_key, '') = ${threadId} and start_after > now()`,
      );
    },

    /**
     * What `enqueue` does, as a part of a larger statement of the caller's.
     * @param threads a query with a column `thread_id`, each thread once.
     */
    wakeupsOf(name: JobName, threads: SQL): SQL {
      const [before, after] = (wakeupInserts.get(name) ?? '').split('$1') as [string, string];
      const jobsOf = sql`(select coalesce(json_agg(json_build_object('singletonKey', thread_id,
        'data', json_build_object('threadId', thread_id)))::text, '[]') from (${threads}) as awake)`;
      return sql`${sql.raw(before)}${jobsOf}${sql.raw(after)}`;
    },

    /** Tells whoever can take it that a job has just been committed: this process first. */
    poke(name: JobName): void {
      const worker = workers.get(name);
      if (worker?.hasRoom()) worker.wake();
      else notifySoon(name);
    },

    /**
     * Ends a taken job in the caller's transaction.
     * @throws {LeaseLost} when the job is no longer this process's; the transaction must not commit.
     */
    async complete(tx: Database, name: JobName, job: TakenJob): Promise<void> {
      const result = await boss.complete(name, job, null, { db: inside(tx) });
      if (isLost(result)) throw new LeaseLost(`${name} of thread ${job.threadId} was taken over`);
    },

    /**
     * Makes sure, in the caller's transaction, that a taken job is still this process's.
     * @throws {LeaseLost}
     */
    async confirm(tx: Database, name: JobName, job: TakenJob): Promise<void> {
      const result = await boss.touch(name, job, { db: inside(tx) });
      if (isLost(result)) throw new LeaseLost(`${name} of thread ${job.threadId} was taken over`);
    },

    async fetch(name: JobName, batchSize: number): Promise<TakenJob[]> {
      const taken = await boss.fetch<{ threadId: string }>(name, { batchSize });
      return taken.map(({ id, retryCount, data }) => ({ id, retryCount, threadId: data.threadId }));
    },

    /** Tries the job again later, or lays it into the dead-letter queue when its tries are used up. */
    async fail(name: JobName, job: TakenJob, reason: string): Promise<void> {
      await boss.fail(name, job, { message: reason });
    },

    /** Shows a sign of life for jobs in work. */
    async touch(name: JobName, taken: TakenJob[]): Promise<void> {
      await boss.touch(name, taken);
    },

    /** The worker of this process for a queue; it is called whenever a fetch is worth while. */
    attachWorker(name: JobName, worker: LocalWorker): void {
      workers.set(name, worker);
    },

    isReady: () => isReady,

    async stop(): Promise<void> {
      isReady = false;
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** pg-boss's statements run in our transaction. */
function inside(tx: Database) {
  return fromDrizzle(tx as DrizzleTransactionLike, sql);
}

/** pg-boss counts the jobs it touched; its types leave that out. */
function isLost(response: CommandResponse): boolean {
  return (response as { affected?: number }).affected === 0;
}

/**
 * The text of pg-boss's own insert, read by letting it insert nothing, so that it can stand inside a
 * statement of ours. Its one parameter is the list of jobs, as JSON text.
 */
async function insertTextOf(boss: PgBoss, name: JobName): Promise<string> {
  let captured = '';
  const listen = {
    async executeSql(text: string) {
      captured = text;
      return { rows: [] };
    },
  };
  await boss.insert(name, [], { db: listen });
  if (captured.split('$1').length !== 2 || captured.includes('$2')) {
    throw new Error(`pg-boss's insert is not what this release expects: ${captured}`);
  }
  return captured;
}

async function prepareQueue(boss: PgBoss, name: JobName): Promise<void> {
  const deadLetter = `${name}-dead`;
  await boss.createQueue(deadLetter);
  const options = {
    retryLimit: jobs[name].tries - 1,
    retryDelay: 1,
    retryBackoff: true,
    heartbeatSeconds,
    // The heartbeat finds dead processes; this only ends a job that hangs in a live one.
    expireInSeconds: 1_800,
    deleteAfterSeconds: 300,
    deadLetter,
  };
  await boss.createQueue(name, { policy: 'exclusive', ...options });
  await boss.updateQueue(name, options);
  // The first touch of a queue reads its row outside any transaction; on the embedded database that
  // would wait for ever if it happened inside one.
  await boss.touch(name, '00000000-0000-0000-0000-000000000000');
}

/** The embedded database has one process at a time, so whatever is in work at start was left by a dead one. */
async function takeBackOrphans(db: Database): Promise<void> {
  await db.execute(
    sql`update pgboss.job set state = 'created', started_on = null, heartbeat_on = null where state = 'active'`,
  );
}
