import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ApiTokenRequest, ApiTokensReply, NewApiTokenReply } from '#shared/api/api-tokens.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => api.get<ApiTokensReply>('/api/api-tokens', signal),
  // Scripts use them while the page is open.
  refetchOnMount: 'always',
});

/** @param onCreated also called if the form was closed meanwhile: the secret comes this once. */
export function useCreateToken(onCreated: (reply: NewApiTokenReply) => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (request: ApiTokenRequest) =>
      api.post<NewApiTokenReply>('/api/api-tokens', request),
    onSuccess: (reply) => {
      onCreated(reply);
      return queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
    onError: (error) => showFailure('Failed to create the token', describeRefusal(error)),
    // The secret is not kept once it was shown.
    gcTime: 0,
  });
}

export function useRevokeToken() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api.delete(`/api/api-tokens/${id}`),
    onSuccess: () => toast({ title: 'Token revoked' }),
    onError: (error) => showFailure('Failed to revoke the token', describeError(error)),
    // Also on error: another admin may have revoked it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

const showFailure = (title: string, description: string) =>
  toast({ title, description, variant: 'destructive' });
