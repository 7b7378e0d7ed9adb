import type { CSSProperties } from 'react';
import { cn } from '#web/lib/cn.ts';
import type { Measure } from './measures.ts';
import type { Slice } from './slices.ts';

/** The numbers of the day that is pointed at, on the side of it that has room. */
export function DayDetails({
  slice,
  columns,
  day,
  dayCount,
}: {
  slice: Slice;
  columns: Measure[];
  day: number;
  dayCount: number;
}) {
  // On a phone there is room only in the other half.
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
      <div className="whitespace-nowrap font-semibold">{slice.name}</div>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {columns.map(({ label, unit, read }) => {
          const value = read(slice.figures);
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
