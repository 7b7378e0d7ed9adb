import {
  Bot,
  ChartNoAxesColumn,
  CreditCard,
  FlaskConical,
  MessageCircle,
  Settings,
  Users,
} from 'lucide-react';
import { lazyPage } from '#web/lib/lazy-page.ts';
import type { SitePage } from './site-page.ts';

const AdminConversationsPage = lazyPage(() =>
  import('#web/pages/admin/conversations-page.tsx').then((module) => module.AdminConversationsPage),
);

/** In menu order. */
export const staffPages: SitePage[] = [
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
];
