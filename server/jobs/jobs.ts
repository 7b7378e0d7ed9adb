type Limits = { replyConcurrency: number };

/**
 * Every kind of background work. A job is a wakeup: "this thread has something to do". What there is
 * to do stands in the thread's own rows, so a wakeup that comes twice or late does no harm.
 */
export const jobs = {
  /** Answer the thread's oldest unanswered message. */
  'answer-message': { tries: 5, slots: ({ replyConcurrency }) => replyConcurrency },
  /** Send the thread's oldest unsent text. */
  'deliver-reply': { tries: 5, slots: () => 32 },
} as const satisfies Record<string, { tries: number; slots: (limits: Limits) => number }>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];

/** Jobs of each kind that one process has in work at once. */
export function slotsFor(limits: Limits): Record<JobName, number> {
  const counted = jobNames.map((name) => [name, jobs[name].slots(limits)]);
  return Object.fromEntries(counted) as Record<JobName, number>; // fromEntries forgets the names
}

export type Wakeup = { threadId: string; delayMs?: number | undefined };
/** A wakeup that this process has taken; retryCount tells this try from an earlier one that lost its lease. */
export type TakenJob = { id: string; retryCount: number; threadId: string };
