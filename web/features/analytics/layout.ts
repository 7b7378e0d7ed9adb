import type { FigureRow } from './figure-rows.ts';
import type { Chart, Series, SeriesColor } from './sections.ts';

/** Each day is 1 wide, the chart 100 high. */
export type Layout = {
  marks: { color: SeriesColor; path: string; form: 'bars' | 'line' | 'dots' }[];
  ticks: { label: string; top: number }[];
};

export function layOutChart(chart: Chart, days: FigureRow[]): Layout {
  return chart.form === 'bars' ? layOutBars(chart, days) : layOutLines(chart.lines, days);
}

function valuesOf({ measure }: Series, days: FigureRow[]): (number | null)[] {
  return days.map(({ figures }) => measure.read(figures));
}

/** `down` is stacked below the zero line, on the same scale. */
function layOutBars({ up, down }: Extract<Chart, { form: 'bars' }>, days: FigureRow[]): Layout {
  const [stackUp, stackDown] = [stackSeries(up, days), stackSeries(down, days)];
  const { roundUp, write } = (up[0] as Series).measure.unit.axis;
  const above = roundUp(stackUp.most);
  const below = down.length > 0 ? roundUp(stackDown.most) : 0;
  const topOf = (value: number) => ((above - value) / (above + below)) * 100;
  const draw = ({ layers }: ReturnType<typeof stackSeries>, sign: 1 | -1) =>
    layers.map(({ color, spans }) => ({
      color,
      form: 'bars' as const,
      path: spans
        .map(({ from, to }, day) => drawBar(day, days.length, topOf(sign * from), topOf(sign * to)))
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

function stackSeries(series: Series[], days: FigureRow[]) {
  const heights = days.map(() => 0);
  const layers = series.map((one) => ({
    color: one.color,
    spans: valuesOf(one, days).map((value, day) => {
      const from = heights[day] as number;
      const to = from + (value ?? 0);
      heights[day] = to;
      return { from, to };
    }),
  }));
  return { layers, most: Math.max(0, ...heights) };
}

function drawBar(day: number, dayCount: number, from: number, to: number): string {
  if (from === to) return '';
  const width = dayCount <= 7 ? 0.32 : dayCount <= 30 ? 0.6 : 0.72;
  // Keeps small values visible.
  const height = to < from ? Math.min(to - from, -0.8) : Math.max(to - from, 0.8);
  const left = round(day + (1 - width) / 2);
  return `M${left} ${round(from)}v${round(height)}h${width}V${round(from)}z`;
}

function layOutLines(lines: Series[], days: FigureRow[]): Layout {
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
      { color: one.color, form: 'line' as const, path: drawLine(tops) },
      { color: one.color, form: 'dots' as const, path: drawDots(tops) },
    ];
  });
  return {
    marks,
    ticks: [end, end / 2, 0].map((value) => ({ label: write(value), top: topOf(value) })),
  };
}

/** Interrupted on days without data. */
function drawLine(tops: (number | null)[]): string {
  return tops
    .map((top, day) => {
      if (top === null) return '';
      return `${(tops[day - 1] ?? null) === null ? 'M' : 'L'}${day + 0.5} ${round(top)}`;
    })
    .join('');
}

/** A lone day gets a dot: a zero-length line with round ends. */
function drawDots(tops: (number | null)[]): string {
  return tops
    .map((top, day) => {
      const isAlone = (tops[day - 1] ?? null) === null && (tops[day + 1] ?? null) === null;
      return top === null || !isAlone ? '' : `M${day + 0.5} ${round(top)}h0`;
    })
    .join('');
}

const round = (value: number) => Number(value.toFixed(3));
