import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import type { Colleague, HeldAnswer, Thread } from '#shared/api/threads.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { AdvanceContext } from '../known/advance-context.ts';
import { changeMessages } from '../known/change-known.ts';

export const assigneesQuery = queryOptions({
  queryKey: ['team', 'assignees'],
  queryFn: ({ signal }) => api.get<{ assignees: Colleague[] }>('/api/threads/assignees', signal),
  staleTime: 60_000,
});

/** The server refuses if someone else was assigned meanwhile. */
export function useAssign({ id, assignee }: Thread) {
  const seenId = assignee?.id ?? null;
  const me = useCurrentUser();
  return useGesture({
    change: (assigneeId: string | null) =>
      api.put<{ thread: Thread }>(`/api/threads/${id}/assignee`, { assigneeId, seenId }),
    describe: (thread, wanted) =>
      `Assigned to ${wanted === me.id ? 'you' : wanted ? (thread.assignee?.name ?? 'them') : 'no one'}`,
  });
}

/** `keeps`: a resolve leaves it with the person who handles it. */
export type Resolving = { isResolved: boolean; keeps?: true };

export function useResolve({ id }: Thread) {
  const planAdvance = useContext(AdvanceContext);
  return useGesture({
    change: async (wanted: Resolving) => {
      const advance = planAdvance(id);
      const reply = await api.put<{ thread: Thread }>(`/api/threads/${id}/resolved`, wanted);
      // Not before the toast: opening another conversation ends the component that shows it.
      if (wanted.isResolved) setTimeout(advance);
      return reply;
    },
    describe: (_, { isResolved }) =>
      isResolved ? 'Conversation resolved' : 'Conversation reopened',
  });
}

export function useForgetMinor({ id }: Thread) {
  return useThreadChange<void>(() => api.delete<{ thread: Thread }>(`/api/threads/${id}/minor`));
}

export function useTakeOver() {
  return useGesture({
    change: (threadId: string) => api.post<{ thread: Thread }>(`/api/threads/${threadId}/take`, {}),
    describe: () => 'You answer now',
  });
}

export function useReturnToAi({ id, handover }: Thread) {
  const { epoch, held } = handover ?? {};
  return useGesture({
    change: (answer: HeldAnswer) =>
      api.post<{ thread: Thread }>(`/api/threads/${id}/return`, {
        answer,
        epoch,
        upTo: held?.upTo,
      }),
    describe: ({ expert }) => `${expert.displayName} answers again`,
  });
}

export function useFalseAlarm({ id, handover }: Thread) {
  const { epoch, held } = handover ?? {};
  return useGesture<void>({
    change: () =>
      api.post<{ thread: Thread }>(`/api/threads/${id}/false-alarm`, { epoch, upTo: held?.upTo }),
    describe: () => 'Counted as a false alarm',
  });
}

/** Of the reader's last gesture on it. */
function useUndo() {
  return useThreadChange((threadId: string) =>
    api.post<{ thread: Thread }>(`/api/threads/${threadId}/undo`, {}),
  );
}

/** What changed may be off screen, so a toast says it, with Undo. */
function useGesture<Wanted>({
  change,
  describe,
}: {
  change: (wanted: Wanted) => Promise<{ thread: Thread }>;
  describe: (thread: Thread, wanted: Wanted) => string;
}) {
  const undo = useUndo();
  return useThreadChange(change, (thread, wanted) =>
    toast({ title: describe(thread, wanted), onUndo: () => undo.mutate(thread.id) }),
  );
}

function useThreadChange<Wanted>(
  change: (wanted: Wanted) => Promise<{ thread: Thread }>,
  onDone: (thread: Thread, wanted: Wanted) => void = () => {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ thread }, wanted) => {
      changeMessages(queries, thread.id, (known) => ({ ...known, thread }));
      onDone(thread, wanted);
    },
    onSettled: () => {
      // Not awaited: a toast that waits for the lists would cover the toast of the next action.
      void queries.invalidateQueries({ queryKey: ['threads'] });
    },
    onError: (error) => toast({ title: describeError(error), variant: 'destructive' }),
  });
}
