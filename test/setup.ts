import { afterEach, expect, vi } from 'vitest';

const complaints = vi.spyOn(console, 'error');

/** Whatever complains on the console would fill somebody's log: it fails the test that caused it. */
afterEach(() => {
  const said = complaints.mock.calls.map((call) => call.join(' '));
  complaints.mockClear();
  expect(said, 'console.error').toEqual([]);
});
