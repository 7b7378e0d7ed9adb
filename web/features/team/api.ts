import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InviteReply, InviteRequest, TeamReply } from '#shared/api/team.ts';
import type { Role } from '#shared/roles.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => api.get<TeamReply>('/api/team', signal),
});

/** The form shows the link or the refusal. */
export function useInvite() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: InviteRequest) => api.post<InviteReply>('/api/team/invitations', body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

export function useWithdraw() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api.delete(`/api/team/invitations/${id}`),
    onSuccess: () => toast({ title: 'Invitation withdrawn' }),
    onError: (error) =>
      toast({
        title: 'Failed to withdraw the invitation',
        description: describeError(error),
        variant: 'destructive',
      }),
    // Also on error: it may have been accepted.
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

export function useChangeRole() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) => api.put(`/api/team/${id}`, { role }),
    onSuccess: (_reply, { role }) =>
      toast({ title: role === 'USER' ? 'Removed from the team' : 'Role changed' }),
    onError: (error) =>
      toast({
        title: 'Failed to change the role',
        description: describeError(error),
        variant: 'destructive',
      }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      return queryClient.invalidateQueries({ queryKey: teamQuery.queryKey });
    },
  });
}
