import { useRef } from 'react';
import { Link } from 'wouter';
import type { Expert } from '#shared/api/experts.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { hrefOfExpert } from '#web/links/expert-link.ts';
import { QuestionList, useQuestions } from './question-list.tsx';

type Face = Pick<Expert, 'id' | 'displayName'>;

/** Each has a request of its own. */
const maxExperts = 12;

/** Of all shown experts, in Analytics. */
export function UnansweredPanel({ experts }: { experts: Face[] }) {
  const shown = experts.slice(0, maxExperts);
  return (
    <section
      aria-labelledby="unanswered-title"
      className="grid grid-cols-1 gap-3 rounded-card border bg-surface px-4 py-3.5 sm:px-5"
    >
      <div>
        <h2 id="unanswered-title" className="font-semibold leading-tight">
          Unanswered
        </h2>
        <p className="text-muted text-sm">
          What people asked and the sources do not answer. Your answer becomes a source.
        </p>
      </div>
      {shown.map((expert) => (
        <OfExpert key={expert.id} expert={expert} />
      ))}
      {experts.length > maxExperts && (
        <p className="text-muted text-sm">
          These are the first {maxExperts} experts. Choose another above to see its questions.
        </p>
      )}
    </section>
  );
}

function OfExpert({ expert }: { expert: Face }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const questions = useQuestions(expert.id);
  const { data, error, isFetching } = questions;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className="text-left font-medium outline-none wrap-anywhere"
        >
          <Link
            href={`${hrefOfExpert(expert.id)}#unanswered`}
            className="rounded-xs underline-offset-4 hover:underline"
          >
            {expert.displayName}
          </Link>
        </h3>
        {data?.length === 0 && <p className="text-muted text-sm">Nothing is open.</p>}
        {error && !isFetching && (
          <p role="alert" className="text-danger text-sm">
            Unable to load the questions: {describeError(error)}
          </p>
        )}
      </div>
      {!data && isFetching && <LoadingQuestions name={expert.displayName} />}
      {data && data.length > 0 && (
        <QuestionList expert={expert} questions={questions} findHeading={() => heading.current} />
      )}
    </div>
  );
}

function LoadingQuestions({ name }: { name: string }) {
  return (
    <div role="status">
      <span className="sr-only">Loading the questions to {name}</span>
      <Skeleton className="h-4 w-48" />
    </div>
  );
}
