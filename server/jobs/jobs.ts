import { minuteMs } from '#shared/time.ts';

type Limits = { replyConcurrency: number; replyTimeoutMs: number };

/** The thread's rows say what to do, so a repeated or late job does no harm. */
const jobs = {
  'answer-message': {
    slots: ({ replyConcurrency }) => replyConcurrency,
    // Pictures, the validator, the provider and its fallback.
    limitMs: ({ replyTimeoutMs }) => 4 * replyTimeoutMs + minuteMs,
  },
  'deliver-reply': { slots: () => 32, limitMs: () => minuteMs },
  // Own slots, so that a crisis never waits for a model.
  'meet-crisis': { slots: () => 8, limitMs: () => minuteMs },
  'replay-failures': { slots: () => 4, limitMs: () => 5 * minuteMs },
  /** Of a notice, not of a thread. A mail server may keep each waiting. */
  'tell-owner': { slots: () => 4, limitMs: () => 2 * minuteMs },
} as const satisfies Record<string, Record<'slots' | 'limitMs', (limits: Limits) => number>>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];

export function countSlots(limits: Limits): Record<JobName, number> {
  const slots = jobNames.map((name) => [name, jobs[name].slots(limits)]);
  return Object.fromEntries(slots) as Record<JobName, number>; // fromEntries widens the keys
}

/** A job without progress for this long hangs. */
export function limitTimes(limits: Limits): Record<JobName, number> {
  const times = jobNames.map((name) => [name, jobs[name].limitMs(limits)]);
  return Object.fromEntries(times) as Record<JobName, number>; // fromEntries widens the keys
}

export type Wakeup = {
  threadId: string;
  delayMs?: number | undefined;
  /** Times the turn was begun before. */
  attempts?: number | undefined;
};
export type LeasedJob = {
  threadId: string;
  lease: string;
  /** Including this one. */
  attempts: number;
};
