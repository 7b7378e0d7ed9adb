import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { clearToasts } from '#web/lib/toast.ts';
import { installFakeApi } from './fake-api.ts';
import '#web/branding/apply-theme.ts';

configure({
  // The role or text that was missing is enough; the whole page would bury it.
  getElementError: (message) => new Error(message ?? 'Element not found'),
  // The first test of a file waits for its page's own chunk, on a busy machine for a while.
  asyncUtilTimeout: 4000,
});

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  installFakeApi();
  consoleError = vi.spyOn(console, 'error');
});

afterEach(async () => {
  cleanup();
  clearToasts();
  const { unexpected } = installFakeApi();
  expect(unexpected, 'requests that the test did not expect').toEqual([]);
  expect(consoleError.mock.calls, 'console.error').toEqual([]);
  vi.restoreAllMocks();
});

// What happy-dom lacks and Radix asks for.
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};

// happy-dom lays nothing out: every box is as high as a screen, so that a virtual list shows its rows.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, value: 800 },
  clientWidth: { configurable: true, value: 400 },
});
