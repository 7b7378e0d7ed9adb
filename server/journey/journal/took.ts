/** By the system's clock: `at` in ms since 1970. */
export type Took = { at: number; ms: number };

export function startTimer(): () => Took {
  const started = performance.now();
  return () => ({ at: performance.timeOrigin + started, ms: performance.now() - started });
}
