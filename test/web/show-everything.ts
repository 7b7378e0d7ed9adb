import { onTestFinished, vi } from 'vitest';

/** happy-dom has no layout, so nothing comes into view by itself. */
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
