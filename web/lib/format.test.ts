import { describe, expect, it } from 'vitest';
import { formatPhone as formatByLibrary } from '#shared/phone.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { formatDate, formatPhone, formatRelativeTime, formatTimeNear } from './format.ts';

const now = new Date('2026-11-21T12:00:00').getTime();
const ago = (ms: number) => formatRelativeTime(new Date(now - ms).toISOString(), now);

describe('formatRelativeTime', () => {
  // spec: 9.12
  it.each([
    [59_999, 'Just now'],
    [60_000, '1m'],
    [59 * 60_000, '59m'],
    [hourMs, '1h'],
    [23 * hourMs, '23h'],
    [dayMs, '1d'],
    [6 * dayMs, '6d'],
    [7 * dayMs, 'Nov 14'],
    [400 * dayMs, 'Oct 17, 2025'],
  ])('%i ms ago is %s', (ms, text) => expect(ago(ms)).toBe(text));

  it('shows a future time as now', () => expect(ago(-5000)).toBe('Just now'));
});

// spec: 9.11
it('formats dates as month name, day, year', () =>
  expect(formatDate('2026-03-05T12:00:00')).toBe('March 5, 2026'));

it('formats a time, with its day where that is not today', () => {
  const today = new Date('2026-11-21T12:00:00');
  expect(formatTimeNear('2026-11-21T16:44:00', today)).toBe('4:44 PM');
  expect(formatTimeNear('2026-11-22T16:44:00', today)).toBe('Nov 22, 4:44 PM');
});

describe('formatPhone', () => {
  it.each([
    '+12025550143',
    '+442079460991',
    '+447400123456',
    '+441632960001',
    '+441212345678',
    '+441134960000',
    '+448081570000',
    '+443069990000',
    'someone',
  ])('writes %s as the phone library does', (phone) =>
    expect(formatPhone(phone)).toBe(formatByLibrary(phone)),
  );
});
