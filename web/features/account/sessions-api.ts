import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SessionsReply } from '#shared/api/sessions.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export type SessionRow = SessionsReply['sessions'][number];

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get<SessionsReply>('/api/auth/sessions', signal),
});

/** @param id null for all but this one. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string | null) =>
      api.delete(id === null ? '/api/auth/sessions' : `/api/auth/sessions/${id}`, {}),
    onSuccess: (_reply, id) => {
      toast({ title: id === null ? 'Every other device is signed out' : 'Device signed out' });
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (error) =>
      toast({
        title: 'Failed to sign out the device',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}
