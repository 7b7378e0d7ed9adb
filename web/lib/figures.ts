import { hourMs, minuteMs } from '#shared/time.ts';

/** Larger numbers are cut to three digits; the title has them in full. */
const exactUpTo = 99_999;

const exactly = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const compactly = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 3,
});
const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** 12,418 */
export function formatExact(count: number): string {
  return exactly.format(count);
}

/** 12,418 and 1.24M */
export function formatCount(count: number): string {
  return count > exactUpTo ? compactly.format(count) : exactly.format(count);
}

/** 418 and 12.4K */
export function formatCompact(count: number): string {
  return compactly.format(count);
}

/** 98.5%. Only 1 is 100%, and only 0 is 0%. */
export function formatShare(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}%`;
  return `${oneDecimal.format(Math.min(Math.max(share * 100, 0.1), 99.9))}%`;
}

/** 1.4 s, 2 min 5 s, 3 h 20 min */
export function formatDuration(ms: number): string {
  if (ms < 50) return '< 0.1 s';
  if (ms < 59_950) return `${oneDecimal.format(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** 0.5 s, 4 min: on an axis. */
export function formatRoundDuration(ms: number): string {
  if (ms >= hourMs) return `${ms / hourMs} h`;
  return ms >= minuteMs ? `${ms / minuteMs} min` : `${ms / 1000} s`;
}
