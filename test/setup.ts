import { afterAll, afterEach, expect, vi } from 'vitest';

const consoleError = vi.spyOn(console, 'error');

/** Console noise fills an operator's log. */
afterEach(() => {
  const lines = consoleError.mock.calls.map((call) => call.join(' '));
  consoleError.mockClear();
  expect(lines, 'console.error').toEqual([]);
});

/** Files share a worker. */
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
