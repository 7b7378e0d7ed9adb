import { addDays, findInstant, readLocalDay } from '#shared/calendar.ts';
import type { TestApp } from './runtime.ts';

/** In New York, where most of the tests' phones are: notices wait at night. */
export async function advanceTo(test: TestApp, time: string): Promise<void> {
  const now = test.runtime.clock.now();
  const place = 'America/New_York';
  const today = readLocalDay(now, place);
  const days = [today, addDays(today, 1)].map((day) => findInstant(day, time, place));
  await test.advance(Number(days.find((at) => at > now)) - now.getTime());
}
