type Limits = { replyConcurrency: number };

/**
 * A job only says that a thread has work to do. The thread's rows say which, so a repeated or late job does no harm.
 */
const jobs = {
  'answer-message': { slots: ({ replyConcurrency }) => replyConcurrency },
  'deliver-reply': { slots: () => 32 },
  // Slots of its own, so that a crisis never waits for a model.
  'meet-crisis': { slots: () => 8 },
  'replay-failures': { slots: () => 4 },
} as const satisfies Record<string, { slots: (limits: Limits) => number }>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];

export function countSlots(limits: Limits): Record<JobName, number> {
  const slots = jobNames.map((name) => [name, jobs[name].slots(limits)]);
  return Object.fromEntries(slots) as Record<JobName, number>; // fromEntries widens the keys
}

export type Wakeup = {
  threadId: string;
  delayMs?: number | undefined;
  /** How often the same turn was begun before. */
  attempts?: number | undefined;
};
/** A wakeup that this process may work on while it holds the lease. */
export type LeasedJob = {
  threadId: string;
  lease: string;
  /** How often this turn was begun, including this time. */
  attempts: number;
};
