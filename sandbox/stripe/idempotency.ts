import { keyInUse, keyReused } from './errors.ts';

type Answer = { status: number; body: unknown };
type Known = { request: string; answer: Answer | null };
export type Replayed = Answer & { isReplayed: boolean };

const keptKeys = 1000;

/** A known key gets the first answer again (page "Idempotent requests"). */
export function createIdempotency() {
  const known = new Map<string, Known>();

  return async (
    key: string | undefined,
    request: string,
    execute: () => Promise<Answer>,
  ): Promise<Replayed> => {
    const earlier = key === undefined ? undefined : known.get(key);
    if (key === undefined) return { ...(await execute()), isReplayed: false };
    if (earlier && earlier.request !== request) throw keyReused(key);
    if (earlier) {
      if (!earlier.answer) throw keyInUse();
      return { ...earlier.answer, isReplayed: true };
    }
    const entry: Known = { request, answer: null };
    known.set(key, entry);
    try {
      entry.answer = await execute();
    } catch (error) {
      // Refused before it did anything: may be retried.
      known.delete(key);
      throw error;
    }
    const oldest = known.keys().next().value;
    if (known.size > keptKeys && oldest !== undefined) known.delete(oldest);
    return { ...entry.answer, isReplayed: false };
  };
}
