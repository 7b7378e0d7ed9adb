import type { Logger } from 'pino';
import { type JobName, jobNames, type LeasedJob } from './jobs.ts';
import type { JobQueue } from './queue.ts';
import { createLoop, type JobHandler, type Loop, type NextWork } from './worker-loop.ts';

/** Finds jobs without a notice, and those of a dead process. A poll that hangs gives up before the next. */
const pollMs = 2_500;
/** Several per lease. */
const heartbeatMs = 2_500;
const defaultLimitMs = 60_000;
/** Bounds what one process starts while a gateway hangs. */
const maxBegun = 256;

export type Worker = {
  /** Aborts running jobs after `graceMs`, which hands them back. */
  stop(graceMs: number): Promise<void>;
  runUntilIdle(): Promise<void>;
};

export function startWorker(
  queue: JobQueue,
  { slots, limitsMs, handlers, log, polls = true, freesSlots = true }: WorkerOptions,
): Worker {
  const stopping = new AbortController();
  const wakeAll = () => {
    for (const loop of loops) loop.wake();
  };
  /** One query for all: most polls find nothing. */
  const wakeDue = async () => {
    try {
      const due = await queue.listDue();
      for (const loop of loops) if (due.includes(loop.name)) loop.wake();
    } catch (error) {
      log.error({ err: error }, 'polling for jobs failed');
    }
  };
  const begin = ({ job: name, work }: NextWork, job: LeasedJob) =>
    loops.find((loop) => loop.name === name)?.begin(job, work);
  const isFull = () => loops.reduce((sum, loop) => sum + loop.countBegun(), 0) >= maxBegun;
  const loops: Loop[] = jobNames.map((name) =>
    createLoop(
      queue,
      name,
      {
        slots: slots[name],
        limitMs: limitsMs?.[name] ?? defaultLimitMs,
        handle: handlers[name],
        freesSlots,
        begin,
        isFull,
        wakeAll,
      },
      stopping.signal,
      log,
    ),
  );
  if (polls) {
    for (const loop of loops) queue.attachWorker(loop.name, loop);
    wakeAll();
  }
  const poll = polls ? setInterval(wakeDue, pollMs) : undefined;
  const heartbeat = setInterval(() => {
    for (const loop of loops) loop.touch();
  }, heartbeatMs);

  return {
    async stop(graceMs) {
      clearInterval(poll);
      for (const loop of loops) loop.close();
      const deadline = setTimeout(() => stopping.abort(), graceMs);
      // A loop's job may start work in another loop.
      for (const loop of loops) await loop.idle();
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
  /** Of each step of a job. */
  limitsMs?: Record<JobName, number>;
  handlers: Record<JobName, JobHandler>;
  log: Logger;
  /** False in tests: only runUntilIdle runs jobs. */
  polls?: boolean;
  /** False on the embedded database, where it would only make batches smaller. */
  freesSlots?: boolean;
};
