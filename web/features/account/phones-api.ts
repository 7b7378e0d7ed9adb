import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { PhonesReply } from '#shared/api/phones.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export const phonesQuery = queryOptions({
  queryKey: ['phones'],
  queryFn: ({ signal }) => api.get<PhonesReply>('/api/auth/phones', signal),
});

/** Whether there is anything to check after a change of who may sign in. Unknown counts as yes. */
export function useHasPhones() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.fetchQuery({ ...phonesQuery, staleTime: 0 }).then(
      ({ phones }) => phones.length > 0,
      () => true,
    );
}

export function useRemovePhone() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api.delete(`/api/auth/phones/${id}`),
    onSuccess: () => toast({ title: 'Phone removed' }),
    onError: (error) =>
      toast({
        title: 'Failed to remove the phone',
        description: describeError(error),
        variant: 'destructive',
      }),
    // Also after a refusal: the phone may have left meanwhile.
    onSettled: () => {
      for (const queryKey of [currentUserKey, ['experts', 'public'], ['threads']]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      return queryClient.invalidateQueries({ queryKey: phonesQuery.queryKey });
    },
  });
}
