import type { User } from '#shared/api/auth.ts';

/** Every address of the site. */
export const paths = {
  home: '/',
  login: '/login',
  paymentSuccess: '/payment-success',
  paymentCancel: '/payment-cancel',
  conversations: '/conversations',
  experts: '/experts',
  providers: '/providers',
  aiTesting: '/ai-testing',
  analytics: '/analytics',
  subscription: '/subscription',
  settings: '/settings',
  userExperts: '/user/experts',
  userConversations: '/user/conversations',
  userSubscription: '/user/subscription',
  userSettings: '/user/settings',
  thread: (threadId: string) => `/threads/${threadId}`,
  threadPattern: '/threads/:threadId',
} as const;

/** Where each kind of person starts, and where their settings are. */
export function ownPaths(role: User['role']): { home: string; settings: string } {
  return role === 'ADMIN'
    ? { home: paths.home, settings: paths.settings }
    : { home: paths.userExperts, settings: paths.userSettings };
}

/** The login page, remembering where the person wanted to go. */
export function loginPathFor(wanted: string): string {
  return wanted === paths.home ? paths.login : `${paths.login}?next=${encodeURIComponent(wanted)}`;
}

/** Where a login leads: the remembered page if it is one of ours, otherwise home. */
export function pathAfterLogin(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return paths.home;
  const url = new URL(next, window.location.origin);
  const isOurs = url.origin === window.location.origin && url.pathname !== paths.login;
  return isOurs ? `${url.pathname}${url.search}` : paths.home;
}
