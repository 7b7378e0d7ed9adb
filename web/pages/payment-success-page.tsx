import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Clock } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type PlanId, paygMessages } from '#shared/plans.ts';
import { isStaff } from '#shared/roles.ts';
import { ownPaths } from '#web/app/redirects.ts';
import { Loading } from '#web/components/loading.tsx';
import { Button } from '#web/components/ui/button.tsx';
import {
  checkoutSessionQuery,
  subscriptionQuery,
  unpaidThreadsQuery,
} from '#web/features/billing/api.ts';
import { PaymentResult } from '#web/features/billing/payment-result.tsx';
import { UnpaidTexts } from '#web/features/billing/unpaid-texts.tsx';
import { currentUserKey } from '#web/lib/query-client.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

const generic = 'Payment successful! Thank you for your purchase.';
const messages: Partial<Record<PlanId, string>> = {
  payg: `Payment successful! You now have ${paygMessages} messages to chat with our AI experts.`,
  monthly: 'Payment successful! Your subscription is active, with unlimited messages.',
  annual:
    'Payment successful! Your subscription is active for a full year, with unlimited messages.',
};
const transactionIdLength = 20;

/** A payment counts even if it can't be looked up. */
const unconfirmed = 'Your plan is updated as soon as your payment is confirmed.';

export function PaymentSuccessPage() {
  usePageTitle('Payment successful');
  const [search] = useSearchParams();
  const sessionId = search.get('session_id');
  return sessionId ? <Confirmation sessionId={sessionId} /> : <Thanks plan={null} />;
}

function Confirmation({ sessionId }: { sessionId: string }) {
  const queryClient = useQueryClient();
  const { data, isFetching } = useQuery(checkoutSessionQuery(sessionId));
  useEffect(() => {
    if (isFetching) return;
    void queryClient.invalidateQueries({ queryKey: currentUserKey });
    void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
  }, [queryClient, isFetching]);

  if (isFetching) return <Loading className="min-h-[70dvh]" />;
  return (
    <Thanks plan={data?.plan ?? null}>
      <p className="text-muted text-sm">
        Transaction ID:{' '}
        <span className="whitespace-nowrap">{sessionId.slice(0, transactionIdLength)}</span>
      </p>
    </Thanks>
  );
}

function Thanks({ plan, children }: { plan: PlanId | null; children?: ReactNode }) {
  const [, navigate] = useLocation();
  const { role } = useCurrentUser();
  const { home, settings } = ownPaths(role);
  const isForStaff = isStaff({ role });
  const unpaid = useQuery({ ...unpaidThreadsQuery, enabled: !isForStaff });
  // A screen has one primary action.
  const offersAnswers = (unpaid.data?.threads.length ?? 0) > 0;
  return (
    <PaymentResult
      icon={plan ? Check : Clock}
      tone={plan ? 'primary' : 'neutral'}
      title="Thank you"
      actions={
        <>
          <Button
            size="large"
            variant={offersAnswers ? 'outline' : 'primary'}
            onClick={() => navigate(home)}
          >
            Go to Home
          </Button>
          <Button size="large" variant="outline" onClick={() => navigate(settings)}>
            Go to Settings
          </Button>
        </>
      }
    >
      <p className="text-lg text-pretty">{plan ? (messages[plan] ?? generic) : unconfirmed}</p>
      {children}
      {!isForStaff && <UnpaidTexts />}
    </PaymentResult>
  );
}
