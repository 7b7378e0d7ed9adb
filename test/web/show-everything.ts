import { onTestFinished, vi } from 'vitest';

/** happy-dom lays nothing out, so nothing ever comes into view. For the rest of a test, everything is. */
export function showEverything(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        queueMicrotask(() => onChange([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}
