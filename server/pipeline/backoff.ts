/** Waits that double from try to try, with up to half as much again at random so that a crowd spreads out. */
export function backoffMs(tries: number, firstMs: number, random = Math.random()): number {
  return Math.round(firstMs * 2 ** (tries - 1) * (1 + random / 2));
}
