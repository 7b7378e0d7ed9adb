import type { QueryClient } from '@tanstack/react-query';
import { CreditCard, MessageCircle, Settings, Sparkles } from 'lucide-react';
import { publicExpertsQuery } from '#web/features/experts/api.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import type { SitePage } from './site-page.ts';

const ThreadPage = lazyPage(() =>
  import('#web/pages/thread-page.tsx').then((module) => module.ThreadPage),
);

const prefetchExperts = (queryClient: QueryClient) => queryClient.prefetchQuery(publicExpertsQuery);

/** In menu order. */
export const userPages: SitePage[] = [
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
];
