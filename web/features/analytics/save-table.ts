import { saveFile, toCsv } from '#web/lib/csv.ts';
import type { FigureRow } from './figure-rows.ts';
import type { Measure } from './measures.ts';

/** Saves a table as CSV: unrounded numbers, and no total row, since spreadsheets sum for themselves. */
export function saveTable(table: {
  title: string;
  of: string;
  columns: Measure[];
  rows: FigureRow[];
  /** Its scope gives the file name its days. */
  total: FigureRow;
  /** Null for all experts. */
  expertName: string | null;
}): void {
  const { title, of, columns, rows, total, expertName } = table;
  const names = columns.map(({ label, unit }) => label + unit.csv.name);
  const isByDay = of === 'Day';
  const line = ({ name, scope, figures }: FigureRow) => [
    (isByDay && scope.from) || name,
    ...columns.map(({ read, unit }) => {
      const value = read(figures);
      return value === null ? null : unit.csv.write(value);
    }),
  ];
  const { from, to, timeZone } = total.scope;
  const csv = toCsv([[isByDay ? `Day (${timeZone})` : of, ...names], ...rows.map(line)]);
  const name = ['sagewire', title, expertName, from, 'to', to].filter(Boolean).join(' ');
  saveFile(`${toSlug(name)}.csv`, 'text/csv', csv);
}

function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
