import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import { retries } from '#server/outside/metrics.ts';
import { createDeadline, JobHung } from './deadline.ts';
import type { JobName, LeasedJob } from './jobs.ts';
import { jobsFailed } from './metrics.ts';
import { type Begin, type JobQueue, LeaseLost } from './queue.ts';

/** Per fetch, so that processes share a backlog evenly. */
const fetchLimit = 32;

/**
 * Completes the job in its own transaction; an abort hands it back.
 * @param steps.freeSlot called when the job no longer uses what its slot limits.
 */
export type JobHandler = (
  job: LeasedJob,
  signal: AbortSignal,
  steps?: Steps & { freeSlot(): void },
) => Promise<NextWork | null>;
/** On the same thread, already leased. */
export type NextWork = { job: JobName; work: Step };

/** `moveOn` is called between two steps: the job does not hang. */
type Steps = { moveOn(): void };
type Step = (signal: AbortSignal, steps: Steps) => Promise<void>;

type Leased = (signal: AbortSignal, steps: Steps) => Promise<NextWork | null>;

type Work = {
  slots: number;
  /** Of a step. */
  limitMs: number;
  handle: JobHandler;
  freesSlots: boolean;
  begin(next: NextWork, job: LeasedJob): void;
  isFull(): boolean;
  wakeAll(): void;
};

export type Loop = ReturnType<typeof createLoop>;

export function createLoop(
  queue: JobQueue,
  name: JobName,
  { slots, limitMs, handle, freesSlots, begin, isFull, wakeAll }: Work,
  stopping: AbortSignal,
  log: Logger,
) {
  const running = new Map<LeasedJob, Promise<void>>();
  /** Work that another job began takes no slot: it must not delay fetched jobs. */
  const fetched = new Set<LeasedJob>();
  /** For jobs that are being stored. */
  let reserved = 0;
  let isOpen = true;
  let isLeasing = false;
  let mayHaveMore = false;

  async function leaseOnce(): Promise<boolean> {
    const max = Math.min(countFree(), fetchLimit);
    const leased = await queue.lease(name, max);
    mayHaveMore ||= leased.length === max;
    for (const job of leased) startFetched(job);
    return leased.length > 0;
  }

  function startFetched(job: LeasedJob): void {
    fetched.add(job);
    const freeSlot = () => {
      if (!freesSlots) return;
      fetched.delete(job);
      if (mayHaveMore) wake();
    };
    start(job, (signal, { moveOn }) => handle(job, signal, { moveOn, freeSlot }));
  }

  function start(job: LeasedJob, work: Leased): void {
    const done = finish(job, work).finally(() => {
      const wasFull = isFull();
      running.delete(job);
      fetched.delete(job);
      if (wasFull && !isFull()) wakeAll();
      else if (mayHaveMore) wake();
    });
    running.set(job, done);
  }

  /** Never rejects: a failed job goes back to the queue. */
  async function finish(job: LeasedJob, work: Leased): Promise<void> {
    const { hung, moveOn, end } = createDeadline(limitMs);
    const leaving = new AbortController();
    try {
      const signal = AbortSignal.any([stopping, leaving.signal]);
      const next = await Promise.race([work(signal, { moveOn }), hung]);
      if (next) begin(next, job);
    } catch (error) {
      if (error instanceof JobHung) leaving.abort();
      if (error instanceof LeaseLost) return log.warn({ threadId: job.threadId }, error.message);
      jobsFailed.inc({ job: name });
      retries.inc({ step: 'job' });
      log.error({ err: error, job: name, threadId: job.threadId }, 'job failed');
      await queue
        .fail(name, job, (toLoggableError(error) as Error).message)
        .catch((failure) => log.error({ err: failure, job: name }, 'job could not be handed back'));
    } finally {
      end();
    }
  }

  function wake(): void {
    mayHaveMore = true;
    if (isLeasing) return;
    isLeasing = true;
    void refill().finally(() => {
      isLeasing = false;
      if (mayHaveMore && hasRoom()) wake();
    });
  }

  async function refill(): Promise<void> {
    while (mayHaveMore && hasRoom()) {
      mayHaveMore = false;
      try {
        await leaseOnce();
      } catch (error) {
        // The next poll retries.
        log.error({ err: error, job: name }, 'leasing jobs failed');
        return;
      }
    }
  }

  const countFree = () => slots - fetched.size - reserved;
  const hasRoom = () => isOpen && countFree() > 0 && (name === 'meet-crisis' || !isFull());

  function reserve(count: number): Begin | null {
    if (isLeasing || mayHaveMore || !hasRoom() || countFree() < count) return null;
    reserved += count;
    return (jobs) => {
      reserved -= count;
      for (const job of jobs) startFetched(job);
      if (mayHaveMore) wake();
    };
  }

  return {
    name,
    wake,
    hasRoom,
    reserve,
    countBegun: () => running.size - fetched.size,
    /** Without a slot: the job is already leased and must not wait. */
    begin(job: LeasedJob, work: Step) {
      start(job, async (signal, steps) => {
        await work(signal, steps);
        return null;
      });
    },
    close() {
      isOpen = false;
    },
    async idle() {
      while (isLeasing || reserved > 0 || running.size > 0) {
        await Promise.all(running.values());
        // The database may take long to lease or store them.
        await sleep(1);
      }
    },
    async drain(): Promise<boolean> {
      mayHaveMore = false;
      const found = await leaseOnce();
      await this.idle();
      return found;
    },
    /** Only what makes progress keeps its lease. */
    touch() {
      if (running.size === 0) return;
      queue
        .touch(name, [...running.keys()])
        .catch((error) => log.error({ err: error, job: name }, 'heartbeat failed'));
    },
  };
}
