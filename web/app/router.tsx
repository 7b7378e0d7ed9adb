import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { Loading } from '#web/components/loading.tsx';
import { lazyPage } from '#web/lib/lazy-page.ts';
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
  LoginPage,
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
          <Route path={paths.home} component={AdminConversationsPage} />
          <Route path={paths.conversations} component={AdminConversationsPage} />
          <Route path={paths.experts} component={AdminExpertsPage} />
          <Route path={paths.providers} component={AdminProvidersPage} />
          <Route path={paths.aiTesting} component={AdminAiTestingPage} />
          <Route path={paths.analytics} component={AdminAnalyticsPage} />
          <Route path={paths.subscription} component={AdminSubscriptionPage} />
          <Route path={paths.settings} component={AdminSettingsPage} />
          <Route path={paths.paymentSuccess} component={PaymentSuccessPage} />
          <Route path={paths.paymentCancel} component={PaymentCancelPage} />
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
          <Route path={paths.userExperts} component={UserExpertsPage} />
          <Route path={paths.userConversations} component={UserConversationsPage} />
          <Route path={paths.userSubscription} component={UserSubscriptionPage} />
          <Route path={paths.userSettings} component={UserSettingsPage} />
          <Route path={paths.paymentSuccess} component={PaymentSuccessPage} />
          <Route path={paths.paymentCancel} component={PaymentCancelPage} />
          <Route path={paths.threadPattern}>
            {({ threadId }) => <ThreadPage key={threadId} threadId={threadId} />}
          </Route>
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </UserLayout>
  );
}

function AfterLogin() {
  return <Redirect to={pathAfterLogin(useSearch())} replace />;
}
