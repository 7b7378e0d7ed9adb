import { useRef } from 'react';
import type { Expert } from '#shared/api/experts.ts';
import { ErrorState } from '#web/components/error-state.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { QuestionList, useQuestions } from './question-list.tsx';

/** Of one expert, on its page. */
export function UnansweredPart({ expert }: { expert: Expert }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section
      id="unanswered"
      aria-labelledby="unanswered-title"
      className="grid scroll-mt-14 grid-cols-1 gap-3 border-t pt-5"
    >
      <div>
        <h2
          ref={heading}
          id="unanswered-title"
          tabIndex={-1}
          className="font-semibold text-lg outline-none"
        >
          Unanswered
        </h2>
        <p className="text-muted">
          What people asked and the sources do not answer. Your answer becomes a source.
        </p>
      </div>
      <Content expert={expert} findHeading={() => heading.current} />
    </section>
  );
}

function Content({
  expert,
  findHeading,
}: {
  expert: Expert;
  findHeading: () => HTMLElement | null;
}) {
  const questions = useQuestions(expert.id);
  const { data, error, isFetching, refetch } = questions;
  if (data && data.length > 0) {
    return <QuestionList expert={expert} questions={questions} findHeading={findHeading} />;
  }
  if (data) {
    return (
      <p className="text-muted">
        Nothing is open: each question was answered from the sources, or {expert.displayName} has
        none yet.
      </p>
    );
  }
  if (error && !isFetching) {
    return (
      <ErrorState
        title="Unable to load the questions"
        description={describeError(error)}
        onRetry={() => refetch()}
        className="py-6"
      />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading the questions</span>
      <Skeleton className="h-20 rounded-card" />
    </div>
  );
}
