import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ProfileRequest, User } from '#shared/api/auth.ts';
import { api, currentOf, describeError, sendRequest } from '#web/lib/api-client.ts';
import { saveBlob } from '#web/lib/csv.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { showUser } from '#web/session/current-user.ts';
import { signOut } from '#web/session/sign-out.ts';

export type ProfileToasts = { saved: string; failed: string };

export function useUpdateProfile({ saved, failed }: ProfileToasts) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ body, revision }: { body: ProfileRequest; revision: number }) =>
      api.edit<{ user: User }>('/api/auth/profile', body, revision),
    onSuccess: ({ user }) => {
      toast({ title: saved });
      showUser(queryClient, user);
      // Removing a number removes its connections and conversations.
      void queryClient.invalidateQueries({ queryKey: ['experts', 'public'] });
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
      void queryClient.invalidateQueries({ queryKey: ['phones'] });
    },
    // The form merges an edit of an older state.
    onError: (error) =>
      !currentOf(error) &&
      toast({ title: failed, description: describeError(error), variant: 'destructive' }),
  });
}

export function useDownloadData() {
  return useDownload(
    (format: 'html' | 'json') => ({
      path: `/api/account/export?format=${format}`,
      name: `sagewire.${format}`,
    }),
    { done: 'Your data has been downloaded' },
  );
}

export function useStopTexts() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api.post('/api/account/stop-texts'),
    onSuccess: () => {
      toast({ title: 'All texts are stopped', description: 'Text START to an expert to go on.' });
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
    },
    onError: (error) =>
      toast({
        title: "The texts couldn't be stopped",
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

export function useDownloadSafetyReport() {
  return useDownload(
    (year: number) => ({ path: `/api/safety/report?year=${year}`, name: `safety-${year}.csv` }),
    { done: 'The report has been downloaded' },
  );
}

/** @param find `name` is used if the server gives none. */
function useDownload<Wanted = void>(
  find: (wanted: Wanted) => { path: string; name: string },
  { done }: { done: string },
) {
  return useSingleMutation({
    mutationFn: async (wanted: Wanted) => {
      const { path, name } = find(wanted);
      const response = await sendRequest('GET', path);
      const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
      saveBlob(given?.[1] ?? name, await response.blob());
    },
    onSuccess: () => toast({ title: done }),
    onError: (error) =>
      toast({
        title: 'Download failed',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

/** The dialog shows a refusal. */
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
