import { type SQL, sql } from 'drizzle-orm';
import {
  type CommandResponse,
  type DrizzleTransactionLike,
  fromDrizzle,
  fromPglite,
  PgBoss,
} from 'pg-boss';
import type { Logger } from 'pino';
import { type Database, type OpenDatabase, rowsOf } from '#server/db/client.ts';
import type { Clock } from '#server/runtime.ts';
import { type JobName, jobNames, jobs, type LeasedJob, type Wakeup } from './jobs.ts';

const notifyChannel = 'sagewire_jobs';
const notifyAfterMs = 5;
/** pg-boss allows no less than 10. */
const heartbeatSeconds = 12;
/** With the heartbeat, work resumes within 30 s of a crash. */
const monitorSeconds = 10;

export type JobQueue = Awaited<ReturnType<typeof startQueue>>;

export type LocalWorker = { wake(): void; hasRoom(): boolean };

/** Another process has taken this job over, so the transaction must roll back. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** pg-boss shares the database with the data, so that a change and its wakeup commit together. */
export async function startQueue(
  open: OpenDatabase,
  { log, clock, hasWorker }: { log: Logger; clock: Clock; hasWorker: boolean },
) {
  const boss = new PgBoss({
    db: driverFor(open),
    backend: open.kind,
    schedule: false,
    supervise: hasWorker,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    persistWarnings: false,
    // We use neither flows nor pg-boss's index upkeep, and an idle process should stay quiet.
    flowIntervalSeconds: 600,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'queue failed'));
  await boss.start();
  for (const name of jobNames) await prepareQueue(boss, name);
  if (open.kind === 'pglite') await requeueOrphans(open.db);

  const wakeupInserts = new Map<JobName, string>();
  for (const name of jobNames) wakeupInserts.set(name, await readInsertText(boss, name));

  let isReady = true;
  const workers = new Map<JobName, LocalWorker>();
  const wakeWhenDue = (name: JobName, ms: number) =>
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
   * NOTIFY takes a lock that all commits share, so it runs outside our transactions, at most once in a few
   * milliseconds. If it gets lost, the next poll finds the job.
   */
  function notifySoon(name: JobName): void {
    if (!open.notices || !isReady || notified.has(name)) return;
    notified.add(name);
    setTimeout(() => {
      notified.delete(name);
      open.notices
        ?.send(notifyChannel, name)
        .catch((error) => log.warn({ err: error }, 'other processes were not notified of a job'));
    }, notifyAfterMs);
  }

  return {
    /** A thread that has a wakeup keeps it. Call `wakeWorkers` after the commit. */
    async enqueue(tx: Database, name: JobName, wakeups: Wakeup[]): Promise<void> {
      const rows = wakeups.map(({ threadId, delayMs }) => ({
        singletonKey: threadId,
        data: { threadId },
        ...(delayMs && { startAfter: new Date(clock.now().getTime() + delayMs).toISOString() }),
      }));
      for (const { delayMs } of wakeups) if (delayMs) wakeWhenDue(name, delayMs);
      await boss.insert(name, rows, { db: inside(tx) });
    },

    async bringForward(tx: Database, name: JobName, threadId: string): Promise<void> {
      await tx.execute(
        sql`update pgboss.job set start_after = now()
            where name = ${name} and policy = 'exclusive' and state < 'active'
              and coalesce(singleton_key, '') = ${threadId} and start_after > now()`,
      );
    },

    /**
     * `enqueue` as a part of the caller's own statement.
     * @param threads a query with a column `thread_id`, each thread once.
     */
    insertWakeups(name: JobName, threads: SQL): SQL {
      const [before, after] = (wakeupInserts.get(name) ?? '').split('$1') as [string, string];
      const jobsOf = sql`(select coalesce(json_agg(json_build_object('singletonKey', thread_id,
        'data', json_build_object('threadId', thread_id)))::text, '[]') from (${threads}) as awake)`;
      return sql`${sql.raw(before)}${jobsOf}${sql.raw(after)}`;
    },

    /** Call it after the commit. Wakes other processes if this one's worker is busy. */
    wakeWorkers(name: JobName): void {
      const worker = workers.get(name);
      if (worker?.hasRoom()) worker.wake();
      else notifySoon(name);
    },

    /** @throws {LeaseLost} */
    async complete(tx: Database, name: JobName, job: LeasedJob): Promise<void> {
      const result = await boss.complete(name, job, null, { db: inside(tx) });
      if (isLost(result)) throw new LeaseLost(`${name} of thread ${job.threadId} was taken over`);
    },

    /** @throws {LeaseLost} */
    async renew(tx: Database, name: JobName, job: LeasedJob): Promise<void> {
      const result = await boss.touch(name, job, { db: inside(tx) });
      if (isLost(result)) throw new LeaseLost(`${name} of thread ${job.threadId} was taken over`);
    },

    async lease(name: JobName, batchSize: number): Promise<LeasedJob[]> {
      const jobs = await boss.fetch<{ threadId: string }>(name, { batchSize });
      return jobs.map(({ id, retryCount, data }) => ({ id, retryCount, threadId: data.threadId }));
    },

    /** After its last attempt the job moves to the dead-letter queue. */
    async fail(name: JobName, job: LeasedJob, reason: string): Promise<void> {
      await boss.fail(name, job, { message: reason });
    },

    async touch(name: JobName, running: LeasedJob[]): Promise<void> {
      await boss.touch(name, running);
    },

    /** @param threads a query with a column `thread_id`. */
    async listWithoutWakeup(name: JobName, threads: SQL, limit: number): Promise<string[]> {
      const rows = await rowsOf<{ id: string }>(
        open.db,
        sql`select distinct thread_id as id from (${threads}) as busy
            where not exists (
              select 1 from pgboss.job where name = ${name} and policy = 'exclusive'
                and state <= 'active' and coalesce(singleton_key, '') = thread_id::text)
            limit ${limit}`,
      );
      return rows.map(({ id }) => id);
    },

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

function driverFor(open: OpenDatabase) {
  if (open.kind === 'pglite') return fromPglite(open.client);
  const { client: pool } = open;
  return { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
}

function inside(tx: Database) {
  return fromDrizzle(tx as DrizzleTransactionLike, sql);
}

/** pg-boss reports how many jobs it affected, but its types leave that out. */
function isLost(response: CommandResponse): boolean {
  return (response as { affected?: number }).affected === 0;
}

/** Captures pg-boss's own insert, to embed it in our statements. Its one parameter is the jobs as JSON text. */
async function readInsertText(boss: PgBoss, name: JobName): Promise<string> {
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
    // The heartbeat detects dead processes; this ends a job that hangs in a live one.
    expireInSeconds: 1_800,
    deleteAfterSeconds: 300,
    deadLetter,
  };
  await boss.createQueue(name, { policy: 'exclusive', ...options });
  await boss.updateQueue(name, options);
  // A queue's first use reads its row on the outer connection: a deadlock inside a transaction on PGlite.
  await boss.touch(name, '00000000-0000-0000-0000-000000000000');
}

/** With one process at a time, jobs active at the start belong to a dead one. */
async function requeueOrphans(db: Database): Promise<void> {
  await db.execute(
    sql`update pgboss.job set state = 'created', started_on = null, heartbeat_on = null where state = 'active'`,
  );
}
