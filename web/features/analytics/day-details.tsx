import type { CSSProperties } from 'react';
import { cn } from '#web/lib/cn.ts';
import type { FigureRow } from './figure-rows.ts';
import type { Measure } from './measures.ts';

export function DayDetails({
  row,
  columns,
  day,
  dayCount,
}: {
  row: FigureRow;
  columns: Measure[];
  day: number;
  dayCount: number;
}) {
  // A phone only has room in the other half of the chart.
  const isLate = day >= dayCount / 2;
  const side = isLate
    ? { '--from-right': `${((dayCount - day) / dayCount) * 100}%` }
    : { '--from-left': `${((day + 1) / dayCount) * 100}%` };
  return (
    <div
      aria-hidden
      className={cn(
        'pointer-events-none absolute top-0 z-10 mx-1.5 rounded-control bg-foreground px-3 py-2 text-background text-sm shadow-float',
        isLate
          ? 'left-0 sm:right-(--from-right) sm:left-auto'
          : 'right-0 sm:right-auto sm:left-(--from-left)',
      )}
      style={side as CSSProperties}
    >
      <div className="whitespace-nowrap font-semibold">{row.name}</div>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {columns.map(({ label, unit, read }) => {
          const value = read(row.figures);
          return (
            <div key={label} className="contents">
              <dt className="whitespace-nowrap opacity-80">{label}</dt>
              <dd className="whitespace-nowrap text-right">
                {value === null ? '–' : unit.write(value)}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
