import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { ExpertVersionsReply, RestoredVersionReply } from '#shared/api/expert-versions.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

/** Newest first. */
export function versionsQuery(expertId: string) {
  return infiniteQueryOptions({
    queryKey: ['experts', expertId, 'versions'],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam ? `?${new URLSearchParams({ cursor: pageParam })}` : '';
      return api.get<ExpertVersionsReply>(`/api/experts/${expertId}/versions${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ versions }) => versions),
  });
}

export function useRestoreVersion(expertId: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (version: number) =>
      api.post<RestoredVersionReply>(`/api/experts/${expertId}/versions/${version}/restore`),
    onSuccess: ({ note }, version) => {
      toast({ title: `Version ${version} restored`, ...(note && { description: note }) });
      return queryClient.invalidateQueries({ queryKey: ['experts'] });
    },
    onError: (error) =>
      toast({
        title: 'Failed to restore version',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}
