import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useId } from 'react';
import type { HistoryEntry } from '#shared/api/billing.ts';
import { formatMoney } from '#shared/money.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { ShowMore } from '#web/components/show-more.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { cn } from '#web/lib/cn.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { historyQuery, openTab, useReceipt } from './api.ts';

export function History() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-4">
      <h2 id={titleId} className="font-semibold text-xl leading-tight">
        History
      </h2>
      <div className="overflow-hidden rounded-card border bg-surface">
        <HistoryList userId={null} />
      </div>
    </section>
  );
}

/** @param userId null: the signed-in person. */
export function HistoryList({ userId }: { userId: string | null }) {
  const history = useInfiniteQuery(historyQuery(userId));
  const { data, error, isFetching, refetch } = history;
  if (!data && error && !isFetching) {
    return (
      <ErrorState
        title="Unable to load the history"
        description={describeError(error)}
        onRetry={() => refetch()}
        className="px-4 py-8"
      />
    );
  }
  if (!data) return <HistorySkeleton />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="Nothing yet"
        description="Messages you buy, use or get back are listed here."
        className="px-4 py-8"
      />
    );
  }
  return (
    <>
      <ul className="divide-y">
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} userId={userId} />
        ))}
      </ul>
      <ShowMore pages={history} failure="Unable to load older entries." className="border-t p-3" />
    </>
  );
}

function Entry({ entry, userId }: { entry: HistoryEntry; userId: string | null }) {
  const { createdAt, kind, what, expert, delta, left, money, hasReceipt } = entry;
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 px-4 py-3 sm:px-5">
      <span className="min-w-0 font-semibold wrap-anywhere">
        {what}
        {expert && (
          <span className="font-normal text-muted">
            {kind === 'spend' ? ' by ' : ' · '}
            <bdi>{expert.displayName}</bdi>
          </span>
        )}
        {money && <span className="font-normal text-muted"> · {formatMoney(money)}</span>}
      </span>
      {kind !== 'payment' && (
        <span className={cn('text-right tabular-nums', delta > 0 && 'font-semibold text-primary')}>
          {formatDelta(delta)}
          <span className="sr-only"> messages</span>
        </span>
      )}
      <span className="col-start-1 text-muted text-sm">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        {hasReceipt && <Receipt entryId={entry.id} what={what} userId={userId} />}
      </span>
      {kind !== 'payment' && (
        <span className="text-right text-muted text-sm tabular-nums">
          {left.toLocaleString('en-US')} left
        </span>
      )}
    </li>
  );
}

type ReceiptProps = { entryId: string; what: string; userId: string | null };

function Receipt({ entryId, what, userId }: ReceiptProps) {
  const receipt = useReceipt(userId);
  return (
    <>
      {' · '}
      <Button
        variant="link"
        size="inline"
        className="-my-3 min-h-11 min-w-11 justify-start"
        disabled={receipt.isPending}
        onClick={() => receipt.mutate({ entryId, tab: openTab() })}
      >
        {receipt.isPending ? 'Opening...' : 'Receipt'}
        <span className="sr-only"> for {what}, in a new tab</span>
      </Button>
    </>
  );
}

/** +50, −1, 0: the minus sign is as wide as the plus. */
function formatDelta(delta: number): string {
  const amount = Math.abs(delta).toLocaleString('en-US');
  if (delta === 0) return amount;
  return `${delta > 0 ? '+' : '−'}${amount}`;
}

function HistorySkeleton() {
  return (
    <div role="status" className="divide-y">
      <span className="sr-only">Loading the history</span>
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex justify-between gap-4 px-4 py-3.5 sm:px-5">
          <div className="grid flex-1 grid-cols-1 gap-2">
            <Skeleton className="h-4 w-36 max-w-full" />
            <Skeleton className="h-3.5 w-28 max-w-full" />
          </div>
          <Skeleton className="h-4 w-10" />
        </div>
      ))}
    </div>
  );
}
