import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { knowledgeSearchQuery } from '../api.ts';
import { FoundPieces } from './found-pieces.tsx';

const maxQuestionLength = 1_000;

/** Shows which pieces a question would be given, without asking a model. */
export function KnowledgeSearch({ expertId }: { expertId: string }) {
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState('');
  const { data, error, isFetching, refetch } = useQuery(knowledgeSearchQuery(expertId, asked));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const next = question.trim();
    setAsked(next);
    if (next !== '' && next === asked) void refetch();
  };
  return (
    <div className="grid grid-cols-1 gap-3 border-t pt-4">
      <form onSubmit={ask} noValidate>
        <Field label="Which pieces would a question be given?">
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                type="search"
                dir="auto"
                autoComplete="off"
                maxLength={maxQuestionLength}
                placeholder="when do u close"
                value={question}
                onChange={({ target }) => setQuestion(target.value)}
              />
              <Button type="submit" variant="outline" disabled={isFetching}>
                Show
              </Button>
            </div>
          )}
        </Field>
      </form>
      {error && !isFetching && (
        <p role="alert" className="text-danger">
          Unable to search: {describeError(error)}
        </p>
      )}
      {data && <FoundPieces key={asked} reply={data} />}
    </div>
  );
}
