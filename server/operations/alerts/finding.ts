export type Refusals = {
  /** @returns how many of the last 5 minutes, and how many are usual in as long. */
  measure(total: number, now: Date): { recent: number; usual: number; isTooMany: boolean };
};

/**
 * `detail`: a sentence without a person's name, number or words. `link`: a path of the dashboard. `grewAt`: when it last
 * became more, where that must be told before the next repeat.
 */
export type Finding = { subject: string; detail: string; link: string; grewAt?: Date };

/** What one process knows. */
export type Watch = { host: string; refusals: Refusals; readDisk: ReadDisk };
export type ReadDisk = (path: string) => Promise<{ bavail: number; blocks: number; bsize: number }>;
