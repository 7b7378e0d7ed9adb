/** Of a normal distribution: 95 % lie within. */
const z = 1.96;

/** The share that `hits` of `all` speak for: with 95 % confidence it lies within. Both 0 to 1. */
export function findWilsonInterval(hits: number, all: number): { low: number; high: number } {
  if (all === 0) return { low: 0, high: 1 };
  const share = hits / all;
  const spread = z ** 2 / all;
  const middle = share + spread / 2;
  const half = z * Math.sqrt((share * (1 - share) + spread / 4) / all);
  const bound = (value: number) => Math.min(1, Math.max(0, value / (1 + spread)));
  return { low: bound(middle - half), high: bound(middle + half) };
}
