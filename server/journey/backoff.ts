/** Exponential, plus up to half at random so that clients spread out. */
export function computeBackoffMs(attempt: number, firstMs: number, random = Math.random()): number {
  return Math.round(firstMs * 2 ** (attempt - 1) * (1 + random / 2));
}
