import { describe, expect, it } from 'vitest';
import { formatDays, formatWeekday } from './days.ts';

describe('formatDays', () => {
  it.each([
    ['2026-11-03', '2026-11-03', 'Nov 3'],
    ['2026-11-03', '2026-11-09', 'Nov 3–9'],
    ['2026-10-29', '2026-11-04', 'Oct 29 – Nov 4'],
    ['2025-11-03', '2025-11-09', 'Nov 3–9, 2025'],
    ['2025-12-28', '2026-01-03', 'Dec 28, 2025 – Jan 3'],
    ['2024-12-28', '2025-01-03', 'Dec 28, 2024 – Jan 3, 2025'],
  ])('writes %s to %s as %s', (from, to, text) => expect(formatDays(from, to, 2026)).toBe(text));
});

it("names the weekday of a day, whatever the browser's time zone", () =>
  expect(formatWeekday('2026-11-03')).toBe('Tue, Nov 3'));

it('leaves a day from an address that no calendar has', () =>
  expect(formatWeekday('2026-13-45')).toBe('2026-13-45'));
