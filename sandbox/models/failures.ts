import { setTimeout as pause } from 'node:timers/promises';

export type Switches = {
  fail: { status: number; times: number } | null;
  slowMs: number;
  isRejected: boolean;
  isEmpty: boolean;
  isLong: boolean;
};

export function readSwitches(text: string): Switches {
  const fail = /\[fail ([45]\d\d)(?: x(\d{1,3}))?\]/i.exec(text);
  const slow = /\[slow (\d{1,4}(?:\.\d+)?) ?s?\]/i.exec(text);
  const times = fail?.[2] ? Number(fail[2]) : Number.POSITIVE_INFINITY;
  return {
    fail: fail ? { status: Number(fail[1]), times } : null,
    slowMs: Number(slow?.[1] ?? 0) * 1000,
    isRejected: /\[reject\]/i.test(text),
    isEmpty: /\[empty\]/i.test(text),
    isLong: /\[long\]/i.test(text),
  };
}

const rememberedTexts = 1000;

/** For `[fail 500 x2]`; a success restarts the count. */
export function createAttemptCounter() {
  const counts = new Map<string, number>();
  return {
    shouldFail(text: string, { fail }: Switches): boolean {
      if (!fail) return false;
      const attempts = (counts.get(text) ?? 0) + 1;
      counts.delete(text);
      if (attempts > fail.times) return false;
      counts.set(text, attempts);
      const oldest = counts.keys().next().value;
      if (counts.size > rememberedTexts && oldest !== undefined) counts.delete(oldest);
      return true;
    },
  };
}

export async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms > 0 && !signal.aborted) await pause(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
