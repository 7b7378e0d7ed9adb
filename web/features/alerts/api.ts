import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AlertsReply, Receiver, ReceiverRequest, TestAlertReply } from '#shared/api/alerts.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

/** As often as the server looks. */
const refetchMs = 15_000;

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => api.get<AlertsReply>('/api/alerts', signal),
  refetchInterval: refetchMs,
});

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey });
}

/** The dialog shows a refusal at its field. @param id null adds one. */
export function useSaveReceiver(id: string | null) {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: (body: ReceiverRequest) =>
      id
        ? api.put<{ receiver: Receiver }>(`/api/alerts/receivers/${id}`, body)
        : api.post<{ receiver: Receiver }>('/api/alerts/receivers', body),
    onSuccess: () => {
      toast({ title: id ? 'Receiver saved' : 'Receiver added' });
      return refresh();
    },
  });
}

export function useRemoveReceiver() {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: (id: string) => api.delete(`/api/alerts/receivers/${id}`),
    onSuccess: () => toast({ title: 'Receiver removed' }),
    onError: (error) =>
      toast({
        title: 'Failed to remove the receiver',
        description: describeError(error),
        variant: 'destructive',
      }),
    onSettled: refresh,
  });
}

/** @returns why the test did not arrive; null if it was sent. */
export function useTestReceiver() {
  return useSingleMutation({
    mutationFn: async (receiverId: string) => {
      const { results } = await api.post<TestAlertReply>('/api/alerts/test', { receiverId });
      return results[0]?.problem ?? null;
    },
  });
}
