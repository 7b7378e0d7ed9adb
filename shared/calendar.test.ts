import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, listLastDays, startOfDay } from './calendar.ts';

describe('startOfDay', () => {
  it.each([
    ['an ordinary day', '2026-11-21', 'UTC', '2026-11-21T00:00:00Z'],
    ['east of Greenwich', '2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30:00Z'],
    ['a zone that is only an offset', '2026-11-21', '+05:30', '2026-11-20T18:30:00Z'],
    ['the day the clocks go forward', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    ['the day after it', '2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
    ['the day the clocks go back', '2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z'],
    ['the day after it', '2026-11-02', 'America/New_York', '2026-11-02T05:00:00Z'],
    ['a day that has no midnight', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['a day that has two midnights', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
    ['the far end of the calendar', '2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00Z'],
  ])('knows %s', (_, day, timeZone, instant) => {
    expect(startOfDay(day, timeZone)).toEqual(new Date(instant));
  });

  it('is the first moment of its day, in every zone and all year', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const days = fc.integer({ min: 0, max: 3 * 365 }).map((count) => addDays('2025-01-01', count));
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, (timeZone, day) => {
        const start = startOfDay(day, timeZone).getTime();
        const dayAt = (instant: number) =>
          new Date(instant).toLocaleDateString('sv-SE', { timeZone });
        expect([dayAt(start - 1), dayAt(start)]).toEqual([addDays(day, -1), day]);
      }),
    );
  });
});

describe('listLastDays', () => {
  const now = new Date('2026-11-21T23:30:00Z');

  it('ends with today, as the zone has it', () => {
    expect(listLastDays(now, { days: 3, timeZone: 'UTC' })).toEqual([
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ]);
    expect(listLastDays(now, { days: 1, timeZone: 'Europe/Berlin' })).toEqual(['2026-11-22']);
  });

  it('crosses the ends of months and years', () => {
    const days = listLastDays(new Date('2024-03-01T12:00:00Z'), { days: 90, timeZone: 'UTC' });
    expect(days).toHaveLength(90);
    expect([days[0], days[88]]).toEqual(['2023-12-03', '2024-02-29']);
  });
});
