import { isStaff, type Role } from '#shared/roles.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import type { Area, MenuEntry, SitePage } from './site-page.ts';
import { staffPages } from './staff-pages.ts';
import { userPages } from './user-pages.ts';

const pages: SitePage[] = [
  ...staffPages,
  ...userPages,
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
