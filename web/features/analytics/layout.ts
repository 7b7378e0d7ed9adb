import type { Chart, Series, Tone } from './sections.ts';
import type { Slice } from './slices.ts';

/** A drawing in which a day is 1 wide and everything together 100 high. */
export type Layout = {
  marks: { tone: Tone; path: string; form: 'bars' | 'line' | 'dots' }[];
  ticks: { label: string; top: number }[];
};

export function layOut(chart: Chart, days: Slice[]): Layout {
  return chart.form === 'bars' ? layOutBars(chart, days) : layOutLines(chart.lines, days);
}

function valuesOf({ measure }: Series, days: Slice[]): (number | null)[] {
  return days.map(({ figures }) => measure.read(figures));
}

/** Bars of one day stand on each other, those of `down` hang below the line; one scale holds for both. */
function layOutBars({ up, down }: Extract<Chart, { form: 'bars' }>, days: Slice[]): Layout {
  const [stackUp, stackDown] = [stack(up, days), stack(down, days)];
  const { roundUp, write } = (up[0] as Series).measure.unit.axis;
  const above = roundUp(stackUp.most);
  const below = down.length > 0 ? roundUp(stackDown.most) : 0;
  const topOf = (value: number) => ((above - value) / (above + below)) * 100;
  const draw = ({ layers }: ReturnType<typeof stack>, sign: 1 | -1) =>
    layers.map(({ tone, spans }) => ({
      tone,
      form: 'bars' as const,
      path: spans
        .map(({ from, to }, day) => bar(day, days.length, topOf(sign * from), topOf(sign * to)))
        .join(''),
    }));
  const ticks = [above, above / 2, 0, -below].filter(
    (value, index, all) => Number.isInteger(value) && all.indexOf(value) === index,
  );
  return {
    marks: [...draw(stackUp, 1), ...draw(stackDown, -1)],
    ticks: ticks.map((value) => ({ label: write(Math.abs(value)), top: topOf(value) })),
  };
}

/** Where each series begins and ends on each day, on top of the series before it. */
function stack(series: Series[], days: Slice[]) {
  const heights = days.map(() => 0);
  const layers = series.map((one) => ({
    tone: one.tone,
    spans: valuesOf(one, days).map((value, day) => {
      const from = heights[day] as number;
      const to = from + (value ?? 0);
      heights[day] = to;
      return { from, to };
    }),
  }));
  return { layers, most: Math.max(0, ...heights) };
}

/** Few days make broad columns: their bars stay slim. */
function bar(day: number, dayCount: number, from: number, to: number): string {
  if (from === to) return '';
  const width = dayCount <= 7 ? 0.32 : dayCount <= 30 ? 0.6 : 0.72;
  // What is there is seen, however little it is beside the rest.
  const height = to < from ? Math.min(to - from, -0.8) : Math.max(to - from, 0.8);
  const left = round(day + (1 - width) / 2);
  return `M${left} ${round(from)}v${round(height)}h${width}V${round(from)}z`;
}

function layOutLines(lines: Series[], days: Slice[]): Layout {
  const { roundUp, write } = (lines[0] as Series).measure.unit.axis;
  const most = Math.max(
    0,
    ...lines.flatMap((one) => valuesOf(one, days).map((value) => value ?? 0)),
  );
  const end = roundUp(most);
  const topOf = (value: number) => ((end - value) / end) * 100;
  const marks = lines.flatMap((one) => {
    const tops = valuesOf(one, days).map((value) => (value === null ? null : topOf(value)));
    return [
      { tone: one.tone, form: 'line' as const, path: line(tops) },
      { tone: one.tone, form: 'dots' as const, path: dots(tops) },
    ];
  });
  return {
    marks,
    ticks: [end, end / 2, 0].map((value) => ({ label: write(value), top: topOf(value) })),
  };
}

/** Broken where there is nothing. */
function line(tops: (number | null)[]): string {
  return tops
    .map((top, day) => {
      if (top === null) return '';
      return `${(tops[day - 1] ?? null) === null ? 'M' : 'L'}${day + 0.5} ${round(top)}`;
    })
    .join('');
}

/** Days alone between days with nothing, which no line goes through: lines of no length with round ends. */
function dots(tops: (number | null)[]): string {
  return tops
    .map((top, day) => {
      const isAlone = (tops[day - 1] ?? null) === null && (tops[day + 1] ?? null) === null;
      return top === null || !isAlone ? '' : `M${day + 0.5} ${round(top)}h0`;
    })
    .join('');
}

const round = (value: number) => Number(value.toFixed(3));
