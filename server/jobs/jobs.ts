type Limits = { replyConcurrency: number };

/** The thread's rows say what to do, so a repeated or late job does no harm. */
const jobs = {
  'answer-message': { slots: ({ replyConcurrency }) => replyConcurrency },
  'deliver-reply': { slots: () => 32 },
  // Own slots, so that a crisis never waits for a model.
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
  /** Times the turn was begun before. */
  attempts?: number | undefined;
};
export type LeasedJob = {
  threadId: string;
  lease: string;
  /** Including this one. */
  attempts: number;
};
