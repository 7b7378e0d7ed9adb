import { describe, expect, it } from 'vitest';
import { someFigures } from '#test/web/analytics-fixtures.ts';
import { layOutChart } from './layout.ts';
import { pickLabeledDays, roundUp, roundUpDuration } from './scale.ts';
import { sections } from './sections.ts';

const chartOf = (title: string) => {
  const found = sections.find((section) => section.title === title);
  if (!found) throw new Error(`There is no section ${title}`);
  return found.chart;
};
const daysOf = (...figures: Parameters<typeof someFigures>[0][]) =>
  figures.map((fields) => ({ name: '', scope: {}, figures: someFigures(fields) }));

describe('a drawing', () => {
  it('stacks incoming above and outgoing below the line, on one scale', () => {
    const days = daysOf({ messagesIn: 10, messagesOut: 2 }, { messagesIn: 0, messagesOut: 0 });
    const { marks, ticks } = layOutChart(chartOf('Messages'), days);
    expect(ticks).toEqual([
      { label: '10', top: 0 },
      { label: '5', top: expect.closeTo(41.667) },
      { label: '0', top: expect.closeTo(83.333) },
      { label: '2', top: 100 },
    ]);
    expect(marks).toEqual([
      { color: 'theirs', form: 'bars', path: 'M0.34 83.333v-83.333h0.32V83.333z' },
      { color: 'ours', form: 'bars', path: 'M0.34 83.333v16.667h0.32V83.333z' },
    ]);
  });

  it('stacks failures on top of deliveries', () => {
    const { marks } = layOutChart(chartOf('Delivery'), daysOf({ delivered: 6, failed: 4 }));
    expect(marks.map(({ color, path }) => [color, path])).toEqual([
      ['ours', 'M0.34 100v-60h0.32V100z'],
      ['danger', 'M0.34 40v-40h0.32V40z'],
    ]);
  });

  it('interrupts a line on days without data, and shows a single day as a dot', () => {
    const at = (seconds: number) => ({ answerTimeMs: { p50: seconds * 1000, p95: 10_000 } });
    const days = daysOf(at(5), at(10), {}, at(5), {});
    const { marks, ticks } = layOutChart(chartOf('Answer time'), days);
    expect(marks.filter(({ color }) => color === 'ours')).toEqual([
      { color: 'ours', form: 'line', path: 'M0.5 50L1.5 0M3.5 50' },
      { color: 'ours', form: 'dots', path: 'M3.5 50h0' },
    ]);
    expect(ticks.map(({ label }) => label)).toEqual(['10 s', '5 s', '0 s']);
  });

  it('draws an empty range as an empty path', () => {
    const { marks, ticks } = layOutChart(chartOf('Active people'), daysOf({}, {}));
    expect(marks).toEqual([{ color: 'theirs', form: 'bars', path: '' }]);
    expect(ticks.map(({ label }) => label)).toEqual(['1', '0']);
  });
});

it.each([
  [0, 1],
  [1, 1],
  [7, 8],
  [141, 150],
  [1_000, 1_000],
  [2_100_000, 3_000_000],
])('ends an axis for %i at %i', (max, end) => expect(roundUp(max)).toBe(end));

it.each([
  [320, 400],
  [9_400, 10_000],
  [61_000, 90_000],
  [5_000_000, 5_400_000],
])('ends an axis for %i ms at %i ms', (max, end) => expect(roundUpDuration(max)).toBe(end));

it.each([
  [7, [0, 1, 2, 3, 4, 5, 6]],
  [30, [5, 11, 17, 23, 29]],
  [90, [17, 35, 53, 71, 89]],
])('labels, of %i days, days %j', (count, labeled) =>
  expect(pickLabeledDays(count)).toEqual(labeled),
);
