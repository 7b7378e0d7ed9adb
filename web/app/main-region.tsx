import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { cn } from '#web/lib/cn.ts';

/** Moves the focus from the menu to the new page. */
export function Main({ className, children }: { className?: string; children: ReactNode }) {
  const [path] = useLocation();
  const ref = useRef<HTMLElement>(null);
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollTo?.({ top: 0 });
    document.body.scrollTo?.({ top: 0 });
  }, [path]);
  return (
    // Positioned, so that what is placed absolutely inside scrolls with it, and not the document into a blank.
    <main ref={ref} id="main" tabIndex={-1} className={cn('relative outline-none', className)}>
      {children}
    </main>
  );
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-control bg-surface px-4 py-2 font-semibold shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60"
    >
      Skip to content
    </a>
  );
}
