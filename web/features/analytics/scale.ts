import { hourMs } from '#shared/time.ts';

/** Round ends of an axis, whose halves are easy to read, too. */
const steps = [1, 1.5, 2, 3, 4, 6, 8, 10];

export function roundUp(max: number): number {
  if (max <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(max));
  return (steps.find((step) => step * magnitude >= max) ?? 10) * magnitude;
}

/** Rounds in the unit shown. */
export function roundUpDuration(maxMs: number): number {
  const unitMs = [hourMs, 60_000, 1000].find((size) => maxMs > size) ?? 100;
  return roundUp(maxMs / unitMs) * unitMs;
}

/** Each day of a week, else five, always with the last. */
export function pickLabeledDays(count: number): number[] {
  const step = count <= 7 ? 1 : Math.ceil(count / 5);
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % step === 0,
  );
}
