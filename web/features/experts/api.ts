import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ConnectReply, PublicExpert } from '#shared/api/experts.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export const publicExpertsQuery = queryOptions({
  queryKey: ['experts', 'public'],
  queryFn: ({ signal }) => api.get<{ experts: PublicExpert[] }>('/api/experts/public', signal),
});

export function useConnect(expertId: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api.post<ConnectReply>(`/api/experts/${expertId}/connect`),
    onSuccess: async ({ message }) => {
      toast({ title: 'Connection request sent', description: message });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: publicExpertsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['threads'] }),
      ]);
    },
    onError: (error) =>
      toast({
        title: 'Failed to connect',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}
