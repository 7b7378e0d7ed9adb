import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { FigureLink } from './figure-link.tsx';
import type { FigureRow } from './figure-rows.ts';
import type { Measure } from './measures.ts';

type Props = {
  title: string;
  of: string;
  columns: Measure[];
  rows: FigureRow[];
  total: FigureRow;
  nameOf?: (row: FigureRow) => ReactNode;
  className?: string;
};

const cell =
  'whitespace-nowrap px-3 py-2 text-right first:sticky first:left-0 first:bg-surface first:pl-4 first:text-left last:pr-4 sm:first:pl-5 sm:last:pr-5';

export function FiguresTable({ title, of, columns, rows, total, nameOf, className }: Props) {
  return (
    // Relative, or its sr-only texts would widen the page.
    <section
      aria-label={`Table: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to scroll by key
      tabIndex={0}
      className={cn('relative overflow-auto', className)}
    >
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            <th scope="col" className={cn(cell, head, 'z-20')}>
              {of}
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className={cn(cell, head)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} columns={columns} name={nameOf?.(row) ?? row.name} />
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <Row row={total} columns={columns} name={total.name} />
        </tfoot>
      </table>
    </section>
  );
}

const head = 'sticky top-0 z-10 bg-surface font-medium text-muted text-sm';

function keyOf({ scope }: FigureRow): string {
  return `${scope.expertId} ${scope.from}`;
}

function Row({ row, columns, name }: { row: FigureRow; columns: Measure[]; name: ReactNode }) {
  return (
    <tr>
      <th scope="row" className={cn(cell, 'border-t [font-weight:inherit]')}>
        {name}
      </th>
      {columns.map((measure) => (
        <td key={measure.label} className={cn(cell, 'border-t')}>
          <FigureLink measure={measure} row={row} label={`${row.name}, ${measure.label}`} />
        </td>
      ))}
    </tr>
  );
}
