import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { BankPayment, Subscription } from '#shared/api/billing.ts';
import { bankPaymentDays } from '#shared/limits.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { arePaymentsSetUp, ownPricingQuery } from '#web/session/pricing.ts';
import { subscriptionQuery, useBillingPortal } from './api.ts';
import { cancelNotice, describeSubscription } from './describe-subscription.ts';

export function SubscriptionCard() {
  const { data, error, isFetching, refetch } = useQuery(subscriptionQuery);
  return (
    <section
      aria-label="Your subscription"
      className="overflow-hidden rounded-card border bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-4 sm:px-5">
        <div className="min-w-0 grow basis-64">
          {data ? (
            <State subscription={data.subscription} />
          ) : error && !isFetching ? (
            <div role="alert">
              <p className="font-semibold">Unable to load your subscription</p>
              <p className="text-muted">
                {describeError(error)}{' '}
                <Button variant="link" size="inline" onClick={() => refetch()}>
                  Try again
                </Button>
              </p>
            </div>
          ) : (
            <StateSkeleton />
          )}
        </div>
        <PortalButton
          isUrgent={data?.subscription.status === 'past_due'}
          isEmpty={data?.hasPortal === false}
        />
      </div>
      {data?.bankPayment && <BankPaymentNote payment={data.bankPayment} />}
      {data?.subscription.cancelAtPeriodEnd && (
        <p className="border-t bg-accent-soft px-4 py-3 text-accent sm:px-5">{cancelNotice}</p>
      )}
      <PaymentsNote />
    </section>
  );
}

function BankPaymentNote({ payment: { state, money } }: { payment: BankPayment }) {
  const amount = formatMoney(money);
  return (
    <p className="border-t bg-accent-soft px-4 py-3 text-accent sm:px-5">
      {state === 'pending'
        ? `Your bank payment of ${amount} is on its way, usually for up to ${bankPaymentDays} business days.`
        : `Your bank payment of ${amount} failed. Nothing was charged; you can pay again.`}
    </p>
  );
}

function PaymentsNote() {
  const { data } = useQuery(ownPricingQuery);
  if (!data || arePaymentsSetUp(data)) return null;
  return (
    <p className="border-t bg-danger-soft px-4 py-3 text-danger sm:px-5">
      Payments are not set up. Nothing can be bought here yet.
    </p>
  );
}

function State({ subscription }: { subscription: Subscription }) {
  const { title, badge, sentence } = describeSubscription(subscription);
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-lg leading-tight">
        {title}
        {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
      </h2>
      <p className="mt-1 text-muted">{sentence}</p>
    </>
  );
}

function StateSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-2 py-0.5">
      <span className="sr-only">Loading your subscription</span>
      <Skeleton className="h-5.5 w-40 max-w-full" />
      <Skeleton className="h-5 w-56 max-w-full" />
    </div>
  );
}

function PortalButton({ isUrgent, isEmpty }: { isUrgent: boolean; isEmpty: boolean }) {
  const portal = useBillingPortal();
  const noteId = useId();
  return (
    <div className="grid gap-1 max-sm:w-full sm:max-w-60">
      <Button
        variant={isUrgent ? 'primary' : 'outline'}
        size="large"
        disabled={portal.isOpening || isEmpty}
        aria-describedby={isEmpty ? noteId : undefined}
        onClick={portal.open}
      >
        {portal.isOpening ? 'Opening...' : 'Open billing portal'}
      </Button>
      {isEmpty && (
        <p id={noteId} className="text-muted text-sm">
          There is nothing to manage yet: choose a plan first.
        </p>
      )}
    </div>
  );
}
