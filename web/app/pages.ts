import type { QueryClient } from '@tanstack/react-query';
import {
  Bot,
  ChartNoAxesColumn,
  CreditCard,
  FlaskConical,
  type LucideIcon,
  MessageCircle,
  Settings,
  Sparkles,
  Users,
} from 'lucide-react';
import { isStaff, type Role } from '#shared/roles.ts';
import { publicExpertsQuery } from '#web/features/experts/api.ts';
import { type LazyPage, lazyPage } from '#web/lib/lazy-page.ts';

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

const AdminConversationsPage = lazyPage(() =>
  import('#web/pages/admin/conversations-page.tsx').then((module) => module.AdminConversationsPage),
);
const ThreadPage = lazyPage(() =>
  import('#web/pages/thread-page.tsx').then((module) => module.ThreadPage),
);

const prefetchExperts = (queryClient: QueryClient) => queryClient.prefetchQuery(publicExpertsQuery);

/** In menu order. */
const pages: SitePage[] = [
  {
    path: '/',
    label: 'Conversations',
    icon: MessageCircle,
    guard: 'admin',
    isForAgents: true,
    page: AdminConversationsPage,
  },
  {
    path: '/conversations',
    parent: '/',
    guard: 'admin',
    isForAgents: true,
    page: AdminConversationsPage,
  },
  {
    path: '/people',
    label: 'People',
    parent: '/',
    guard: 'admin',
    isForAgents: true,
    page: lazyPage(() =>
      import('#web/pages/admin/people-page.tsx').then((module) => module.AdminPeoplePage),
    ),
  },
  {
    path: '/experts',
    label: 'Experts',
    icon: Users,
    guard: 'admin',
    page: lazyPage(() =>
      import('#web/pages/admin/experts-page.tsx').then((module) => module.AdminExpertsPage),
    ),
  },
  {
    path: '/experts/:expertId',
    parent: '/experts',
    guard: 'admin',
    page: lazyPage(() =>
      import('#web/pages/admin/expert-page.tsx').then((module) => module.AdminExpertPage),
    ),
  },
  {
    path: '/providers',
    label: 'AI Providers',
    icon: Bot,
    guard: 'admin',
    page: lazyPage(() =>
      import('#web/pages/admin/providers-page.tsx').then((module) => module.AdminProvidersPage),
    ),
  },
  {
    path: '/ai-testing',
    label: 'AI Testing',
    icon: FlaskConical,
    guard: 'admin',
    page: lazyPage(() =>
      import('#web/pages/admin/ai-testing-page.tsx').then((module) => module.AdminAiTestingPage),
    ),
  },
  {
    path: '/analytics',
    label: 'Analytics',
    icon: ChartNoAxesColumn,
    guard: 'admin',
    page: lazyPage(() =>
      import('#web/pages/admin/analytics-page.tsx').then((module) => module.AdminAnalyticsPage),
    ),
  },
  {
    path: '/subscription',
    label: 'Subscription',
    icon: CreditCard,
    guard: 'admin',
    page: lazyPage(() =>
      import('#web/pages/admin/subscription-page.tsx').then(
        (module) => module.AdminSubscriptionPage,
      ),
    ),
  },
  {
    path: '/settings',
    label: 'Settings',
    icon: Settings,
    guard: 'admin',
    isForAgents: true,
    page: lazyPage(() =>
      import('#web/pages/admin/settings-page.tsx').then((module) => module.AdminSettingsPage),
    ),
  },
  {
    path: '/settings/doctor',
    label: 'Doctor',
    parent: '/settings',
    guard: 'admin',
    page: lazyPage(() =>
      import('#web/pages/admin/doctor-page.tsx').then((module) => module.AdminDoctorPage),
    ),
  },
  {
    path: '/user/experts',
    label: 'Experts',
    icon: Sparkles,
    guard: 'user',
    page: lazyPage(() =>
      import('#web/pages/user/experts-page.tsx').then((module) => module.UserExpertsPage),
    ),
    prefetch: prefetchExperts,
  },
  {
    path: '/user/experts/:expert',
    parent: '/user/experts',
    guard: 'user',
    page: lazyPage(() =>
      import('#web/pages/user/expert-page.tsx').then((module) => module.UserExpertPage),
    ),
    prefetch: prefetchExperts,
  },
  {
    path: '/user/conversations',
    label: 'Conversations',
    icon: MessageCircle,
    guard: 'user',
    page: lazyPage(() => {
      // People open it next.
      ThreadPage.preload();
      return import('#web/pages/user/conversations-page.tsx').then(
        (module) => module.UserConversationsPage,
      );
    }),
  },
  {
    path: '/threads/:threadId',
    parent: '/user/conversations',
    guard: 'user',
    page: ThreadPage,
    prefetch: async (queryClient, path) => {
      const { messagesQuery } = await import('#web/features/threads/known/messages-api.ts');
      await queryClient.prefetchQuery(messagesQuery(path.slice('/threads/'.length)));
    },
  },
  {
    path: '/user/subscription',
    label: 'Subscription',
    icon: CreditCard,
    guard: 'user',
    page: lazyPage(() =>
      import('#web/pages/user/subscription-page.tsx').then((module) => module.UserSubscriptionPage),
    ),
  },
  {
    path: '/user/settings',
    label: 'Settings',
    icon: Settings,
    guard: 'user',
    page: lazyPage(() =>
      import('#web/pages/user/settings-page.tsx').then((module) => module.UserSettingsPage),
    ),
  },
  {
    path: '/payment-success',
    guard: 'signed-in',
    page: lazyPage(() =>
      import('#web/pages/payment-success-page.tsx').then((module) => module.PaymentSuccessPage),
    ),
  },
  {
    path: '/payment-cancel',
    guard: 'signed-in',
    page: lazyPage(() =>
      import('#web/pages/payment-cancel-page.tsx').then((module) => module.PaymentCancelPage),
    ),
  },
];

export const NotFoundPage = lazyPage(() =>
  import('#web/pages/not-found-page.tsx').then((module) => module.NotFoundPage),
);

export function areaOf(role: Role): Area {
  return isStaff({ role }) ? 'admin' : 'user';
}

export function listPages(role: Role): SitePage[] {
  if (role === 'AGENT') return pages.filter(({ isForAgents }) => isForAgents);
  return pages.filter(({ guard }) => guard === areaOf(role) || guard === 'signed-in');
}

export function listMenu(role: Role): (SitePage & MenuEntry)[] {
  return listPages(role).filter((page): page is SitePage & MenuEntry => page.icon !== undefined);
}

export function findPage(address: string): SitePage | undefined {
  return pages.find(({ path }) => {
    const [prefix = '', parameter] = path.split(':');
    return parameter ? address.startsWith(prefix) : address === path;
  });
}

export function hasPage(role: Role, address: string): boolean {
  const page = findPage(address.replace(/\?.*/, ''));
  return page !== undefined && listPages(role).includes(page);
}

/** Also true for a page below the entry. */
export function isMarked(entry: SitePage, address: string): boolean {
  return pages.some(
    ({ path, parent }) =>
      (path === entry.path || parent === entry.path) &&
      (path === '/' ? address === path : address.startsWith(path.split(':')[0] ?? path)),
  );
}
