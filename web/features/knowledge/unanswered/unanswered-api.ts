import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  AnswerUnansweredReply,
  AnswerUnansweredRequest,
  UnansweredReply,
} from '#shared/api/knowledge.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export type Question = UnansweredReply['questions'][number];

export const unansweredQuery = (expertId: string) =>
  infiniteQueryOptions({
    queryKey: ['experts', expertId, 'unanswered'],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? '' : `?${new URLSearchParams({ cursor: pageParam })}`;
      return api.get<UnansweredReply>(`/api/experts/${expertId}/unanswered${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ questions }) => questions),
    refetchOnMount: 'always',
  });

/** The answer becomes a source, and its row leaves. */
export function useAnswerQuestion(expertId: string, { messageId }: Question) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: (request: AnswerUnansweredRequest) =>
      api.post<AnswerUnansweredReply>(`/api/unanswered/${messageId}/answer`, request),
    onSuccess: ({ told }) => {
      toast({ title: 'Answer added', description: describeTold(told) });
      return queries.invalidateQueries({ queryKey: ['experts', expertId] });
    },
    onError: (error) =>
      toast({
        title: 'Failed to add the answer',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

function describeTold(told: number): string {
  if (told === 0) return 'The next one who asks gets it.';
  return told === 1 ? 'It is texted to the one who asked.' : `It is texted to ${told} people.`;
}
