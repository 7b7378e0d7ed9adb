import { expect, it } from 'vitest';
import type { OpeningHours } from '#shared/opening-hours.ts';
import { findShiftEnd } from './opening-hours.ts';

const open = (days: string, timeZone = 'America/New_York'): OpeningHours => ({
  timeZone,
  days: days.split(' ').map((day) => (day === '-' ? '' : day.replace('to', '-'))),
});
/** From Monday on. */
const weekdays = open('09:00to17:00 09:00to17:00 09:00to17:00 09:00to17:00 09:00to17:00 - -');
const mondays = open('09:00to17:00 - - - - - -');
const nights = open('- - - - 20:00to02:00 20:00to02:00 -');

// Monday, November 23, 2026, New York: UTC-5.
it.each([
  ['while open, at closing time', weekdays, '2026-11-23T15:00Z', '2026-11-23T22:00Z'],
  ['a minute before closing', weekdays, '2026-11-23T21:59Z', '2026-11-23T22:00Z'],
  ['at the minute of closing, the next day', weekdays, '2026-11-23T22:00Z', '2026-11-24T22:00Z'],
  ['before opening, the same day', weekdays, '2026-11-23T10:00Z', '2026-11-23T22:00Z'],
  ['on Friday night, on Monday', weekdays, '2026-11-27T23:00Z', '2026-11-30T22:00Z'],
  ['after the only shift of a week', mondays, '2026-11-23T23:00Z', '2026-11-30T22:00Z'],
  ['in a night that began yesterday', nights, '2026-11-28T06:00Z', '2026-11-28T07:00Z'],
  ['between two nights', nights, '2026-11-28T08:00Z', '2026-11-29T07:00Z'],
  ['when clocks have gone back', weekdays, '2026-10-31T15:00Z', '2026-11-02T22:00Z'],
  ['without hours, after 12 hours', null, '2026-11-23T15:00Z', '2026-11-24T03:00Z'],
  ['never open, after 12 hours', open('- - - - - - -'), '2026-11-23T15:00Z', '2026-11-24T03:00Z'],
])('a wait for a person ends %s', (_when, hours, now, end) => {
  expect(findShiftEnd(hours, new Date(now))).toEqual(new Date(end));
});
