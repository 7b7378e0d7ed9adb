import type { User } from '#shared/api/auth.ts';
import { isStaff } from '#shared/roles.ts';

export function ownPaths(role: User['role']): { home: string; settings: string } {
  return isStaff({ role })
    ? { home: '/', settings: '/settings' }
    : { home: '/user/experts', settings: '/user/settings' };
}

export function loginPathFor(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?next=${encodeURIComponent(wanted)}`;
}

/** Accepts only this site's addresses, because a link may come from anywhere. */
export function pathAfterLogin(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return '/';
  const url = new URL(next, window.location.origin);
  const isOurs = url.origin === window.location.origin && url.pathname !== '/login';
  return isOurs ? `${url.pathname}${url.search}` : '/';
}
