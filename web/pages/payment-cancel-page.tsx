import { CircleSlash } from 'lucide-react';
import { useLocation } from 'wouter';
import { ownPaths } from '#web/app/redirects.ts';
import { Button } from '#web/components/ui/button.tsx';
import { PaymentResult } from '#web/features/billing/payment-result.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

export function PaymentCancelPage() {
  usePageTitle('Payment canceled');
  const [, navigate] = useLocation();
  const { home, settings } = ownPaths(useCurrentUser().role);
  return (
    <PaymentResult
      icon={CircleSlash}
      tone="neutral"
      title="Payment canceled"
      actions={
        <>
          <Button size="large" onClick={() => navigate(settings)}>
            Try Again
          </Button>
          <Button size="large" variant="outline" onClick={() => navigate(home)}>
            Go Back to Home
          </Button>
        </>
      }
    >
      <p>No charges were made. Your plan and your messages are unchanged.</p>
    </PaymentResult>
  );
}
