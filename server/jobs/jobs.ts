/**
 * Every kind of background work. A job is a wakeup: "this thread has something to do". What there is
 * to do stands in the thread's own rows, so a wakeup that comes twice or late does no harm.
 */
export const jobs = {
  /** Answer the thread's oldest unanswered message. */
  'answer-message': { tries: 5 },
  /** Send the thread's oldest unsent text. */
  'deliver-reply': { tries: 5 },
} as const satisfies Record<string, { tries: number }>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];
export type Wakeup = { threadId: string; delayMs?: number | undefined };
/** A wakeup that this process has taken; retryCount tells this try from an earlier one that lost its lease. */
export type TakenJob = { id: string; retryCount: number; threadId: string };
