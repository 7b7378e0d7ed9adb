import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { BrandingProvider } from '#web/branding/branding-provider.tsx';
import { useToasts } from '#web/lib/toast.ts';
import { ForgetOnSignOut } from '#web/session/forget-on-sign-out.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const Toaster = lazy(() =>
  import('#web/components/ui/toaster.tsx').then((module) => ({ default: module.Toaster })),
);

/** What every page stands on. */
export function Providers({
  queryClient,
  children,
}: {
  queryClient: QueryClient;
  children: ReactNode;
}) {
  return (
    <QueryClientProvider client={queryClient}>
      <ForgetOnSignOut />
      <BrandingProvider>
        <ErrorBoundary>{children}</ErrorBoundary>
        <Notifications />
      </BrandingProvider>
    </QueryClientProvider>
  );
}

/** The notification area loads with the first thing that it has to say. */
function Notifications() {
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
