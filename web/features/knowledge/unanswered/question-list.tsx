import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Expert } from '#shared/api/experts.ts';
import { ShowMore } from '#web/components/show-more.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { QuestionItem } from './question-item.tsx';
import { type Question, unansweredQuery } from './unanswered-api.ts';

export type Questions = UseInfiniteQueryResult<Question[]>;

export const useQuestions = (expertId: string): Questions =>
  useInfiniteQuery(unansweredQuery(expertId));

/** Only with questions. */
export function QuestionList({
  expert,
  questions,
  findHeading,
}: {
  expert: Pick<Expert, 'id' | 'displayName'>;
  questions: Questions;
  /** Gets the focus once an answered question has left. */
  findHeading: () => HTMLElement | null;
}) {
  const [answering, setAnswering] = useState<Question | null>(null);
  return (
    <>
      <ul
        aria-label={`Unanswered by ${expert.displayName}`}
        className="grid grid-cols-1 divide-y rounded-card border bg-surface"
      >
        {questions.data?.map((question) => (
          <QuestionItem
            key={question.messageId}
            question={question}
            onAnswer={() => setAnswering(question)}
          />
        ))}
      </ul>
      <ShowMore pages={questions} failure="Unable to load more questions." />
      {answering && (
        <AnswerDialog
          expert={expert}
          question={answering}
          findHeading={findHeading}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  );
}
