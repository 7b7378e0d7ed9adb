import type { Thread } from '#shared/api/threads.ts';

export const threadFilters = {
  all: { label: 'All', matches: () => true },
  wantsHuman: {
    label: 'Wants a human',
    matches: (thread: Thread) => thread.humanWantedAt !== null,
  },
  failed: { label: 'Failed', matches: (thread: Thread) => thread.hasFailed },
  optedOut: { label: 'Opted out', matches: (thread: Thread) => thread.isOptedOut },
} satisfies Record<string, { label: string; matches: (thread: Thread) => boolean }>;

export type ThreadFilter = keyof typeof threadFilters;
