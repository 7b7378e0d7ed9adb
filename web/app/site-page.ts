import type { QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { LazyPage } from '#web/lib/lazy-page.ts';

export type Area = 'admin' | 'user';

export type MenuEntry = { label: string; icon: LucideIcon };
export type SitePage = {
  path: string;
  page: LazyPage;
  /** Other signed-in people get the not-found page. */
  guard: Area | 'signed-in';
  isForAgents?: true;
  /** The menu entry to mark. */
  parent?: string;
  prefetch?: (queryClient: QueryClient, path: string) => Promise<void>;
} & (MenuEntry | PlainPage);

/** With a label, the palette lists it. */
type PlainPage = { label?: string; icon?: never };
