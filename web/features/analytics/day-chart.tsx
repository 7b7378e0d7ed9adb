import { useId, useMemo } from 'react';
import { useLocation } from 'wouter';
import { cn } from '#web/lib/cn.ts';
import { formatDay } from '#web/lib/days.ts';
import { DayDetails } from './day-details.tsx';
import { type FigureRow, hrefOfConversations } from './figure-rows.ts';
import { type Layout, layOutChart } from './layout.ts';
import { pickLabeledDays } from './scale.ts';
import type { Chart, Section, Series } from './sections.ts';
import { seriesColors } from './series-colors.ts';
import { useDayPointer } from './use-day-pointer.ts';

export function DayChart({ section, days }: { section: Section; days: FigureRow[] }) {
  const { title, chart, columns } = section;
  const layout = useMemo(() => layOutChart(chart, days), [chart, days]);
  const [, navigate] = useLocation();
  const hintId = useId();
  const { kind } = seriesOf(chart)[0]?.measure ?? columns[0] ?? {};
  const { day, isByKey, ...pointer } = useDayPointer(days.length, (index) => {
    const row = days[index];
    if (row && kind) navigate(hrefOfConversations(kind, row));
  });
  const row = day === null ? undefined : days[day];
  const isEmpty = layout.marks.every(({ path }) => path === '');
  return (
    <div className="grid h-full grid-rows-[auto_1fr_auto] gap-2">
      <Legend series={seriesOf(chart)} />
      <div className="relative ml-10">
        {isEmpty ? (
          <p className="absolute inset-0 grid place-items-center border-b text-muted">
            No data for these days
          </p>
        ) : (
          <Ticks ticks={layout.ticks} />
        )}
        <button
          type="button"
          aria-label={`${title} by day`}
          aria-describedby={hintId}
          className="absolute inset-0 block w-full touch-pan-y rounded-[4px]"
          {...pointer}
        >
          {day !== null && <Highlight day={day} count={days.length} />}
          <Drawing layout={layout} count={days.length} />
        </button>
        {row && day !== null && (
          <DayDetails row={row} columns={columns} day={day} dayCount={days.length} />
        )}
        <span id={hintId} className="sr-only">
          Left and right arrows move between days, Enter opens the day's conversations.
        </span>
        <span role="status" className="sr-only">
          {isByKey && row && describeDay(row, columns)}
        </span>
      </div>
      <DayLabels days={days} />
    </div>
  );
}

function seriesOf(chart: Chart): Series[] {
  return chart.form === 'bars' ? [...chart.up, ...chart.down] : chart.lines.toReversed();
}

function describeDay({ name, figures }: FigureRow, columns: Section['columns']): string {
  const numbers = columns.map(({ label, unit, read }) => {
    const value = read(figures);
    return `${label}: ${value === null ? 'no data' : unit.write(value)}`;
  });
  return `${name}. ${numbers.join(', ')}`;
}

function Legend({ series }: { series: Series[] }) {
  if (series.length === 1) return <span />;
  return (
    <ul className="flex gap-4 text-muted text-sm">
      {series.map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={cn('size-2 rounded-[2px] bg-current', seriesColors[color])}
          />
          {label}
        </li>
      ))}
    </ul>
  );
}

function Ticks({ ticks }: { ticks: Layout['ticks'] }) {
  return (
    <div aria-hidden>
      {ticks.map(({ label, top }) => (
        <div key={top} className="absolute inset-x-0 border-t" style={{ top: `${top}%` }}>
          <span className="absolute top-0 right-full -translate-y-1/2 whitespace-nowrap pr-2 text-muted text-xs">
            {label}
          </span>
        </div>
      ))}
    </div>
  );
}

function Highlight({ day, count }: { day: number; count: number }) {
  return (
    <span
      aria-hidden
      className="absolute inset-y-0 rounded-[4px] bg-secondary"
      style={{ left: `${(day / count) * 100}%`, width: `${100 / count}%` }}
    />
  );
}

function Drawing({ layout, count }: { layout: Layout; count: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${count} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {layout.marks.map(({ color, path, form }) => (
        <path
          key={`${color} ${form}`}
          d={path}
          className={seriesColors[color]}
          {...(form === 'bars'
            ? { fill: 'currentColor' }
            : {
                fill: 'none',
                stroke: 'currentColor',
                strokeWidth: form === 'line' ? 2 : 5,
                strokeLinecap: 'round',
                strokeLinejoin: 'round',
                vectorEffect: 'non-scaling-stroke',
              })}
        />
      ))}
    </svg>
  );
}

function DayLabels({ days }: { days: FigureRow[] }) {
  const count = days.length;
  const labeled = pickLabeledDays(count);
  // A centered label would overflow below a narrow last column.
  const isAtEdge = (index: number) => index === count - 1 && count > 7;
  return (
    <div aria-hidden className="relative ml-10 h-4 text-muted text-xs">
      {labeled.map((index, position) => (
        <span
          key={index}
          className={cn(
            'absolute whitespace-nowrap',
            isAtEdge(index) ? 'right-0' : '-translate-x-1/2',
            (labeled.length - 1 - position) % 2 === 1 && 'max-sm:hidden',
          )}
          style={isAtEdge(index) ? undefined : { left: `${((index + 0.5) / count) * 100}%` }}
        >
          {formatDay(days[index]?.scope.to ?? '')}
        </span>
      ))}
    </div>
  );
}
