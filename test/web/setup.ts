import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { clearAnnouncements } from '#web/lib/announce.ts';
import { clearToasts } from '#web/lib/toast.ts';
import { installFakeApi } from './fake-api.ts';
import '#web/branding/apply-theme.ts';

configure({
  // The whole page would bury the message.
  getElementError: (message) => new Error(message ?? 'Element not found'),
  // A file's first test loads its page's chunk, slowly on a busy machine.
  asyncUtilTimeout: 15_000,
  // What app/announcer.tsx says is on the page, too.
  defaultIgnore: 'script, style, [aria-live] > p',
});

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  installFakeApi();
  consoleError = vi.spyOn(console, 'error');
});

afterEach(async () => {
  cleanup();
  clearToasts();
  clearAnnouncements();
  const { unexpected } = installFakeApi();
  expect(unexpected, 'requests that the test did not expect').toEqual([]);
  expect(consoleError.mock.calls, 'console.error').toEqual([]);
  vi.restoreAllMocks();
});

// Missing in happy-dom.
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};

// happy-dom has no layout; a virtual list needs a box with a height.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, value: 800 },
  clientWidth: { configurable: true, value: 400 },
});
