import { useQueryClient } from '@tanstack/react-query';
import type { ProfileRequest, User } from '#shared/api/auth.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { readAuthToken } from '#web/lib/auth-token.ts';
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
