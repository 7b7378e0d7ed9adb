import type { Tone } from './sections.ts';

/** As text colours, because those are readable on the surface whatever the brand. */
export const toneStyles: Record<Tone, string> = {
  theirs: 'text-[color-mix(in_srgb,var(--color-muted)_70%,var(--color-surface))]',
  ours: 'text-primary',
  danger: 'text-danger',
  accent: 'text-accent',
};
