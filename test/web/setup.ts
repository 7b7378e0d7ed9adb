import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { clearToasts } from '#web/lib/toast.ts';
import { installFakeApi } from './fake-api.ts';

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
