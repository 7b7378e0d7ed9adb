import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  BeginSecondFactorReply,
  RecoveryCodesReply,
  SecondFactorReply,
} from '#shared/api/second-factor.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { sessionsQuery } from './sessions-api.ts';

const path = '/api/auth/second-factor';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.get<SecondFactorReply>(path, signal),
});

/** The dialog shows a refusal. */
export function useBeginSecondFactor() {
  return useSingleMutation({
    mutationFn: (password: string) => api.post<BeginSecondFactorReply>(path, { password }),
  });
}

export function useConfirmSecondFactor() {
  return useSingleMutation({
    mutationFn: (code: string) => api.post<RecoveryCodesReply>(`${path}/confirm`, { code }),
  });
}

/** Call it once the recovery codes were shown: a required second factor then opens the other pages. */
export function useRefreshSecondFactor() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: currentUserKey });
    // Turning it on ends all other sessions.
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
}

export function useRenewRecoveryCodes() {
  return useSingleMutation({
    mutationFn: () => api.post<RecoveryCodesReply>(`${path}/recovery-codes`),
    onError: (error) =>
      toast({
        title: 'Failed to make new recovery codes',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

export function useTurnOffSecondFactor(onDone: () => void) {
  const refresh = useRefreshSecondFactor();
  return useSingleMutation({
    mutationFn: (code: string) => api.delete(path, { code }),
    onSuccess: () => {
      toast({ title: 'Second factor turned off' });
      refresh();
      onDone();
    },
  });
}
