import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScrollArea } from './scroll-area.tsx';

/** happy-dom has no layout: the content is declared longer than its container. */
class LayoutOnce {
  readonly #notify: () => void;
  constructor(notify: () => void) {
    this.#notify = notify;
  }
  observe() {
    this.#notify();
  }
  disconnect() {}
  unobserve() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('ResizeObserver', LayoutOnce);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// spec: 9.30
it('shows its bar while the pointer is there, and for 600 ms after', async () => {
  render(<ScrollArea label="Terms">Long</ScrollArea>);
  const region = screen.getByRole('region', { name: 'Terms' });
  const area = region.parentElement as HTMLElement;
  const point = (event: string) => act(() => void area.dispatchEvent(new PointerEvent(event)));
  const hasBar = () => area.querySelector('[data-orientation="vertical"]') !== null;
  expect(hasBar()).toBe(false);
  point('pointerenter');
  await wait(100);
  expect(hasBar()).toBe(true);
  point('pointerleave');
  await wait(599);
  expect(hasBar()).toBe(true);
  await wait(1);
  expect(hasBar()).toBe(false);
});
