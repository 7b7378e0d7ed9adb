import { saveFile, toCsv } from '#web/lib/csv.ts';
import type { Measure } from './measures.ts';
import type { Slice } from './slices.ts';

/** Keeps a table as a file: the same rows and columns, numbers in full. Sums are left to whoever reads it. */
export function saveTable(table: {
  title: string;
  /** Heads the first column. */
  of: string;
  columns: Measure[];
  rows: Slice[];
  /** Says which days. */
  total: Slice;
  /** Whose numbers they are, if not everyone's. */
  expertName: string | null;
}): void {
  const { title, of, columns, rows, total, expertName } = table;
  const names = columns.map(({ label, unit }) => label + unit.csv.name);
  const isByDay = of === 'Day';
  const line = ({ name, scope, figures }: Slice) => [
    (isByDay && scope.from) || name,
    ...columns.map(({ read, unit }) => {
      const value = read(figures);
      return value === null ? null : unit.csv.write(value);
    }),
  ];
  const { from, to, timeZone } = total.scope;
  const csv = toCsv([[isByDay ? `Day (${timeZone})` : of, ...names], ...rows.map(line)]);
  const words = ['sagewire', title, expertName, from, 'to', to].filter(Boolean).join(' ');
  saveFile(`${slug(words)}.csv`, 'text/csv', csv);
}

function slug(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
