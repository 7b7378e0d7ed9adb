import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { BrandingProvider } from '#web/branding/branding-provider.tsx';
import { useAuthToken } from '#web/lib/auth-token.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { useToasts } from '#web/lib/toast.ts';
import { ClearCacheOnSignOut } from '#web/session/clear-cache-on-sign-out.tsx';
import { Announcer } from './announcer.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

const Toaster = lazyPage(() =>
  import('#web/components/ui/toaster.tsx').then((module) => module.Toaster),
);

export function Providers({
  queryClient,
  children,
}: {
  queryClient: QueryClient;
  children: ReactNode;
}) {
  useKeptFocus();
  return (
    <QueryClientProvider client={queryClient}>
      <ClearCacheOnSignOut />
      <BrandingProvider>
        <ErrorBoundary>{children}</ErrorBoundary>
        <Notifications />
        <Announcer />
      </BrandingProvider>
    </QueryClientProvider>
  );
}

/**
 * Preloaded, because a toast may report a lost connection; on the login page only at the first
 * focus, to keep its first load small.
 */
function Notifications() {
  const token = useAuthToken();
  useEffect(() => {
    if (token) Toaster.preload();
    else document.addEventListener('focusin', Toaster.preload, { once: true });
    return () => document.removeEventListener('focusin', Toaster.preload);
  }, [token]);
  const hasToast = useToasts().length > 0;
  const wasNeeded = useRef(false);
  wasNeeded.current ||= hasToast;
  if (!wasNeeded.current) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
