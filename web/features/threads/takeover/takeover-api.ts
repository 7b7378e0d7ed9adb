import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Colleague, HeldAnswer, Thread } from '#shared/api/threads.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { changeMessages } from '../known/change-known.ts';

export const assigneesQuery = queryOptions({
  queryKey: ['team', 'assignees'],
  queryFn: ({ signal }) => api.get<{ assignees: Colleague[] }>('/api/threads/assignees', signal),
  staleTime: 60_000,
});

/** The server refuses if someone else was assigned meanwhile. */
export function useAssign({ id, assignee }: Thread) {
  const seenId = assignee?.id ?? null;
  return useThreadChange((assigneeId: string | null) =>
    api.put<{ thread: Thread }>(`/api/threads/${id}/assignee`, { assigneeId, seenId }),
  );
}

export function useResolve({ id }: Thread) {
  return useThreadChange((isResolved: boolean) =>
    api.put<{ thread: Thread }>(`/api/threads/${id}/resolved`, { isResolved }),
  );
}

export function useForgetMinor({ id }: Thread) {
  return useThreadChange<void>(() => api.delete<{ thread: Thread }>(`/api/threads/${id}/minor`));
}

export function useTakeOver() {
  return useThreadChange((threadId: string) =>
    api.post<{ thread: Thread }>(`/api/threads/${threadId}/take`, {}),
  );
}

export function useReturnToAi({ id, handover }: Thread) {
  const { epoch, held } = handover ?? {};
  return useThreadChange((answer: HeldAnswer) =>
    api.post<{ thread: Thread }>(`/api/threads/${id}/return`, { answer, epoch, upTo: held?.upTo }),
  );
}

export function useFalseAlarm({ id, handover }: Thread) {
  const { epoch, held } = handover ?? {};
  return useThreadChange<void>(() =>
    api.post<{ thread: Thread }>(`/api/threads/${id}/false-alarm`, { epoch, upTo: held?.upTo }),
  );
}

function useThreadChange<Wanted>(change: (wanted: Wanted) => Promise<{ thread: Thread }>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ thread }) =>
      changeMessages(queries, thread.id, (known) => ({ ...known, thread })),
    onSettled: () => {
      // Not awaited: a toast that waits for the lists would cover the toast of the next action.
      void queries.invalidateQueries({ queryKey: ['threads'] });
    },
    onError: (error) => toast({ title: describeError(error), variant: 'destructive' }),
  });
}
