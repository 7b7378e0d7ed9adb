import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ChecklistReply } from '#shared/api/expert-checklist.ts';
import type { Expert } from '#shared/api/experts.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export const checklistQuery = ({ id, revision }: Expert) =>
  queryOptions({
    queryKey: ['experts', id, 'checklist', revision],
    queryFn: ({ signal }) => api.get<ChecklistReply>(`/api/experts/${id}/checklist`, signal),
    refetchOnMount: 'always',
  });

function useExpertAction(
  { id }: Expert,
  titles: { done: string; failed: string },
  call: () => Promise<unknown>,
) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: call,
    onSuccess: () => {
      toast({ title: titles.done });
      void queryClient.invalidateQueries({ queryKey: ['experts', id, 'checklist'] });
      return queryClient.invalidateQueries({ queryKey: ['experts'] });
    },
    onError: (error) =>
      toast({ title: titles.failed, description: describeError(error), variant: 'destructive' }),
  });
}

export const useSetWebhook = (expert: Expert) =>
  useExpertAction(expert, { done: 'Webhook set', failed: 'Failed to set the webhook' }, () =>
    api.put(`/api/experts/${expert.id}/webhook`, {}),
  );

export const useGoLive = (expert: Expert) =>
  useExpertAction(
    expert,
    { done: `${expert.displayName} is live`, failed: 'Failed to update expert' },
    () => api.edit(`/api/experts/${expert.id}`, { status: 'ACTIVE' }, expert.revision),
  );
