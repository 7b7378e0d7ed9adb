import { useSyncExternalStore } from 'react';
import { formatDateTime, formatElapsed, formatRelativeTime } from '#web/lib/format.ts';

const listeners = new Set<() => void>();
let ticker: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** One timer for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  ticker ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  };
}

export function ElapsedTime({ since }: { since: string }) {
  useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={since} title={formatDateTime(since)} className="tabular-nums">
      {formatElapsed(since)}
    </time>
  );
}

export function RelativeTime({ timestamp, className }: { timestamp: string; className?: string }) {
  useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={timestamp} title={formatDateTime(timestamp)} className={className}>
      {formatRelativeTime(timestamp)}
    </time>
  );
}
