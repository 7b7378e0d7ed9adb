import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { Loading } from '#web/components/loading.tsx';
import { publicExpertsQuery } from '#web/features/experts/api.ts';
import { readAuthToken } from '#web/lib/auth-token.ts';
import { type LazyPage, lazyPage } from '#web/lib/lazy-page.ts';
import { LoginPage } from '#web/pages/login-page.tsx';
import { useSession } from '#web/session/use-session.ts';
import { LiveUpdates } from './live-updates.tsx';
import {
  AdminAiTestingPage,
  AdminAnalyticsPage,
  AdminConversationsPage,
  AdminExpertsPage,
  AdminProvidersPage,
  AdminSettingsPage,
  AdminSubscriptionPage,
  NotFoundPage,
  PaymentCancelPage,
  PaymentSuccessPage,
  ThreadPage,
  UserConversationsPage,
  UserExpertsPage,
  UserSettingsPage,
  UserSubscriptionPage,
} from './pages.ts';
import { loginPathFor, pathAfterLogin, paths } from './paths.ts';

const AdminLayout = lazyPage(() =>
  import('./admin-layout.tsx').then((module) => module.AdminLayout),
);
const UserLayout = lazyPage(() => import('./user-layout.tsx').then((module) => module.UserLayout));

const paymentPages: [path: string, Page: LazyPage][] = [
  [paths.paymentSuccess, PaymentSuccessPage],
  [paths.paymentCancel, PaymentCancelPage],
];
const adminPages: typeof paymentPages = [
  [paths.home, AdminConversationsPage],
  [paths.conversations, AdminConversationsPage],
  [paths.experts, AdminExpertsPage],
  [paths.providers, AdminProvidersPage],
  [paths.aiTesting, AdminAiTestingPage],
  [paths.analytics, AdminAnalyticsPage],
  [paths.subscription, AdminSubscriptionPage],
  [paths.settings, AdminSettingsPage],
  ...paymentPages,
];
const userPages: typeof paymentPages = [
  [paths.userExperts, UserExpertsPage],
  [paths.userConversations, UserConversationsPage],
  [paths.userSubscription, UserSubscriptionPage],
  [paths.userSettings, UserSettingsPage],
  ...paymentPages,
];

/** Fetches what an address will show while it is still being found out who is there. */
export function preloadFirstPage(path: string, queryClient: QueryClient): void {
  if (!readAuthToken()) return;
  for (const page of pagesAt(path)) page.preload();
  // What people come for on their phones waits for nothing else.
  if (path === paths.userExperts) void queryClient.prefetchQuery(publicExpertsQuery);
  if (path.startsWith(paths.thread(''))) void prefetchThread(path, queryClient);
}

async function prefetchThread(path: string, queryClient: QueryClient): Promise<void> {
  const { messagesQuery } = await import('#web/features/threads/api.ts');
  await queryClient.prefetchQuery(messagesQuery(path.slice(paths.thread('').length)));
}

function pagesAt(path: string): { preload: () => void }[] {
  // Both kinds of people start at the home path, for different pages.
  if (path === paths.home) return [];
  const isPath = ([one]: (typeof adminPages)[number]) => one === path;
  const userPage = path.startsWith(paths.thread('')) ? ThreadPage : userPages.find(isPath)?.[1];
  if (userPage) return [UserLayout, userPage];
  const adminPage = adminPages.find(isPath)?.[1];
  return adminPage ? [AdminLayout, adminPage] : [];
}

/** The whole site: who may see which page, in which layout. */
export function Router() {
  const session = useSession();
  if (session.status === 'loading') return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      {session.status === 'signed-out' ? (
        <SignedOutRoutes />
      ) : (
        <>
          <LiveUpdates />
          {session.user.role === 'ADMIN' ? <AdminRoutes /> : <UserRoutes />}
        </>
      )}
    </Suspense>
  );
}

function SignedOutRoutes() {
  const [path] = useLocation();
  const search = useSearch();
  const wanted = search ? `${path}?${search}` : path;
  return (
    <Switch>
      <Route path={paths.login} component={LoginPage} />
      <Route path={paths.paymentSuccess}>
        <Redirect to={paths.login} replace />
      </Route>
      <Route path={paths.paymentCancel}>
        <Redirect to={paths.login} replace />
      </Route>
      <Route>
        <Redirect to={loginPathFor(wanted)} replace />
      </Route>
    </Switch>
  );
}

function AdminRoutes() {
  return (
    <AdminLayout>
      <Suspense fallback={<Loading className="min-h-full" />}>
        <Switch>
          <Route path={paths.login} component={AfterLogin} />
          {adminPages.map(toRoute)}
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </AdminLayout>
  );
}

function UserRoutes() {
  return (
    <UserLayout>
      <Suspense fallback={<Loading className="min-h-[60dvh]" />}>
        <Switch>
          <Route path={paths.login} component={AfterLogin} />
          <Route path={paths.home}>
            <Redirect to={paths.userExperts} replace />
          </Route>
          {userPages.map(toRoute)}
          <Route path={paths.threadPattern}>
            {({ threadId }) => <ThreadPage key={threadId} threadId={threadId} />}
          </Route>
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </UserLayout>
  );
}

function toRoute([path, Page]: (typeof adminPages)[number]) {
  return <Route key={path} path={path} component={Page} />;
}

function AfterLogin() {
  return <Redirect to={pathAfterLogin(useSearch())} replace />;
}
