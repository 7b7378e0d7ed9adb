import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { MeasuredNumber } from './measured-number.tsx';
import type { Measure } from './measures.ts';
import type { Slice } from './slices.ts';

type Props = {
  title: string;
  /** Heads the first column. */
  of: string;
  columns: Measure[];
  rows: Slice[];
  total: Slice;
  /** How a row's name is shown, if not plainly. */
  nameOf?: (row: Slice) => ReactNode;
  className?: string;
};

const cell =
  'whitespace-nowrap px-3 py-2 text-right first:sticky first:left-0 first:bg-surface first:pl-4 first:text-left last:pr-4 sm:first:pl-5 sm:last:pr-5';

/** Numbers of days or experts, each with its way to the conversations; it scrolls inside. */
export function FiguresTable({ title, of, columns, rows, total, nameOf, className }: Props) {
  return (
    // Relative, or what only screen readers are told would stand outside of it and widen the page.
    <section
      aria-label={`Table: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
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
            <Row key={rowKey(row)} row={row} columns={columns} name={nameOf?.(row) ?? row.name} />
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

function rowKey({ scope }: Slice): string {
  return `${scope.expertId} ${scope.from}`;
}

function Row({ row, columns, name }: { row: Slice; columns: Measure[]; name: ReactNode }) {
  return (
    <tr>
      <th scope="row" className={cn(cell, 'border-t [font-weight:inherit]')}>
        {name}
      </th>
      {columns.map((measure) => (
        <td key={measure.label} className={cn(cell, 'border-t')}>
          <MeasuredNumber measure={measure} slice={row} label={`${row.name}, ${measure.label}`} />
        </td>
      ))}
    </tr>
  );
}
