import { setTimeout as pause } from 'node:timers/promises';

/** What a person can ask of the model in the text itself, to see how the product takes it. */
export type Wish = {
  fail: { status: number; times: number } | null;
  slowMs: number;
  isRejected: boolean;
  isEmpty: boolean;
  isLong: boolean;
};

export function readWish(text: string): Wish {
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

/** Counts the attempts of a text that shall fail a few times; a success starts the count anew. */
export function createAttempts() {
  const counts = new Map<string, number>();
  return {
    /** Whether this attempt is one of those that fail. */
    fails(text: string, wish: Wish): boolean {
      if (!wish.fail) return false;
      const attempts = (counts.get(text) ?? 0) + 1;
      counts.delete(text);
      if (attempts > wish.fail.times) return false;
      counts.set(text, attempts);
      const oldest = counts.keys().next().value;
      if (counts.size > rememberedTexts && oldest !== undefined) counts.delete(oldest);
      return true;
    },
  };
}

/** Waits, unless the caller leaves first; says whether it is still there. */
export async function waitUnlessGone(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms > 0 && !signal.aborted) await pause(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
