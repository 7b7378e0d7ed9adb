import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { describeError } from '#web/lib/api-client.ts';
import { analyticsQuery } from './api.ts';
import { toTotalRow } from './figure-rows.ts';
import { Headline, HeadlineSkeleton } from './headline.tsx';

const days = 30;

export function ExpertFigures({ expertId }: { expertId: string }) {
  const { data, error, isFetching } = useQuery(analyticsQuery({ days, expertId }));
  return (
    <section id="figures" className="grid scroll-mt-14 grid-cols-1 gap-3 border-t pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold text-lg">Figures</h2>
        <Link
          href={`/analytics?expert=${expertId}`}
          className="text-primary underline underline-offset-4"
        >
          More about the last {days} days
        </Link>
      </div>
      {data ? (
        <Headline total={toTotalRow(data, expertId)} />
      ) : error && !isFetching ? (
        <p role="alert" className="text-danger">
          Unable to load the figures: {describeError(error)}
        </p>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the figures</span>
          <HeadlineSkeleton />
        </div>
      )}
    </section>
  );
}
