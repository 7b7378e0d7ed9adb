import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import type { Role } from '#shared/roles.ts';
import { ErrorState } from '#web/components/error-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import { readAuthToken } from '#web/lib/auth-token.ts';
import { type LazyPage, lazyPage } from '#web/lib/lazy-page.ts';
import { LoginPage } from '#web/pages/login-page.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Keys } from './keys.tsx';
import { LiveUpdates } from './live/live-updates.tsx';
import { areaOf, findPage, hasPage, listPages, NotFoundPage } from './pages.ts';
import { loginPathFor, ownPaths, pathAfterLogin } from './redirects.ts';

const SecondFactorPage = lazyPage(() =>
  import('#web/pages/admin/second-factor-page.tsx').then((module) => module.SecondFactorPage),
);

const layouts = {
  admin: {
    Layout: lazyPage(() => import('./admin-layout.tsx').then((module) => module.AdminLayout)),
    loadingHeight: 'min-h-full',
  },
  user: {
    Layout: lazyPage(() => import('./user-layout.tsx').then((module) => module.UserLayout)),
    loadingHeight: 'min-h-[60dvh]',
  },
};

/** Fetches while the session is being checked. */
export function preloadFirstPage(path: string, queryClient: QueryClient): void {
  // Home depends on the role.
  const page = path === '/' ? undefined : findPage(path);
  if (!page || !readAuthToken()) return;
  layouts[page.guard === 'admin' ? 'admin' : 'user'].Layout.preload();
  page.page.preload();
  void page.prefetch?.(queryClient, path);
}

const EmailChangePage = lazyPage(() =>
  import('#web/pages/email-change-page.tsx').then((module) => module.EmailChangePage),
);

const LockPage = lazyPage(() =>
  import('#web/pages/lock-page.tsx').then((module) => module.LockPage),
);

const DevicePage = lazyPage(() =>
  import('#web/pages/device-page.tsx').then((module) => module.DevicePage),
);

const InvitationPage = lazyPage(() =>
  import('#web/pages/invitation-page.tsx').then((module) => module.InvitationPage),
);

const SafetyPage = lazyPage(() =>
  import('#web/pages/safety-page.tsx').then((module) => module.SafetyPage),
);

/** Open without signing in: links from mails and from HELP. */
const publicPages: Record<string, LazyPage> = {
  '/email-change': EmailChangePage,
  '/lock': LockPage,
  '/device': DevicePage,
  '/invitation': InvitationPage,
  '/safety': SafetyPage,
};

export function Router() {
  const session = useSession();
  const [path] = useLocation();
  const PublicPage = publicPages[path];
  if (PublicPage) {
    return (
      <Suspense fallback={<Loading />}>
        <PublicPage />
      </Suspense>
    );
  }
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-out') return <SignedOutRoutes />;
  if (session.status === 'unavailable') {
    return (
      <main className="px-4">
        <ErrorState title="Back in a moment" description={session.reason} />
      </main>
    );
  }
  const { id, role, secondFactor } = session.user;
  if (secondFactor === 'required') {
    return (
      <Suspense fallback={<Loading />}>
        <SecondFactorPage />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      <LiveUpdates id={id} role={role} />
      <Keys role={role} />
      <SignedInRoutes role={role} />
    </Suspense>
  );
}

function SignedOutRoutes() {
  const [path] = useLocation();
  const search = useSearch();
  // A login must not lead back to a payment's result.
  const isRemembered = findPage(path)?.guard !== 'signed-in';
  const wanted = isRemembered ? path + (search && `?${search}`) : '/';
  return (
    <Switch>
      <Route path="/login" component={LoginPage} />
      <Route>
        <Redirect to={loginPathFor(wanted)} replace />
      </Route>
    </Switch>
  );
}

function SignedInRoutes({ role }: { role: Role }) {
  const area = areaOf(role);
  const { Layout, loadingHeight } = layouts[area];
  return (
    <Layout>
      <Suspense fallback={<Loading className={loadingHeight} />}>
        <Switch>
          <Route path="/login">
            <AfterLogin role={role} />
          </Route>
          {listPages(role).map(({ path, page }) => (
            <Route key={path} path={path} component={page} />
          ))}
          {area === 'user' && (
            <Route path="/">
              <Redirect to={ownPaths('USER').home} replace />
            </Route>
          )}
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </Layout>
  );
}

function AfterLogin({ role }: { role: Role }) {
  const wanted = pathAfterLogin(useSearch());
  return <Redirect to={hasPage(role, wanted) ? wanted : '/'} replace />;
}
