import { useId, useMemo } from 'react';
import { useLocation } from 'wouter';
import { cn } from '#web/lib/cn.ts';
import { formatDay } from '#web/lib/days.ts';
import { DayDetails } from './day-details.tsx';
import { type Layout, layOut } from './layout.ts';
import { namedDays } from './scale.ts';
import type { Chart, Section, Series } from './sections.ts';
import { hrefBehind, type Slice } from './slices.ts';
import { toneStyles } from './tones.ts';
import { useDayPointer } from './use-day-pointer.ts';

/** The days of a section side by side. Pointed at or walked to, a day tells its numbers and opens its conversations. */
export function DayChart({ section, days }: { section: Section; days: Slice[] }) {
  const { title, chart, columns } = section;
  const layout = useMemo(() => layOut(chart, days), [chart, days]);
  const [, navigate] = useLocation();
  const hintId = useId();
  const { kind } = seriesOf(chart)[0]?.measure ?? columns[0] ?? {};
  const { day, isByKey, ...pointer } = useDayPointer(days.length, (index) => {
    const slice = days[index];
    if (slice && kind) navigate(hrefBehind(kind, slice));
  });
  const slice = day === null ? undefined : days[day];
  const isEmpty = layout.marks.every(({ path }) => path === '');
  return (
    <div className="grid h-full grid-rows-[auto_1fr_auto] gap-2">
      <Legend series={seriesOf(chart)} />
      <div className="relative ml-10">
        {isEmpty ? (
          <p className="absolute inset-0 grid place-items-center border-b text-muted">
            Nothing in these days
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
        {slice && day !== null && (
          <DayDetails slice={slice} columns={columns} day={day} dayCount={days.length} />
        )}
        <span id={hintId} className="sr-only">
          Left and right arrows walk through the days, Enter opens the day’s conversations.
        </span>
        <span role="status" className="sr-only">
          {isByKey && slice && describeDay(slice, columns)}
        </span>
      </div>
      <DayNames days={days} />
    </div>
  );
}

function seriesOf(chart: Chart): Series[] {
  return chart.form === 'bars' ? [...chart.up, ...chart.down] : chart.lines.toReversed();
}

function describeDay({ name, figures }: Slice, columns: Section['columns']): string {
  const numbers = columns.map(({ label, unit, read }) => {
    const value = read(figures);
    return `${label}: ${value === null ? 'nothing measured' : unit.write(value)}`;
  });
  return `${name}. ${numbers.join(', ')}`;
}

/** What the colours mean; one alone needs no more than the title. */
function Legend({ series }: { series: Series[] }) {
  if (series.length === 1) return <span />;
  return (
    <ul className="flex gap-4 text-muted text-sm">
      {series.map(({ label, tone }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('size-2 rounded-[2px] bg-current', toneStyles[tone])} />
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
      {layout.marks.map(({ tone, path, form }) => (
        <path
          key={`${tone} ${form}`}
          d={path}
          className={toneStyles[tone]}
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

function DayNames({ days }: { days: Slice[] }) {
  const count = days.length;
  const named = namedDays(count);
  // Slim columns leave no room to stand in the middle below the last one.
  const isAtEdge = (index: number) => index === count - 1 && count > 7;
  return (
    <div aria-hidden className="relative ml-10 h-4 text-muted text-xs">
      {named.map((index, position) => (
        <span
          key={index}
          className={cn(
            'absolute whitespace-nowrap',
            isAtEdge(index) ? 'right-0' : '-translate-x-1/2',
            // All of them are too much for a phone.
            (named.length - 1 - position) % 2 === 1 && 'max-sm:hidden',
          )}
          style={isAtEdge(index) ? undefined : { left: `${((index + 0.5) / count) * 100}%` }}
        >
          {formatDay(days[index]?.scope.to ?? '')}
        </span>
      ))}
    </div>
  );
}
