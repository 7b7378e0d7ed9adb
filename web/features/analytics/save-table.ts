import { saveFile, toCsv } from '#web/lib/csv.ts';
import type { FigureRow } from './figure-rows.ts';
import type { Measure } from './measures.ts';

/** Unrounded numbers, without the total: spreadsheets sum for themselves. */
export function saveTable(table: {
  title: string;
  of: string;
  columns: Measure[];
  rows: FigureRow[];
  /** Its days name the file. */
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
