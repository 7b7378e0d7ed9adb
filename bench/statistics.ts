/** The smallest number that `percent` % of the numbers don't exceed. */
export function percentile(numbers: number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

export const median = (numbers: number[]) => percentile(numbers, 50);

/** `floor` comes from the same run. */
export type Result = {
  bench: string;
  measure: string;
  value: number;
  unit: string;
  floor?: number;
  promise?: string;
};

export function printTable(results: Result[]): void {
  const round = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toFixed(2)));
  console.table(
    results.map(({ bench, measure, value, unit, floor, promise }) => ({
      bench,
      measure,
      value: `${round(value)} ${unit}`,
      floor: floor === undefined ? '' : `${round(floor)} ${unit}`,
      ratio: floor === undefined ? '' : (value / floor).toFixed(2),
      promise: promise ?? '',
    })),
  );
}
