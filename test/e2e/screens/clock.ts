import type { BrowserContext } from 'playwright-core';
import { minuteMs } from '#shared/time.ts';

const pictureTime = new Date('2026-11-23T15:42:00Z');
const timestamp = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/g;

/** Every run shows the same times. */
export function stopTheClock(now = Date.now()) {
  const shift = (text: string) => {
    const minutesAgo = Math.floor((now - Date.parse(JSON.parse(text))) / minuteMs);
    return JSON.stringify(new Date(pictureTime.getTime() - minutesAgo * minuteMs));
  };
  return async (context: BrowserContext): Promise<void> => {
    await context.clock.setFixedTime(pictureTime);
    await context.route('**/api/**', async (route) => {
      const url = new URL(route.request().url());
      // A stream never ends.
      if (url.pathname.endsWith('/api/events')) return route.fallback();
      // Only the browser resolves experts' own domains.
      const headers = { ...route.request().headers(), host: url.host };
      url.hostname = 'localhost';
      const response = await route.fetch({ url: url.href, headers });
      const body = (await response.text()).replaceAll(timestamp, shift);
      return route.fulfill({ response, body });
    });
  };
}
