import type { SeriesColor } from './sections.ts';

/** Text colors stay readable on the surface in any brand. */
export const seriesColors: Record<SeriesColor, string> = {
  theirs: 'text-[color-mix(in_srgb,var(--color-muted)_70%,var(--color-surface))]',
  ours: 'text-primary',
  danger: 'text-danger',
  accent: 'text-accent',
};
