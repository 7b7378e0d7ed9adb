import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ProfileRequest, User } from '#shared/api/auth.ts';
import { api, describeError, sendRequest } from '#web/lib/api-client.ts';
import { readAuthToken } from '#web/lib/auth-token.ts';
import { saveBlob } from '#web/lib/csv.ts';
import { signOut } from '#web/lib/sign-out.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { currentUserQuery } from '#web/session/current-user.ts';

/** The toasts' titles differ from page to page. */
export type ProfileToasts = { saved: string; failed: string };

export function useUpdateProfile({ saved, failed }: ProfileToasts) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: ProfileRequest) => api.put<{ user: User }>('/api/auth/profile', body),
    onSuccess: (reply) => {
      toast({ title: saved });
      queryClient.setQueryData(currentUserQuery(readAuthToken()).queryKey, reply);
      // Removing a number removes its connections and conversations.
      void queryClient.invalidateQueries({ queryKey: ['experts', 'public'] });
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
    },
    onError: (error) =>
      toast({ title: failed, description: describeError(error), variant: 'destructive' }),
  });
}

export function useDownloadData() {
  return useSingleMutation({
    mutationFn: async () => {
      const response = await sendRequest('GET', '/api/account/export');
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
      saveBlob(name?.[1] ?? 'sagewire.json', await response.blob());
    },
    onSuccess: () => toast({ title: 'Your data has been downloaded' }),
    onError: (error) =>
      toast({
        title: 'Download failed',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

/** Signs out on success; the dialog shows a refusal at its password field. */
export function useDeleteAccount() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useSingleMutation({
    mutationFn: (password: string) => api.delete('/api/account', { password }),
    onSuccess: () => {
      navigate('/login', { replace: true });
      signOut(queryClient);
      toast({ title: 'Account deleted', description: 'Your data has been removed.' });
    },
  });
}
