import type { Logger } from 'pino';
import { jobsFailed } from '#server/metrics.ts';
import { type JobName, jobNames, type TakenJob } from './jobs.ts';
import { type JobQueue, LeaseLost } from './queue.ts';

/** Finds work that nobody told this process of: what others left, or what has come due for them. */
const pollMs = 4_000;
const heartbeatMs = 4_000;
/** Jobs taken by one fetch at most, so that several processes share a backlog evenly. */
const fetchLimit = 32;

/** Does one taken job and completes it in its own transaction. Aborting hands the work back. */
export type JobHandler = (job: TakenJob, signal: AbortSignal) => Promise<void>;

export type Worker = {
  /** Ends taking jobs; waits so long for those in work, then aborts them so that they are handed back. */
  stop(graceMs: number): Promise<void>;
  /** For tests: works until nothing that is due is left. */
  runUntilIdle(): Promise<void>;
};

/**
 * Our own loop over fetch and complete: pg-boss's `work()` refills its slots only at each poll.
 * @param slots jobs of each queue in work at once.
 */
export function startWorker(
  queue: JobQueue,
  { slots, handlers, log, polls = true }: WorkerOptions,
): Worker {
  const stopping = new AbortController();
  const loops = jobNames.map((name) =>
    createLoop(queue, name, slots[name], handlers[name], stopping.signal, log),
  );
  const wakeAll = () => {
    for (const loop of loops) loop.wake();
  };
  if (polls) {
    for (const loop of loops) queue.attachWorker(loop.name, loop);
    wakeAll();
  }
  const poll = polls ? setInterval(wakeAll, pollMs) : undefined;
  const heartbeat = setInterval(() => {
    for (const loop of loops) loop.touch();
  }, heartbeatMs);

  return {
    async stop(graceMs) {
      clearInterval(poll);
      for (const loop of loops) loop.close();
      const deadline = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(loops.map((loop) => loop.idle()));
      clearTimeout(deadline);
      clearInterval(heartbeat);
    },
    async runUntilIdle() {
      for (let worked = true; worked; ) {
        worked = false;
        for (const loop of loops) worked = (await loop.drain()) || worked;
      }
    },
  };
}

type WorkerOptions = {
  slots: Record<JobName, number>;
  handlers: Record<JobName, JobHandler>;
  log: Logger;
  /** False in tests: nothing runs but what runUntilIdle asks for. */
  polls?: boolean;
};

function createLoop(
  queue: JobQueue,
  name: JobName,
  slots: number,
  handle: JobHandler,
  signal: AbortSignal,
  log: Logger,
) {
  const working = new Map<TakenJob, Promise<void>>();
  let isOpen = true;
  let isFetching = false;
  let mayHaveMore = false;

  /** Fetches once; true when there was something. */
  async function fetchOnce(): Promise<boolean> {
    const room = Math.min(slots - working.size, fetchLimit);
    const taken = await queue.fetch(name, room);
    mayHaveMore ||= taken.length === room;
    for (const job of taken) {
      const done = work(job).finally(() => {
        working.delete(job);
        if (mayHaveMore) wake();
      });
      working.set(job, done);
    }
    return taken.length > 0;
  }

  /** Never rejects: a job that fails is handed to the queue, which tries it again later. */
  async function work(job: TakenJob): Promise<void> {
    try {
      await handle(job, signal);
    } catch (error) {
      if (error instanceof LeaseLost) return log.warn({ threadId: job.threadId }, error.message);
      jobsFailed.inc({ job: name });
      log.error({ err: error, job: name, threadId: job.threadId }, 'job failed');
      await queue
        .fail(name, job, (error as Error).message)
        .catch((failure) => log.error({ err: failure, job: name }, 'job could not be handed back'));
    }
  }

  function wake(): void {
    mayHaveMore = true;
    if (isFetching) return;
    isFetching = true;
    void refill().finally(() => {
      isFetching = false;
      if (mayHaveMore && hasRoom()) wake();
    });
  }

  async function refill(): Promise<void> {
    while (mayHaveMore && hasRoom()) {
      mayHaveMore = false;
      try {
        await fetchOnce();
      } catch (error) {
        // The database is away: the next poll tries again.
        log.error({ err: error, job: name }, 'fetch failed');
        return;
      }
    }
  }

  const hasRoom = () => isOpen && working.size < slots;

  return {
    name,
    wake,
    hasRoom,
    close() {
      isOpen = false;
    },
    async idle() {
      while (isFetching || working.size > 0) {
        await Promise.all(working.values());
        await new Promise(setImmediate);
      }
    },
    async drain(): Promise<boolean> {
      mayHaveMore = false;
      const found = await fetchOnce();
      await this.idle();
      return found;
    },
    touch() {
      if (working.size === 0) return;
      queue
        .touch(name, [...working.keys()])
        .catch((error) => log.error({ err: error, job: name }, 'heartbeat failed'));
    },
  };
}
