import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ProfileRequest, User } from '#shared/api/auth.ts';
import { api, describeError, sendRequest } from '#web/lib/api-client.ts';
import { readAuthToken, removeAuthToken } from '#web/lib/auth-token.ts';
import { saveBlob } from '#web/lib/csv.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { currentUserQuery } from '#web/session/current-user.ts';

/** Titles of the toasts, which differ from page to page. */
export type ProfileToasts = { saved: string; failed: string };

export function useUpdateProfile({ saved, failed }: ProfileToasts) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: ProfileRequest) => api.put<{ user: User }>('/api/auth/profile', body),
    onSuccess: (reply) => {
      toast({ title: saved });
      queryClient.setQueryData(currentUserQuery(readAuthToken()).queryKey, reply);
      // A number that goes takes its connections and conversations along.
      void queryClient.invalidateQueries({ queryKey: ['experts', 'public'] });
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
    },
    onError: (error) =>
      toast({ title: failed, description: describeError(error), variant: 'destructive' }),
  });
}

/** Everything that is held of whoever is signed in, as a file to keep. */
export function useExport() {
  return useSingleMutation({
    mutationFn: async () => {
      const response = await sendRequest('GET', '/api/account/export');
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
      saveBlob(name?.[1] ?? 'sagewire.json', await response.blob());
    },
    onSuccess: () => toast({ title: 'Your data is downloaded' }),
    onError: (error) =>
      toast({
        title: 'Download failed',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

/** Afterwards nobody is signed in any more. A refusal is told where the password stands. */
export function useDeleteAccount() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useSingleMutation({
    mutationFn: (password: string) => api.delete('/api/account', { password }),
    onSuccess: () => {
      navigate('/login', { replace: true });
      removeAuthToken();
      queryClient.clear();
      toast({ title: 'Account deleted', description: 'Your data is gone. Take care!' });
    },
  });
}
