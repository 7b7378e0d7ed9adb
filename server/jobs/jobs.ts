type Limits = { replyConcurrency: number };

/**
 * A job only says that a thread has something to do. The thread's rows say what, so a job that comes twice or late does
 * no harm.
 */
export const jobs = {
  'answer-message': { slots: ({ replyConcurrency }) => replyConcurrency },
  'deliver-reply': { slots: () => 32 },
  // A crisis waits for no model, whatever the other slots wait for.
  'meet-crisis': { slots: () => 8 },
} as const satisfies Record<string, { slots: (limits: Limits) => number }>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];

export function slotsFor(limits: Limits): Record<JobName, number> {
  const slots = jobNames.map((name) => [name, jobs[name].slots(limits)]);
  return Object.fromEntries(slots) as Record<JobName, number>; // fromEntries widens the keys
}

export type Wakeup = {
  threadId: string;
  delayMs?: number | undefined;
  /** Of the turn that it begins again. */
  attempts?: number | undefined;
};
/** A wakeup that this process may work on until the lease ends or is taken over. */
export type LeasedJob = {
  threadId: string;
  lease: string;
  /** How often this turn has begun, with this time. */
  attempts: number;
};
