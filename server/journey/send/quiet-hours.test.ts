import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLocalTime } from '#shared/calendar.ts';
import { hourMs } from '#shared/time.ts';
import { findDaytime, findDaytimeOf } from './quiet-hours.ts';

describe('findDaytimeOf', () => {
  it.each([
    ['a minute before the night', '+12125550143', '2026-11-21T01:59:00Z', '2026-11-21T01:59:00Z'],
    ['the night begins', '+12125550143', '2026-11-21T02:00:00Z', '2026-11-21T13:00:00Z'],
    ['after midnight', '+12125550143', '2026-11-21T06:00:00Z', '2026-11-21T13:00:00Z'],
    ['the night ends', '+12125550143', '2026-11-21T13:00:00Z', '2026-11-21T13:00:00Z'],
    ['another area code', '+13105550143', '2026-11-21T02:00:00Z', '2026-11-21T02:00:00Z'],
    ['an area without summer time', '+16025550143', '2026-07-21T04:30:00Z', '2026-07-21T15:00:00Z'],
    ['the clocks go forward', '+12125550143', '2026-03-08T02:30:00Z', '2026-03-08T12:00:00Z'],
    ['the clocks go back', '+12125550143', '2026-11-01T02:30:00Z', '2026-11-01T13:00:00Z'],
    ['Britain, in summer', '+447400123456', '2026-07-21T20:30:00Z', '2026-07-22T07:00:00Z'],
    ['Britain, in winter', '+447400123456', '2026-11-21T20:30:00Z', '2026-11-21T20:30:00Z'],
    ['half an hour off', '+919812345678', '2026-11-21T16:00:00Z', '2026-11-22T02:30:00Z'],
    ['a new area code', '+16215550143', '2026-11-21T13:00:00Z', '2026-11-21T22:00:00Z'],
    // Toll-free: anywhere from Newfoundland to Guam.
    ['all zones of a number', '+18005550143', '2026-11-21T13:00:00Z', '2026-11-21T22:00:00Z'],
  ])('%s', async (_, handle, now, due) => {
    const found = await findDaytimeOf(handle, { now: new Date(now), timeZone: 'Asia/Tokyo' });
    expect(found).toEqual(new Date(due));
  });

  it("goes by the expert's zone where an address names no place, and without one at once", async () => {
    const now = new Date('2026-11-21T21:00:00Z');
    const berlin = { now, timeZone: 'Europe/Berlin' };
    expect(await findDaytimeOf('urn:mbid:1', berlin)).toEqual(new Date('2026-11-22T07:00:00Z'));
    expect(await findDaytimeOf('urn:mbid:1', { now, timeZone: null })).toEqual(now);
  });
});

describe('findDaytime', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const year = { min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') };

  it('is by day in every zone, all year, within half a day and an hour', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer(year), (zone, at) => {
        const found = findDaytime(new Date(at), [zone]);
        const { time } = readLocalTime(found, zone);
        expect(time >= '08:00' && time < '21:00').toBe(true);
        expect(found.getTime() - at).toBeLessThanOrEqual(12 * hourMs);
      }),
    );
  });

  it('is now where its zones share no hour of the day', () => {
    const now = new Date('2026-11-21T21:30:00Z');
    expect(findDaytime(now, ['UTC', 'Etc/GMT+8', 'Etc/GMT-8'])).toEqual(now);
  });
});
