import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { PauseReply, RestoreChoices } from '#shared/api/restore.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

const queryKey = ['restore'];
const everyMs = 15_000;

/** Asked again only while it is paused: a pause never begins beside an open page. */
export const pauseQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => api.get<PauseReply>('/api/restore', signal),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => (state.data?.pause ? everyMs : false),
});

export function useChoose(onDone: () => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (choices: RestoreChoices) => api.post<PauseReply>('/api/restore/choices', choices),
    onSuccess(reply) {
      queryClient.setQueryData(queryKey, reply);
      onDone();
      if (!reply.pause) toast({ title: 'Texts are answered and sent again' });
    },
    onError(error) {
      toast({ title: 'Choice failed', description: describeError(error), variant: 'destructive' });
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
