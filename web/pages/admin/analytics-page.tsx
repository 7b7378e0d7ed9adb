import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { Link, useLocation, useSearch } from 'wouter';
import type { AnalyticsReply } from '#shared/api/analytics.ts';
import { analyticsRanges } from '#shared/limits.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { analyticsQuery, type Range } from '#web/features/analytics/api.ts';
import { ExpertFilter, RangeSwitch, RefreshButton } from '#web/features/analytics/controls.tsx';
import { Report, ReportSkeleton } from '#web/features/analytics/report.tsx';
import { expertsQuery } from '#web/features/expert-admin/api.ts';
import { UnansweredPanel } from '#web/features/knowledge/unanswered/unanswered-panel.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { cn } from '#web/lib/cn.ts';
import { formatDays } from '#web/lib/days.ts';
import { formatTime } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { FirstMessageAction } from './first-message-action.tsx';
import { AdminPageHeader } from './page-header.tsx';

const defaultDays = 30;

export function AdminAnalyticsPage() {
  usePageTitle('Analytics');
  const [, navigate] = useLocation();
  const range = readRange(useSearch());
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(analyticsQuery(range));
  const { data: known } = useQuery(expertsQuery);
  const experts = (known?.experts ?? []).filter(
    ({ id, archivedAt }) => !archivedAt || id === range.expertId,
  );
  const shownExperts = experts.filter(({ id }) => !range.expertId || id === range.expertId);
  return (
    <div className="grid max-w-6xl grid-cols-1 gap-5 px-4 py-6 sm:px-8">
      <AdminPageHeader title="Analytics" description={describeReport(data)}>
        <div className="flex flex-wrap items-center gap-2">
          {(experts.length > 1 || range.expertId) && (
            <ExpertFilter
              experts={experts}
              expertId={range.expertId}
              onChange={(expertId) => navigate(hrefOf({ ...range, expertId }))}
            />
          )}
          <RangeSwitch days={range.days} hrefOf={(days) => hrefOf({ ...range, days })} />
          <RefreshButton isFetching={isFetching} onRefresh={() => refetch()} />
        </div>
      </AdminPageHeader>
      {data && <Backlog {...data.backlog} />}
      {data && data.questions.unsent > 0 && <UnsentQuestions {...data.questions} />}
      {data && error && !isFetching && (
        <p role="alert" className="text-danger">
          The numbers could not be refreshed: {describeError(error)}
        </p>
      )}
      {data ? (
        <div
          aria-busy={isPlaceholderData}
          // The numbers belong to the previous range.
          inert={isPlaceholderData}
          className={cn(
            'grid grid-cols-1 gap-4 transition-opacity duration-150',
            isPlaceholderData && 'opacity-50',
          )}
        >
          <AnalyticsReport reply={data} range={range} />
        </div>
      ) : (
        <ReportPlaceholder error={isFetching ? null : error} onRetry={() => refetch()} />
      )}
      {shownExperts.length > 0 && <UnansweredPanel experts={shownExperts} />}
      <section className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-card border border-dashed px-4 py-3.5 sm:px-5">
        <h2 className="font-semibold">Cost and margin</h2>
        <p className="text-muted">Coming soon...</p>
      </section>
    </div>
  );
}

function UnsentQuestions({ today, unsent, limit }: AnalyticsReply['questions']) {
  const count = (number: number) => number.toLocaleString('en-US');
  return (
    <p role="status" className="rounded-card bg-accent-soft px-4 py-3 text-accent sm:px-5">
      {unsent === 1 ? 'A person' : `${count(unsent)} people`} who connected by SMS in the last 24
      hours {unsent === 1 ? 'was' : 'were'} not texted, because a limit on texts to new phones was
      reached. They were shown a code to text instead. Sent today: {count(today)} of {count(limit)}.
      Check who is connecting. The limits are the settings SMS_DAILY_QUESTIONS,
      QUESTIONS_PER_ADDRESS and QUESTIONS_PER_PREFIX.
    </p>
  );
}

function Backlog({ seconds, limit }: AnalyticsReply['backlog']) {
  if (seconds !== null && seconds <= limit) return null;
  return (
    <p role="status" className="rounded-card bg-danger-soft px-4 py-3 text-danger sm:px-5">
      {seconds === null
        ? 'The database answers too slowly'
        : `The oldest message has been waiting for ${seconds.toLocaleString('en-US')} seconds`}
      , so new messages are refused. Gateways send them again, but Twilio for at most 15 seconds:
      after that, a text is lost.{' '}
      {seconds === null
        ? 'See what locks or loads the database.'
        : 'Raise REPLY_CONCURRENCY or start another worker.'}
    </p>
  );
}

function AnalyticsReport({ reply, range }: { reply: AnalyticsReply; range: Range }) {
  const { messagesIn, messagesOut } = reply.totals;
  if (messagesIn + messagesOut === 0) return <NoMessages reply={reply} range={range} />;
  return (
    <Report
      reply={reply}
      expertId={range.expertId}
      hrefOfExpert={(expertId) => hrefOf({ ...range, expertId })}
    />
  );
}

function ReportPlaceholder({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <ReportSkeleton />;
  return (
    <ErrorState
      title="Unable to load analytics"
      description={describeError(error)}
      onRetry={onRetry}
    />
  );
}

function NoMessages({ reply, range }: { reply: AnalyticsReply; range: Range }) {
  if (!reply.hasMessages) {
    return (
      <EmptyState
        icon={ChartNoAxesColumn}
        title="No messages yet"
        description="Numbers appear here once people text your experts."
        action={<FirstMessageAction />}
      />
    );
  }
  const { days, expertId } = range;
  const wider = expertId ? { days, expertId: null } : { days: 90, expertId };
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={`No messages in the last ${days} days`}
      description={
        expertId
          ? 'No one texted this expert, and it sent nothing.'
          : 'No one texted, and nothing was sent.'
      }
      action={
        <Button asChild>
          {expertId || days < 90 ? (
            <Link href={hrefOf(wider)}>
              {expertId ? 'Show all experts' : 'Show the last 90 days'}
            </Link>
          ) : (
            <Link href="/conversations">Open conversations</Link>
          )}
        </Button>
      }
    />
  );
}

function describeReport(reply: AnalyticsReply | undefined): string {
  if (!reply) return 'What people asked, and how they were answered.';
  const { from, to, timeZone, computedAt } = reply;
  return `${formatDays(from, to)} · ${timeZone.replaceAll('_', ' ')} · as of ${formatTime(computedAt)}`;
}

function readRange(search: string): Range {
  const query = new URLSearchParams(search);
  const wanted = Number(query.get('days'));
  const days = analyticsRanges.find((one) => one === wanted) ?? defaultDays;
  return { days, expertId: query.get('expert') };
}

function hrefOf({ days, expertId }: Range): string {
  const query = new URLSearchParams();
  if (days !== defaultDays) query.set('days', String(days));
  if (expertId) query.set('expert', expertId);
  return query.size > 0 ? `/analytics?${query}` : '/analytics';
}
